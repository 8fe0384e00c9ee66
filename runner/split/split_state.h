/* SPDX-License-Identifier: GPL-3.0-or-later */
/* State of split_job(), private to its parts: split.c follows the processes, split_run.c forks and
 * ends them, split_frame.c knows who is in them. */
#ifndef RUNNER_SPLIT_SPLIT_STATE_H
#define RUNNER_SPLIT_SPLIT_STATE_H

#include "common/attr.h"
#include "runner/job/checks.h"
#include "runner/job/session.h"
#include "runner/split/ancestors.h"
#include "runner/split/split.h"
#include "runner/worker/reaper.h"
#include "runner/worker/run.h"

/* What a frame above the trunk is there for. */
enum split_stage {
	SPLIT_RUNS = 0, /* a process that was split off, for its mutants */
	SPLIT_ORIGINAL, /* the same, of a script: for what it does without a mutant */
	SPLIT_RETURNS,	/* of a script: its ancestors, copied one after the other */
};

/* An open file that a run of a script shares with the ancestor that is copied next. */
struct split_shared {
	int fd;		 /* the ancestor's */
	int held;	 /* ours, of the run's; -1: it has none any more */
	bool is_awaited; /* comes with the news that the run has begun */
	int64_t offset;	 /* then: where it was at last */
	int flags;	 /* and how it was open */
};

/* The trunk, or a run that was split from the frame below. */
struct split_frame {
	enum split_stage stage;
	struct run run;
	struct job job; /* of the first of its mutants */
	struct job_result result;
	uint32_t *items; /* its mutants; none of the trunk */
	uint32_t nr_items;
	struct remt_switch *on; /* of the first one */
	pid_t pid;
	pid_t asker;	/* the process that asked for it, and waits for its end */
	unsigned level; /* RETURNS: number of the ancestor */
	struct split_shared shared[REMT_SESSION_MAX_SHARED];
	unsigned nr_shared;
	struct ancestor_files
		files; /* that ancestors have open, as they were in its layer at first */
	/* While another one is above: */
	struct reaper reaper;
	struct session_counts counts;
	struct listener_kept named;
	struct checks_kept checks;
	uint64_t paused_us;
};

/* Where a frame prints. */
struct split_streams {
	int output;
	int error; /* 0: the same */
};

_Static_assert((int)SPLIT_MAX_DEPTH + (int)ANCESTORS_MAX + 1 < (int)TREE_MAX_KEPT,
	       "the fork-server is kept, too");

/* How a process has ended, and what it has written. */
struct split_outcome {
	int status;
	uint64_t output_hash, files_hash;
	uint64_t cpu_us;
	uint64_t offsets_hash; /* of files that it shares with its parent */
};

/* A test whose processes are split wherever they are infected. */
struct split_script {
	struct ancestors ancestors;    /* of the process that was split last */
	pid_t refused;		       /* nothing could be split from it last; 0: none */
	bool is_called[ANCESTORS_MAX]; /* of its ancestors: takes requests */
	pid_t called;		       /* that is to say so; 0: none */
	bool has_original;
	struct timespec start;	       /* when the original of this process was split off */
	struct split_outcome original; /* of this process, from where it was first split */
	uint32_t *waiting, nr_waiting; /* mutants that are to be split off when that is known */
	uint64_t called_us, first_call_us;
	bool *is_declined; /* per item: it could not be split off somewhere */
	uint64_t *more_us; /* per item: processor time that its processes have used beyond the
			      original's */
	bool *is_same; /* per item: some processes were infected, and have done what they do without
			  a mutant */
};

struct split {
	struct worker_state *state;
	const struct job *job;
	struct split_frame frames[SPLIT_MAX_DEPTH];
	unsigned depth;		/* frames in use */
	bool *is_open;		/* per item: no result yet */
	uint32_t *first, *next; /* switches of an item: index of the first, and of the one after
				   each; UINT32_MAX behind the last */
	uint32_t nr_open;
	pid_t last_pid;		     /* that the runs' own processes account for */
	bool is_ended;		     /* the trunk, before its end: it is not needed any more */
	bool is_over;		     /* nothing more can be split from this trunk */
	bool is_stopped;	     /* by the caller */
	bool is_hopeless;	     /* the trunk does not get to its end */
	bool is_deaf;		     /* nobody has the other end of the socket any more */
	bool awaits_answer;	     /* to the last result, whose output must stay until then */
	unsigned nr_rounds;	     /* trunks so far */
	uint64_t paused_us;	     /* how long others than the trunk went on, since it began */
	bool has_late;		     /* a result counts only if this trunk comes to its end */
	struct job_result closing;   /* the last message */
	struct split_script *script; /* NULL: the test is one process, of the fork-server */
	char scratch[120];
	char why[120]; /* what is left can't be split; "" if there is no reason */
};

static inline struct split_frame *split_top(struct split *split)
{
	return &split->frames[split->depth - 1];
}

/* A new frame on top, whose output is STREAMS (taken over); it has no mutants. */
struct split_frame *split_push(struct split *split, const struct split_streams *streams);
/* Takes the topmost frame away. */
void split_pop(struct split *split);
/* Threads the switches of each item. */
void split_index(struct split *split);
/* Copies the numbers of the mutants that part here; false if they are none of ours. */
bool split_take_group(struct split *split, struct split_frame *frame);
/* Puts the switches of the frame's first mutant into its job. */
void split_copy_switches(const struct split *split, struct split_frame *frame);
/* Whatever comes of those that part: the run that they shared says nothing of them any more. */
void split_leave(struct split *split);
/* The trunk asks for those that have no result. */
void split_fill_trunk(const struct split *split, struct split_frame *trunk);

/* Notes why some could not be split off; the first reason counts. */
void split_refuse(struct split *split, const char *why);
/* The same of what the run-time has met in the process. */
void split_refuse_error(struct split *split);
/* Everything goes, and what has no result begins again. */
void split_wreck(struct split *split);
/* Streams that begin as those of the frame on top; false: they can't be had. */
bool split_open_streams(struct split *split, struct split_streams *ret);
/* The caller has taken the last result: its files may be written again. */
void split_await_answer(struct split *split);
/* Nothing is left of the coverage of runs that have no result. */
void split_drop_coverage(struct split *split);
/* Tells PID, which waits, to fork: what it forks becomes FRAME. */
bool split_start(struct split *split, struct split_frame *frame, pid_t pid);
/* Tells PID, which waits, to go on. */
bool split_stay(struct split *split, pid_t pid);
/* The run on top is over: takes it away, and what it had no part in goes back to what it was. */
void split_restore(struct split *split);
/* The same, and the frame below may go on; a trunk that has nothing to split off any more ends. */
void split_resume(struct split *split);
/* The last message of the batch. */
void split_emit_closing(struct split *split);
/* Those that have no result have to be run in another way. */
void split_emit_undecided(struct split *split);
/* What the run on top says of the mutants that are still in it: of all if they were one process to
 * its end, else of the lead. */
void split_conclude(struct split *split, bool is_one);
/* True if the run on top has made other processes. */
bool split_has_made_some(const struct split *split);
/* Notes what the run on top has done, if it is compared with others: before its layer goes. */
void split_note_effects(struct split *split);
/* The run on top has ended: its result, and on with the frame below. */
void split_finish(struct split *split);
/* A frame on top of the others, with a layer and an output of its own; NULL: *RET_WHY says why
 * not. */
struct split_frame *split_fork(struct split *split, const char **ret_why);
/* Sends the result of a mutant. */
void split_emit(struct split *split, uint32_t item, struct job_result *result);
/* True if what is left of the run's own processes, or of its files, would be seen by the frames
 * below. */
bool split_has_traces(struct split *split, bool *ret_processes);

/* Pauses (split_pause.c).  The trunk, which is on top, has begun. */
void pause_begin(struct split *split);
/* It goes on, after what was above it. */
void pause_add(struct split *split);
/* True if it has been kept waiting for so long, by others than the run on top, that tests may see
 * it. */
bool pause_is_long(const struct split *split);
/* It has come to its end. */
void pause_end(struct split *split);

/* Of scripts. */
struct split_script *script_create(uint32_t nr_items) RETURNS_NONNULL MUST_CHECK;
void script_destroy(struct split_script *script);
/* Starts the test's command as the trunk, the frame on top; false: it can't be. */
bool script_start(struct split *split);
/* Why nothing can be split from PID, a process of the trunk; NULL if it can. */
const char *script_enter(struct split *split, pid_t pid);
/* Mutants part from PID; what it does without them has to be known first.  False: it is, and they
 * can be split off. */
bool script_begin(struct split *split, pid_t pid);
/* The process of the frame on top has ended. */
void script_finish(struct split *split);
/* The mutants that could not be split off. */
void script_decline(struct split *split, const uint32_t *items, uint32_t count);
/* The same of those that a process asks for: they are in no process that begins from now on. */
void script_decline_asked(struct split *split);
/* True if one of those that a process asks for could not be split off before. */
bool script_has_declined(const struct split *split);
/* Before PID forks a run: its open files, and who waits. */
void script_prepare_run(struct split *split, pid_t pid);
/* What should be in the frame on top could not be forked. */
void script_give_up(struct split *split);
/* Those of the frame on top, whose run is over, have to be run in another way. */
void script_abandon(struct split *split);
/* The verdict on the mutants of the frame on top, which has come to its end; IS_ONE: on all of
 * them. */
void script_conclude(struct split *split, bool is_one);
/* The trunk goes on: its ancestors may, too. */
void script_resume(struct split *split, pid_t asker);
/* The trunk has ended: those that never made a difference have survived. */
void script_end(struct split *split);
/* Ends all that belongs to the frame on top. */
void script_kill(struct split *split);

/*
 * Returns (split_return.c).  The process of the frame on top has ended for all of its mutants
 * alike: each goes on by itself to the end of the test, in a frame of its own above, the last one
 * in this.
 */
void return_begin(struct split *split);
/* The next one of those that are left does so. */
void return_next(struct split *split);
/* An ancestor says that it takes requests.  False if it was not called. */
bool return_answer(struct split *split, const struct remt_message *message);
/* Calls the one that was called once more, if it has not answered for a while. */
void return_call_again(struct split *split);
/* The copy of an ancestor has ended. */
void return_finish(struct split *split);

/* Open files (split_shared.c).  What the copy of an ancestor, the next in the frame on top, is to
 * send of its own. */
void shared_ask(struct split *split, const struct shared_pairs *pairs);
/* The same of what PID, a process with mutants, forks. */
void shared_ask_run(struct split *split, pid_t pid);
/* Takes the descriptors that came: COUNT of them are ours now. */
void shared_take(struct split *split, const int *fds, unsigned count);
/* The run has ended: where it has left the files is what its ancestor is to find. */
void shared_end(struct split_frame *frame);
/* Of these places. */
uint64_t shared_hash(const struct split_frame *frame);
/* Tells the ancestor. */
void shared_tell(struct remt_session *session, const struct split_frame *frame);
/* Closes what is held of a frame. */
void shared_close(struct split_frame *frame);

#endif
