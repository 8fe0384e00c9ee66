/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * The session: what the runner tells the run-time inside each tested process,
 * and what comes back.
 *
 * The runner creates one session file per worker (tmpfs), names it in the
 * environment as REMT_SESSION and preloads the run-time.  Every process
 * that starts with both maps it shared and obeys `mode`.  Both ends come from
 * the same build; REMT_SESSION_VERSION refuses a mixture.
 *
 * Modes
 *   OFF     attach, count, change nothing.
 *   COVER   all flags on; each process writes a coverage file (include/remt/coverage.h).  The layout
 *           switches of `on[]` are switched on.
 *   MUTATE  the alternatives of `on[]` are switched on wherever their unit is found; executions of
 *           layout switches are no hits.
 *   SPLIT   for a child of the fork-server: see below; processes that attach leave their units
 *           alone.
 *   NEGATE  COVER with the alternatives of `on[]` switched on: what a variant reaches and infects; of what
 *           it executes more than 4096 times only samples, and counts are not exact.
 *
 * Binaries: `variants` names a file with the sites of modules that have no unit of their own.  They take
 * part in OFF, COVER and MUTATE.  For those that are statically linked the tracer of the process
 * (runner/trace/planter.h) does what the run-time does.
 *
 * Checks (remt/checks.h): if `checks_mode` is not OFF, what the units in `checking[]` check is
 * recorded in `checks[]`; with GO_ON a test goes on as if it had found what it looks for.
 *
 * Fork-server (struct remt_message below): the process whose executable is
 * `server_device:server_inode` stops once before main, says HELLO on
 * descriptor REMT_SERVER_FD (a SOCK_SEQPACKET socket) and then, for each RUN, forks a child that
 * closes the socket, takes the descriptors sent with the message as 0, 1, 2, begins a session
 * (setsid), reads `on[]` and the limits afresh and goes on into main.  HELLO's status says why it
 * can't serve (enum remt_refusal), 0 if it can.  STARTED carries the child's pid (status: errno
 * if there is none, then no DONE follows), DONE its wait status and resource use.  The server
 * never returns from its loop: end of file on the socket means _exit(0).  Processes started
 * by the child (fork + exec) attach as in exec mode.
 *
 * Split-stream: a child that begins in mode SPLIT is the *trunk*.  It keeps the socket, says
 * STARTED itself, copies `on[]` (sorted by uid, site, alternative; `mutant` numbers the mutants of
 * the batch) and goes on as the original.  Where mutants are infected it says SPLIT with their
 * numbers in `split[]`: all of one site whose value is the same now.  Status: why it can't fork
 * (enum remt_refusal), 0 if it can.  On RUN it forks a child that becomes these mutants,
 * as described in `on[]` for the first of them, the lead, which says STARTED itself; on DONE, or
 * STARTED if there is no child, both the parent's word, it goes on when it is told to STAY.  On
 * STAY instead of RUN it forgets them.  A child that stands for several mutants keeps the socket
 * and says SPLIT where their values part; its lead stays with it.  If a child can't go on apart
 * from its parent, it writes the reason to `split_error` and exits; so it does, without an exit,
 * where it can't split off mutants any more: its end then tells of its lead only.
 *
 * Variants: if `is_alone` is set, each of the batch parts by itself, where one of its sites is
 * executed first: they share no child.  With `covers` the trunk is in mode NEGATE but for the
 * switches, and so is what is split off: its coverage begins with that of the trunk.
 *
 * Scripts: if `is_script` is set, every process of the test that has instrumented code is a trunk,
 * of the mutants that `on[]` has when it attaches.  Their ancestors, which wait for them, are
 * copied as well when a child has ended: the runner sends such a process REMT_CALL_SIGNAL, which
 * has a handler only in wait(), wait3(), wait4() and waitpid(), and it says SPLIT, too.  In the
 * child that it forks on RUN the call returns `returned_pid` and `returned_status`, and the files
 * that both have open are where the other one has left them (`moved`).  Several processes wait for
 * requests then: `turn` names the one that is to take the next.  When `nr_calls` has changed, those
 * that were called wait for their children as before.
 */
#ifndef REMT_SESSION_H
#define REMT_SESSION_H

#include <stdint.h>

#define REMT_SESSION_ENV	   "REMT_SESSION"
#define REMT_SESSION_MAGIC	   "REMTSESS"
#define REMT_SESSION_VERSION	   9u
#define REMT_SERVER_FD		   211
#define REMT_CALL_SIGNAL	   63
#define REMT_SESSION_MAX_ON	   4096
#define REMT_SWITCH_LAYOUT	   UINT32_MAX /* `mutant` of a layout switch */
#define REMT_SESSION_MAX_SPLIT	   256	      /* mutants of one site */
#define REMT_SESSION_MAX_SHARED	   16
#define REMT_SESSION_MAX_ANCESTORS 32
#define REMT_SESSION_MAX_UNITS	   1024
#define REMT_SESSION_MAX_FUNCTIONS 32768 /* with sites, of all units */
#define REMT_SESSION_MAX_EXEMPT	   256
#define REMT_SESSION_MAX_CHECKS	   (1u << 20) /* bytes */
#define REMT_PATH_MAX		   1024

enum remt_mode {
	REMT_MODE_OFF = 0,
	REMT_MODE_COVER = 1,
	REMT_MODE_MUTATE = 2,
	REMT_MODE_SPLIT = 3,
	REMT_MODE_NEGATE = 4,
};

enum remt_checks_mode {
	REMT_CHECKS_OFF = 0,
	REMT_CHECKS_RECORD = 1, /* what fails */
	REMT_CHECKS_GO_ON = 2,	/* everything */
};

/* A condition that looks like a check, but fails in a test that passes. */
struct remt_exempt {
	uint64_t uid;
	uint32_t check; /* its number in the unit */
	uint32_t reserved;
};

/* One alternative to switch on: a mutant of a header is one of these per unit that has it. */
struct remt_switch {
	uint64_t uid; /* of the unit */
	uint32_t site;
	uint32_t function; /* number: index into the unit's function flags */
	uint32_t alternative;
	uint32_t
		mutant; /* SPLIT: number within the batch; several switches of one mutant have the same;
			    MUTATE: REMT_SWITCH_LAYOUT, or any other number */
};

/* A unit whose functions tell that they are entered. */
struct remt_noted {
	uint64_t uid;
	uint32_t first;	       /* bit of its first function */
	uint32_t nr_functions; /* 0: its process has not come so far */
};

/* A descriptor of a regular file, and where it is in it. */
struct remt_offset {
	int32_t fd;
	int32_t flags; /* as of F_GETFL */
	int64_t offset;
};

struct remt_session {
	char magic[8];
	uint32_t version;
	uint32_t size; /* sizeof(struct remt_session) */

	/* Written by the runner between runs. */
	uint32_t mode; /* enum remt_mode */
	uint32_t nr_on;
	uint64_t
		hit_budget; /* hits of switched-on sites before the run is ended as a timeout; 0: none */
	uint64_t server_device,
		server_inode; /* inode 0: no fork-server; device 0: any (an overlay has its own) */
	char cover_dir[REMT_PATH_MAX]; /* COVER: existing directory */
	char variants[REMT_PATH_MAX];  /* file of include/remt/variants.h; "": none */
	char view_root
		[REMT_PATH_MAX]; /* tree over which the runner mounts a fresh overlay per run: fork-server children enter their cwd anew; "": none */

	uint32_t checks_mode; /* enum remt_checks_mode */
	uint32_t nr_checking, nr_exempt;
	uint32_t reserved_checks;
	uint64_t checking[REMT_SESSION_MAX_UNITS]; /* uids */
	struct remt_exempt exempt[REMT_SESSION_MAX_EXEMPT];

	/* SPLIT: a child sees other directories under the names that its parent knows. */
	uint32_t has_own_view;
	/* SPLIT, of scripts: */
	uint32_t is_script;   /* each process that attaches is a trunk */
	uint32_t is_original; /* a child goes on as the original */
	int32_t turn;	   /* pid that takes the next request; 0: there is only one, -1: nobody */
	int32_t called;	   /* pid that is called; 0: none, or it has answered */
	uint32_t nr_calls; /* changes when those that were called are to wait on */
	/* What wait() tells the child of a process that was called. */
	int32_t returned_pid, returned_status;
	uint32_t nr_shared, nr_moved;
	/* Descriptors of open files that the parent has, too: a child sends its own ones. */
	int32_t shared[REMT_SESSION_MAX_SHARED];
	/* What the child of a process that was called finds there. */
	struct remt_offset moved[REMT_SESSION_MAX_SHARED];
	/* Pid of the one copy that lives; that of what it stands for, and of the parent of that. */
	int32_t copy, copied, copied_parent;
	uint32_t nr_ancestors;
	int32_t ancestors[REMT_SESSION_MAX_ANCESTORS]; /* processes of the trunk that wait */
	int32_t asking;	   /* pid of the trunk's process that asks; 0: none.  Others wait */
	uint32_t is_alone; /* each of the batch parts at the first execution of one of its sites */
	uint32_t covers;   /* the trunk writes coverage, and what is split off goes on with it */
	uint32_t reserved;
	uint64_t output_device, output_inode; /* of the file that is the run's output */
	uint64_t error_device, error_inode;   /* of its standard error, if that is another one */
	/* Bit per mutant: a trunk has executed its site. */
	uint8_t reached[REMT_SESSION_MAX_ON / 8];

	/* Written by the run-time, never taken back: a later process of the same unit uses the
	 * same bits.  The same unit may be there twice. */
	uint32_t nr_noted;	     /* entries of `noted` that were given out */
	uint32_t nr_noted_functions; /* bits of `entered` */
	struct remt_noted noted[REMT_SESSION_MAX_UNITS];

	/* Written by the run-time with atomic operations; zeroed by the runner before each run. */
	uint32_t nr_attached; /* processes that mapped the session */
	uint32_t nr_switched; /* units in which a switch was set: proof that the mutant was on */
	uint64_t
		nr_hits; /* executions of switched-on sites; above 1024, up to 1020 per process are missing */
	uint32_t budget_spent;	/* 1: hit_budget ran out and a process was ended for it */
	uint32_t runtime_error; /* enum remt_runtime_error, the first one */
	uint32_t next_order;	/* COVER: last order number given out */
	uint32_t
		split_error; /* enum remt_refusal: a child could not go on, or can't split any more */
	uint32_t nr_timers;  /* timers that were set: they interrupt a process */
	uint32_t is_unknown; /* 1: `entered` does not tell of all functions */
	/* Bit per function that was entered: MUTATE and OFF, and SPLIT but for scripts. */
	uint8_t entered[REMT_SESSION_MAX_FUNCTIONS / 8];
	uint32_t checks_size; /* bytes of checks[] that were given out */
	uint32_t checks_lost; /* 1: there was no room for a record */
	uint32_t nr_split;    /* SPLIT: numbers in split[] */
	uint32_t split[REMT_SESSION_MAX_SPLIT];

	struct remt_switch on[REMT_SESSION_MAX_ON];

	/* Records; the runner zeroes what was used. */
	uint64_t checks[REMT_SESSION_MAX_CHECKS / 8];
};

enum remt_runtime_error {
	REMT_RUNTIME_OK = 0,
	REMT_RUNTIME_BAD_UNIT = 1,    /* a .remt.unit of another version or with wrong sizes */
	REMT_RUNTIME_COVER_WRITE = 2, /* a coverage file could not be written */
	REMT_RUNTIME_SERVER = 3,      /* protocol violated */
	REMT_RUNTIME_VARIANTS = 4,    /* the variants file can't be used */
	REMT_RUNTIME_CODE = 5,	      /* the code of a module is not that of its file */
	REMT_RUNTIME_SEALED = 6,      /* the code of a module can't be changed */
};

/* What keeps a process from serving: its children would share more than memory, or less. */
enum remt_refusal {
	REMT_REFUSAL_NONE = 0,
	REMT_REFUSAL_THREADS = 1,     /* has threads before main */
	REMT_REFUSAL_CHILDREN = 2,    /* has children before main */
	REMT_REFUSAL_SIGCHLD = 3,     /* handles or ignores SIGCHLD before main */
	REMT_REFUSAL_DESCRIPTORS = 4, /* opened descriptors before main, or closed 0, 1 or 2 */
	REMT_REFUSAL_DIRECTORY = 5,   /* works in a directory without a name */
	/* Of a trunk or its children only: */
	REMT_REFUSAL_PID = 6,	/* knows its process id */
	REMT_REFUSAL_FILES = 7, /* has files open that can't be opened again: pipes, sockets … */
	REMT_REFUSAL_LOCKS = 8, /* holds locks of files */
	REMT_REFUSAL_MAPPINGS = 9, /* has memory that it would share with its parent */
	REMT_REFUSAL_TIMERS = 10,  /* has timers that fork does not take along */
	REMT_REFUSAL_SOCKET = 11,  /* has closed the socket to the runner */
	/* Has signals pending, or a handler ran while values were compared. */
	REMT_REFUSAL_SIGNALS = 12,
};

enum remt_message_type {
	REMT_MESSAGE_HELLO = 1,	  /* run-time → runner, once */
	REMT_MESSAGE_RUN = 2,	  /* runner → run-time, with 3 descriptors (SCM_RIGHTS) */
	REMT_MESSAGE_STARTED = 3, /* run-time → runner: pid */
	REMT_MESSAGE_DONE = 4,	  /* run-time → runner: pid, status, use */
	REMT_MESSAGE_SPLIT = 5,	  /* run-time → runner: pid, status */
	REMT_MESSAGE_STAY = 6,	  /* runner → run-time: no fork */
};

struct remt_message {
	uint32_t type;	  /* enum remt_message_type */
	uint32_t version; /* REMT_SESSION_VERSION */
	int32_t pid;	  /* in the server's PID namespace */
	int32_t status;	 /* wait status (DONE), errno (STARTED), enum remt_refusal (HELLO, SPLIT) */
	uint64_t run;	 /* number chosen by the runner, echoed */
	uint64_t cpu_us; /* user + system time of the child and its waited-for descendants */
	uint64_t max_rss_kb;
};

#endif
