/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * State of split_job(), private to its parts: split.c follows the processes, split_run.c forks and
 * ends them, split_frame.c knows which mutants are in them.
 *
 * The processes of a batch form a stack of frames. The lowest frame is the *trunk*, the unmutated
 * test, which knows the switches of all mutants and has none on. Where a process would do something
 * else under some of its mutants, it stops and asks; these mutants *part* from it, and a copy of the
 * process, a new frame on top, runs them. Only the process on top runs, all others wait.
 * split_finish() and script_finish() take the frame on top away when its process has ended.
 */
#ifndef RUNNER_SPLIT_SPLIT_STATE_H
#define RUNNER_SPLIT_SPLIT_STATE_H

#include "common/attr.h"
#include "runner/job/checks.h"
#include "runner/job/session.h"
#include "runner/split/ancestors.h"
#include "runner/split/split.h"
#include "runner/worker/reaper.h"
#include "runner/worker/run.h"

/* What a frame above the trunk runs. */
enum split_stage {
	SPLIT_RUNS = 0, /* a process that was split off, for its mutants */
	SPLIT_ORIGINAL, /* in a script: the process without a mutant, for comparison */
	SPLIT_RETURNS, /* in a script: copies of the ancestors, one after the other, up to the end */
};

/*
 * A file that a run of a script and its parent, the ancestor that is copied next, have open together:
 * what the run reads or writes moves the offset of both.
 */
struct split_shared {
	int fd;		 /* the ancestor's descriptor */
	int held;	 /* our copy of the run's descriptor; -1: closed */
	bool is_awaited; /* the run sends its descriptor with REMT_MESSAGE_STARTED */
	int64_t offset;	 /* last offset, if held is -1 */
	int flags;	 /* last flags, if held is -1 */
};

/* The trunk, or a run that was split from the frame below. */
struct split_frame {
	enum split_stage stage;
	struct run run;
	struct job job; /* the job of its first mutant */
	struct job_result result;
	uint32_t *items; /* its mutants; the trunk has none */
	uint32_t nr_items;
	struct remt_switch *on; /* switches of the first mutant */
	pid_t pid;
	pid_t asker;	/* the process that asked for this run, and waits for its end */
	unsigned level; /* RETURNS: number of the ancestor */
	struct split_shared shared[REMT_SESSION_MAX_SHARED];
	unsigned nr_shared;
	/* files that the ancestors had open when the layer was new */
	struct ancestor_files files;
	/* Kept while another frame is above it: */
	struct reaper reaper;
	struct session_counts counts;
	struct listener_kept named;
	struct checks_kept checks;
	uint64_t paused_us;
};

/* Where a frame prints. */
struct split_streams {
	int output;
	int error; /* 0: as `output` */
};

_Static_assert((int)SPLIT_MAX_DEPTH + (int)ANCESTORS_MAX + 1 < (int)TREE_MAX_KEPT,
	       "the processes of all frames, all ancestors and the fork-server can be kept");

/* How a process ended, and a hash of what it wrote. */
struct split_outcome {
	int status;
	uint64_t output_hash, files_hash;
	uint64_t cpu_us;
	uint64_t offsets_hash; /* hash of the offsets that it shares with its parent */
};

/* The state for a script, a test whose processes are split wherever they are infected. */
struct split_script {
	struct ancestors ancestors;    /* the process that was split last, and its ancestors */
	pid_t refused;		       /* last process from which nothing could be split; 0: none */
	bool is_called[ANCESTORS_MAX]; /* per ancestor: it has said that it takes requests */
	pid_t called;		       /* ancestor whose answer to a call is awaited; 0: none */
	bool has_original;
	struct timespec start;	       /* when the original of this process was split off */
	struct split_outcome original; /* what the original did from there to its end */
	uint32_t *waiting, nr_waiting; /* mutants that are split off once `original` is known */
	uint64_t called_us, first_call_us;
	bool *is_declined; /* per item: it could not be split off somewhere */
	/* Per item: processor time that its processes used beyond the originals. */
	uint64_t *more_us;
	/* Per item: some processes were infected, but did the same as without a mutant. */
	bool *is_same;
};

struct split {
	struct worker_state *state;
	const struct job *job;
	struct split_frame frames[SPLIT_MAX_DEPTH];
	unsigned depth; /* frames in use */
	bool *is_open;	/* per item: no result yet */
	/* Lists of the switches of each item, as indices into the batch; UINT32_MAX: the end. */
	uint32_t *first; /* per item: its first switch */
	uint32_t *next;	 /* per switch: the next switch of the same item */
	uint32_t nr_open;
	pid_t last_pid;		     /* newest pid of a frame; a newer one is a process of a test */
	bool is_ended;		     /* the trunk was ended early, as nobody needs it any more */
	bool is_over;		     /* nothing more can be split from this trunk */
	bool is_stopped;	     /* the caller wants an early end */
	bool is_hopeless;	     /* the trunk does not reach its end */
	bool is_deaf;		     /* nobody has the other end of the socket any more */
	bool awaits_answer;	     /* the caller still reads the files of the last result */
	unsigned nr_rounds;	     /* trunks so far */
	uint64_t paused_us;	     /* how long the trunk has waited for others since it began */
	bool has_late;		     /* some results count only if this trunk reaches its end */
	struct job_result closing;   /* the last message */
	struct split_script *script; /* NULL: the test is one process, of the fork-server */
	char scratch[120];
	char why[120]; /* why the rest can't be split; "": no reason */
};

static inline struct split_frame *split_top(struct split *split)
{
	return &split->frames[split->depth - 1];
}

/* Adds a frame without mutants on top, which prints to STREAMS (taken over). */
struct split_frame *split_push(struct split *split, const struct split_streams *streams);
/* Takes the topmost frame away. */
void split_pop(struct split *split);
/* Fills `first` and `next`. */
void split_index(struct split *split);
/*
 * Copies the numbers of the mutants that part from the process that asks, as the session has them,
 * into FRAME; false if some have a result already.
 */
bool split_take_group(struct split *split, struct split_frame *frame);
/* Puts the switches of the frame's first mutant into its job. */
void split_copy_switches(const struct split *split, struct split_frame *frame);
/*
 * Removes the mutants that part from the process that asks from the frame on top, whose run says
 * nothing of them any more.
 */
void split_leave(struct split *split);
/* Gives the trunk the switches of all mutants that have no result; in a script, not of declined ones. */
void split_fill_trunk(const struct split *split, struct split_frame *trunk);

/* Notes why mutants could not be split off; only the first reason is kept. */
void split_refuse(struct split *split, const char *why);
/* As split_refuse(), with the reason that the run-time met in the process. */
void split_refuse_error(struct split *split);
/* Ends all processes; mutants without a result begin again. */
void split_wreck(struct split *split);
/* Opens streams that begin as copies of those of the frame on top; false: they can't be had. */
bool split_open_streams(struct split *split, struct split_streams *ret);
/* Waits until the caller has taken the last result and its files may be written again. */
void split_await_answer(struct split *split);
/* Removes the coverage of runs that have no result. */
void split_drop_coverage(struct split *split);
/* Tells PID, which waits, to fork FRAME. */
bool split_start(struct split *split, struct split_frame *frame, pid_t pid);
/* Tells PID, which waits, to go on. */
bool split_stay(struct split *split, pid_t pid);
/* Takes the frame on top away, whose run is over, and restores what belongs to the frame below. */
void split_restore(struct split *split);
/*
 * As split_restore(), and lets the frame below go on; ends a trunk that has nothing to split off
 * any more.
 */
void split_resume(struct split *split);
/* Sends the last message of the batch. */
void split_emit_closing(struct split *split);
/* Tells the caller to run the mutants without a result in another way. */
void split_emit_undecided(struct split *split);
/*
 * Sends the result of the run on top. IS_ONE: one process ran all mutants of the frame to its end, and
 * the result is that of each. Otherwise it is the first mutant's.
 */
void split_conclude(struct split *split, bool is_one);
/* True if the run on top has made other processes. */
bool split_has_made_some(const struct split *split);
/*
 * Notes what the run on top has done, for a comparison with others. Call it before the layer goes.
 */
void split_note_effects(struct split *split);
/*
 * The run on top, from a fork-server, has ended: sends its result and goes on with the frame below. If
 * the run left processes or files behind, all ends here.
 */
void split_finish(struct split *split);
/* Adds a frame on top with a layer and an output of its own; NULL: *RET_WHY says why not. */
struct split_frame *split_fork(struct split *split, const char **ret_why);
/* Sends the result of the mutant ITEM. */
void split_emit(struct split *split, uint32_t item, struct job_result *result);
/* True if the frames below would see what the run left, processes or files. */
bool split_has_traces(struct split *split, bool *ret_processes);

/* Pauses (split_pause.c). The trunk, which is on top, has begun. */
void pause_begin(struct split *split);
/* The trunk goes on after what was above it. */
void pause_add(struct split *split);
/* True if others than the run on top kept the trunk waiting for so long that tests may notice. */
bool pause_is_long(const struct split *split);
/* The trunk has reached its end. */
void pause_end(struct split *split);

/* Scripts (split_script.c). */
struct split_script *script_create(uint32_t nr_items) RETURNS_NONNULL MUST_CHECK;
void script_destroy(struct split_script *script);
/* Starts the test's command as the trunk, the frame on top; false: it can't be started. */
bool script_start(struct split *split);
/* Returns why nothing can be split from PID, a process of the trunk; NULL: it can. */
const char *script_enter(struct split *split, pid_t pid);
/*
 * Mutants part from PID. If it is not known yet what PID does without a mutant, splits the original
 * off and returns true: the mutants wait for its end. False: the caller tries to split the mutants
 * off.
 */
bool script_begin(struct split *split, pid_t pid);
/* The process of the frame on top has ended. */
void script_finish(struct split *split);
/* Notes that the mutants ITEMS could not be split off. */
void script_decline(struct split *split, const uint32_t *items, uint32_t count);
/*
 * As script_decline(), for the mutants that a process asks for. Processes that begin later get no
 * switches of these mutants.
 */
void script_decline_asked(struct split *split);
/* True if one of the mutants that a process asks for was declined before. */
bool script_has_declined(const struct split *split);
/* Before PID forks a run: names its ancestors and its open files. */
void script_prepare_run(struct split *split, pid_t pid);
/* The frame on top could not be forked. */
void script_give_up(struct split *split);
/* The run on top is over, and its mutants have to be run in another way. */
void script_abandon(struct split *split);
/*
 * The run on top has ended: sends the verdict on its first mutant or, if IS_ONE, on all. If the run
 * reached its ancestors, the mutants are abandoned instead.
 */
void script_conclude(struct split *split, bool is_one);
/* Lets ASKER, a process of the trunk, go on, and the ancestors of ASKER, too. */
void script_resume(struct split *split, pid_t asker);
/* The trunk has ended: mutants that never made a difference have survived. */
void script_end(struct split *split);
/* Kills all processes of the frame on top. */
void script_kill(struct split *split);

/*
 * Returns (split_return.c). The process of the frame on top has ended alike for all of its mutants.
 * Each goes on alone to the end of the test: the last one in this frame, the others in frames of
 * their own above.
 */
void return_begin(struct split *split);
/* Lets the next mutant go on. */
void return_next(struct split *split);
/* An ancestor says that it takes requests; false if it was not called. */
bool return_answer(struct split *split, const struct remt_message *message);
/* Calls the called ancestor once more if it has not answered for a while. */
void return_call_again(struct split *split);
/* The copy of an ancestor has ended. */
void return_finish(struct split *split);

/*
 * Open files (split_shared.c). Asks the next ancestor's copy, in the frame on top, to send its
 * descriptors of PAIRS.
 */
void shared_ask(struct split *split, const struct shared_pairs *pairs);
/* As shared_ask(), for what PID, a process with mutants, forks. */
void shared_ask_run(struct split *split, pid_t pid);
void shared_take(struct split *split, const int *fds, unsigned count);
/* The run has ended: notes where it left the files, for its ancestor. */
void shared_end(struct split_frame *frame);
/* Returns a hash of the noted offsets. */
uint64_t shared_hash(const struct split_frame *frame);
/* Tells the ancestor the noted offsets. */
void shared_tell(struct remt_session *session, const struct split_frame *frame);
void shared_close(struct split_frame *frame);

#endif
