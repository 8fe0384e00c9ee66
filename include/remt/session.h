/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * The session: what the runner tells the run-time inside each tested process, and what comes back.
 *
 * The runner creates one session file per worker (tmpfs), names it in the environment as
 * REMT_SESSION and preloads the run-time. Every process that has the variable and the run-time maps
 * the file shared and obeys `mode`. Both ends must come from the same build; a session of another
 * REMT_SESSION_VERSION is refused.
 *
 * Modes
 *   OFF     attach, count, change nothing.
 *   COVER   all flags on; each process writes a coverage file (include/remt/coverage.h).
 *           The layout switches of `on[]` are on.
 *   MUTATE  the alternatives of `on[]` are on wherever their unit is found.
 *           Executions of layout switches are no hits.
 *   SPLIT   for a child of the fork-server, see below. Except in scripts, a process that the
 *           child starts by exec switches nothing on.
 *   NEGATE  as COVER, and the alternatives in `on[]` are on. What is executed more than 4096
 *           times is only sampled, and counts are not exact.
 *
 * Binaries: `variants` names a file with the sites of modules that have no unit of their own. They
 * take part in all modes but SPLIT. For statically linked ones the tracer of the process
 * (runner/trace/planter.h) does what the run-time does.
 *
 * Checks (remt/checks.h): unless `checks_mode` is OFF, the checks of the units in `checking[]` are
 * recorded in `checks[]`. With GO_ON a test continues as if its checks held.
 *
 * Fork-server (struct remt_message below): the process whose executable is
 * `server_device:server_inode` stops once before main and says HELLO on descriptor REMT_SERVER_FD,
 * a SOCK_SEQPACKET socket. HELLO's status is 0, or says why the process can't serve (enum
 * remt_refusal). For each RUN it forks a child. The child closes the socket, takes the descriptors
 * sent with the message as 0, 1 and 2, begins a session (setsid), reads `on[]` and the limits again
 * and enters main. STARTED carries the child's pid. If the fork fails, its status is the errno and
 * no DONE follows. DONE carries the wait status and the resources used. The server ends by _exit(0)
 * at the end of file on the socket, or if the protocol is broken. Processes that the child starts
 * (fork + exec) attach as in exec mode.
 *
 * Split-stream: a child that begins in mode SPLIT is the *trunk*. It keeps the socket, says STARTED
 * itself, copies `on[]` and continues as the original. `on[]` is sorted by uid, site and
 * alternative; `mutant` numbers the mutants of the batch. Where mutants are infected, the trunk
 * says SPLIT with the numbers of a group in `split[]`: the mutants of one site whose values are
 * equal in this execution. SPLIT's status says why it can't fork (enum remt_refusal), or is 0. On
 * RUN it forks a child that becomes these mutants, with the alternative that `on[]` has for the
 * first of them, the lead. The child says STARTED itself. The parent says DONE after the child's
 * end, or STARTED if it could not fork, and continues when it is told to STAY. On STAY instead of
 * RUN it forgets the mutants. A child that stands for several mutants keeps the socket and says
 * SPLIT where their values part; the lead stays with it. A child that can't be separated from its
 * parent writes the reason to `split_error` and exits. A child that can't split off mutants any
 * more writes the reason, too, but continues: its end then counts for its lead only.
 *
 * Variants: if `is_alone` is set, each variant of the batch is split off by itself at the first
 * execution of one of its sites, and shares no child. With `covers` the trunk records coverage as
 * in NEGATE, with nothing on. A child is in mode NEGATE; its coverage begins as a copy of the
 * trunk's.
 *
 * Scripts: if `is_script` is set, every process of the test that has instrumented code is a trunk,
 * for the mutants that `on[]` has when it attaches. The ancestors of such a process wait for it.
 * When a child of the process has ended, the runner has a waiting ancestor forked, so that the same
 * wait can return another result. For this the runner sends an ancestor REMT_CALL_SIGNAL, which has
 * a handler only in wait(), wait3(), wait4() and waitpid(), and the ancestor says SPLIT, too. In
 * the child that it forks on RUN, the call returns `returned_pid` and `returned_status`, and files
 * that both have open are where the ended child has left them (`moved`). Several processes may wait
 * for requests: `turn` names the one that takes the next. When `nr_calls` changes, the ancestors
 * that were called wait for their children again.
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
#define REMT_SESSION_MAX_SPLIT	   256	      /* of one site */
#define REMT_SESSION_MAX_SHARED	   16
#define REMT_SESSION_MAX_ANCESTORS 32
#define REMT_SESSION_MAX_UNITS	   1024
#define REMT_SESSION_MAX_FUNCTIONS 32768 /* functions with sites, of all units together */
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
	REMT_CHECKS_RECORD = 1, /* records checks that fail */
	REMT_CHECKS_GO_ON = 2,	/* records all checks */
};

/*
 * A condition that has the form of a check, but fails in a test that passes: so it is no check, and
 * is not recorded.
 */
struct remt_exempt {
	uint64_t uid;
	uint32_t check; /* number of the check in its unit */
	uint32_t reserved;
};

/*
 * An alternative to switch on. A mutant of a header has one of these for each unit with the header.
 */
struct remt_switch {
	uint64_t uid; /* the unit's */
	uint32_t site;
	uint32_t function; /* number of the function: index into the unit's function flags */
	uint32_t alternative;
	/*
	 * SPLIT: number of the mutant within the batch, the same for all its switches. MUTATE:
	 * REMT_SWITCH_LAYOUT for a layout switch, else any number.
	 */
	uint32_t mutant;
};

/* A unit whose functions report their first entry. */
struct remt_noted {
	uint64_t uid;
	uint32_t first;	       /* index in `entered` of its first function's bit */
	uint32_t nr_functions; /* 0: the process has not written it yet */
};

/* A descriptor of a regular file, with its offset. */
struct remt_offset {
	int32_t fd;
	int32_t flags; /* as F_GETFL returns them */
	int64_t offset;
};

struct remt_session {
	char magic[8];
	uint32_t version;
	uint32_t size; /* sizeof(struct remt_session) */

	/* Written by the runner between runs: */
	uint32_t mode; /* enum remt_mode */
	uint32_t nr_on;
	/* Hits of switched-on sites after which the run is ended as a timeout; 0: no limit. */
	uint64_t hit_budget;
	/* inode 0: no fork-server; device 0: any device, as an overlay has its own */
	uint64_t server_device, server_inode;
	char cover_dir[REMT_PATH_MAX]; /* COVER: a directory that exists */
	char variants[REMT_PATH_MAX];  /* path of a file of include/remt/variants.h; "": none */
	/*
	 * Tree that each run sees through a fresh overlay; "": none. A child of the fork-server
	 * must change to its directory again.
	 */
	char view_root[REMT_PATH_MAX];

	uint32_t checks_mode; /* enum remt_checks_mode */
	uint32_t nr_checking, nr_exempt;
	uint32_t reserved_checks;
	uint64_t checking[REMT_SESSION_MAX_UNITS]; /* uids of the units whose checks are recorded */
	struct remt_exempt exempt[REMT_SESSION_MAX_EXEMPT];

	/*
	 * SPLIT: the child has a view of its own, where the same paths lead to other directories.
	 */
	uint32_t has_own_view;
	/* SPLIT, for scripts: */
	uint32_t is_script;   /* each process that attaches is a trunk */
	uint32_t is_original; /* a child continues as the original */
	/* pid of the process that takes the next request; 0: there is only one, -1: nobody */
	int32_t turn;
	int32_t called;	   /* pid of the process that is called; 0: nobody, or it has answered */
	uint32_t nr_calls; /* changes when processes that were called are to wait again */
	/* What wait() returns in the child of a process that was called. */
	int32_t returned_pid, returned_status;
	uint32_t nr_shared, nr_moved;
	/*
	 * Descriptors of open files that the parent has, too. A child sends its own ones with
	 * STARTED.
	 */
	int32_t shared[REMT_SESSION_MAX_SHARED];
	/* Where the child of a process that was called finds these files. */
	struct remt_offset moved[REMT_SESSION_MAX_SHARED];
	int32_t copy;	       /* pid of the copy of an ancestor; there is one at a time */
	int32_t copied;	       /* pid of that ancestor */
	int32_t copied_parent; /* pid of the parent of that ancestor */
	uint32_t nr_ancestors;
	int32_t ancestors[REMT_SESSION_MAX_ANCESTORS]; /* processes of the trunk that wait */
	int32_t asking; /* pid of the trunk's process that asks, while others wait; 0: nobody */
	/* each variant is split off at the first execution of one of its sites */
	uint32_t is_alone;
	uint32_t covers; /* the trunk notes coverage, and what is split off continues it */
	uint32_t reserved;
	uint64_t output_device, output_inode; /* the file that is the run's output */
	/* the file that is its standard error, if it is another one */
	uint64_t error_device, error_inode;
	/* A bit for each mutant: a trunk has executed its site. */
	uint8_t reached[REMT_SESSION_MAX_ON / 8];

	/*
	 * Written by the run-time and never taken back: a later process of the same unit uses the
	 * same bits. A unit may occur twice.
	 */
	uint32_t nr_noted;	     /* entries of `noted` in use */
	uint32_t nr_noted_functions; /* bits of `entered` in use */
	struct remt_noted noted[REMT_SESSION_MAX_UNITS];

	/*
	 * Written by the run-time with atomic operations; the runner zeroes these before each run:
	 */
	uint32_t nr_attached; /* processes that have mapped the session */
	/* units in which a switch was set: the proof that the mutant was on */
	uint32_t nr_switched;
	/*
	 * Executions of switched-on sites; above 1024, up to 1020 for each unit of a process may be
	 * missing.
	 */
	uint64_t nr_hits;
	uint32_t budget_spent;	/* 1: hit_budget was used up and a process was ended for it */
	uint32_t runtime_error; /* the first error: enum remt_runtime_error; 0: none */
	uint32_t next_order;	/* COVER: the last order number in use */
	/*
	 * A value of enum remt_refusal: a child could not continue, or can't split off mutants any
	 * more; 0: neither.
	 */
	uint32_t split_error;
	uint32_t nr_timers;  /* timers that were set, which may interrupt a process */
	uint32_t is_unknown; /* 1: `entered` does not have all functions */
	/*
	 * A bit for each function: it was entered. Written in MUTATE, OFF and SPLIT; not in
	 * scripts, nor with `covers`.
	 */
	uint8_t entered[REMT_SESSION_MAX_FUNCTIONS / 8];
	uint32_t checks_size; /* bytes of checks[] in use */
	uint32_t checks_lost; /* 1: a record found no room */
	uint32_t nr_split;    /* SPLIT: how many numbers split[] has */
	uint32_t split[REMT_SESSION_MAX_SPLIT];

	struct remt_switch on[REMT_SESSION_MAX_ON];

	/* Records of checks; the runner zeroes the bytes in use. */
	uint64_t checks[REMT_SESSION_MAX_CHECKS / 8];
};

enum remt_runtime_error {
	REMT_RUNTIME_OK = 0,
	REMT_RUNTIME_BAD_UNIT = 1,    /* a .remt.unit has another version or wrong sizes */
	REMT_RUNTIME_COVER_WRITE = 2, /* a coverage file could not be written */
	REMT_RUNTIME_SERVER = 3,      /* the protocol was violated */
	REMT_RUNTIME_VARIANTS = 4,    /* the variants file can't be used */
	REMT_RUNTIME_CODE = 5,	      /* the code of a module is not that of its file */
	REMT_RUNTIME_SEALED = 6,      /* the code of a module can't be changed */
};

/*
 * Why a process can't be a fork-server, or why nothing can be split off: its children would share
 * too much with it, or would lack something.
 */
enum remt_refusal {
	REMT_REFUSAL_NONE = 0,
	REMT_REFUSAL_THREADS = 1,     /* has threads (a server: before main) */
	REMT_REFUSAL_CHILDREN = 2,    /* has children (a server: before main) */
	REMT_REFUSAL_SIGCHLD = 3,     /* handles or ignores SIGCHLD (a server: before main) */
	REMT_REFUSAL_DESCRIPTORS = 4, /* opened descriptors before main, or closed 0, 1 or 2 */
	REMT_REFUSAL_DIRECTORY = 5,   /* works in a directory without a name */
	/* Only of a trunk or its children: */
	REMT_REFUSAL_PID = 6,	/* knows its process id */
	REMT_REFUSAL_FILES = 7, /* has files open that can't be opened again: pipes, sockets … */
	REMT_REFUSAL_LOCKS = 8, /* has locks on files */
	REMT_REFUSAL_MAPPINGS =
		9, /* memory is shared with its parent, or units are too many or gone */
	REMT_REFUSAL_TIMERS = 10, /* has timers that a child does not inherit */
	REMT_REFUSAL_SOCKET = 11, /* has closed the socket to the runner */
	/* Signals are pending, or a handler ran while values were compared. */
	REMT_REFUSAL_SIGNALS = 12,
};

enum remt_message_type {
	REMT_MESSAGE_HELLO = 1,	  /* run-time → runner, once */
	REMT_MESSAGE_RUN = 2,	  /* runner → run-time, with 3 descriptors (SCM_RIGHTS) */
	REMT_MESSAGE_STARTED = 3, /* run-time → runner: pid */
	REMT_MESSAGE_DONE = 4,	  /* run-time → runner: pid, status, resources used */
	REMT_MESSAGE_SPLIT = 5,	  /* run-time → runner: pid, status */
	REMT_MESSAGE_STAY = 6,	  /* runner → run-time: no fork */
};

struct remt_message {
	uint32_t type;	  /* enum remt_message_type */
	uint32_t version; /* REMT_SESSION_VERSION */
	int32_t pid;	  /* in the server's PID namespace */
	int32_t status; /* wait status (DONE), errno (STARTED), enum remt_refusal (HELLO, SPLIT) */
	uint64_t run;	/* the runner's number, sent back unchanged */
	/* user and system time of the child and of its descendants that were waited for */
	uint64_t cpu_us;
	uint64_t max_rss_kb;
};

#endif
