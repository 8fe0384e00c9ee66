/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The store: everything that a user keeps, in one SQLite database `.remt/remt.db`. No other
 * directory includes sqlite3.h. The schema is store/schema.sql.
 *
 *   store_open()          creates or migrates; a writer holds an exclusive lock file
 *   store_begin_run()     begins a run, or resumes the unfinished one of the same plan
 *   store_put_*()         writes inside a transaction
 *   store_flush()         commits what was put; the runner does so within 100 ms of a cell
 *   store_finish_run()
 *   store_close()         drops what was not flushed
 *
 * Readers may use store_open(…, STORE_READ) at any time, also while there is a writer. A reader
 * sees one state of the store until it closes it.
 *
 * A damaged page is never used: each function may fail for that (ERROR_UNUSABLE). store_open() for
 * writing drops what can't be trusted any more.
 *
 * Once a write has failed (full disk …) every later one returns the same error; what was flushed
 * before stays. Only one thread uses a store, and a process opens a directory for writing only once
 * at a time.
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/stamp.h"
#include "remt/verdict.h"

struct store;

enum store_mode { STORE_READ, STORE_WRITE };

#define STORE_MUTANT_ID_SIZE 13 /* 12 hexadecimal digits and NUL */

/* A mutant of the source: one row, however many objects it is in. */
struct store_mutant {
	int64_t key; /* row id, set by the store */
	/* The same for all -O levels, build directories and runs of the same source. */
	char id[STORE_MUTANT_ID_SIZE];
	const char *file; /* relative to the project root */
	const char *function;
	uint32_t line, column, end_line, end_column; /* the range that `replacement` replaces */
	uint32_t site_line, site_column;	     /* the construct that the user is shown */
	uint32_t site_end_line, site_end_column;
	const char *op; /* such as "ORRN:<:<=" */
	const char *replacement;
	const char *description;
	uint64_t line_hash;
	uint32_t flags; /* enum remt_mutant_flags */
};

/* A place of a mutant in the compiled program. */
struct store_instance {
	int64_t mutant;
	uint64_t uid;
	uint32_t site, function, alternative;
};

/* What differed between unmutated runs of a test that had the same verdict. */
enum store_change {
	STORE_CHANGE_OUTPUT = 1,
	STORE_CHANGE_COVERAGE = 2,
};

/* What decides whether a mutated run passes. */
enum store_oracle {
	STORE_ORACLE_TEST = 0, /* the harness's verdict */
	/* that verdict, and whether the run prints what the unmutated test prints */
	STORE_ORACLE_OUTPUT = 1,
};

/* Returns the name of ORACLE in options and reports. */
const char *store_oracle_name(enum store_oracle oracle) RETURNS_NONNULL;

struct store_test {
	int64_t key;
	const char *name;
	const char *harness;
	const char *command; /* quoted for the shell, can be pasted: cd DIR && env … ARGV */
	const char *record;  /* JSON of struct test, by which the test is run again */
	bool quarantined;
	const char *reason; /* why it is in quarantine, or why its cells are unknown; "": neither */
	uint64_t cpu_us, wall_us; /* medians of the baseline, in microseconds */
	int result;		  /* enum test_result of the baseline */
	unsigned changes;	  /* bits of enum store_change */
	/* Oracle of this test. The oracle of the run is the one that was asked for. */
	enum store_oracle oracle;
	uint64_t entered; /* hash of the functions that the unmutated runs entered; 0: not known */
	uint64_t limits;  /* allowance_identity() of its mutated runs; 0: not known */
	uint64_t output_hash; /* XXH64 of the unmutated output, if the output is the oracle */
	/* number of processes that executed instrumented code in the traced run */
	uint32_t nr_processes;
	bool was_killed; /* one of these processes ended by a signal */
	/* why nothing of the test was carried over (store_put_refusal()); "": no reason */
	const char *refusal;
	bool has_trace; /* the lists of what it loaded, reached and named are there, and whole */
};

/* A site that an unmutated run of a test reached. */
struct store_reached {
	uint64_t uid;
	uint32_t site;
	uint32_t first; /* position in the order of first reach */
};

/* The set of functions that a run entered. */
struct store_entered {
	uint64_t hash;
	const void *rows; /* `count` structures as in runner/job/entered_set.h */
	size_t count;
};
#define STORE_ENTERED_ROW 16 /* in bytes */

/*
 * The set of files that runs of a test named beyond those of the test itself
 * (runner/baseline/extra.h).
 */
struct store_extra {
	uint64_t hash;
	const char *content; /* rows as in runner/input/named.h */
	size_t size;
};

/* A file that a test names to the kernel. */
struct store_input {
	int64_t test;
	const char *path; /* absolute */
	int use;	  /* which part of the file the state covers */
	uint64_t state;	  /* hash */
};

/* A file that the run depends on, and its stamp from before the file was read. */
struct store_stamp {
	const char *path; /* absolute */
	int use;	  /* which part of the file the state covers */
	uint64_t state;	  /* hash */
	struct stamp stamp;
};

struct store_cover {
	int64_t test, mutant;
	uint32_t first; /* position in the order of first reach */
	uint32_t count;
	bool before_main;
	bool is_changing; /* reached in some unmutated runs, but not in all */
};

struct store_cell {
	int64_t test, mutant;
	enum verdict verdict;
	int mode; /* enum worker_mode in which it was run */
	uint64_t wall_us;
	const char *detail; /* "SIGSEGV", "exit 1", "CPU limit 1200 ms", fallback reason … */
	/*
	 * Key of the earlier run that the cell was carried over from; 0: the cell is of this run.
	 */
	int64_t origin;
	uint64_t entered; /* hash of the functions that its run entered; 0: not known */
	uint64_t extra;	  /* hash of the files that its run named beyond its test's; 0: not known */
	/*
	 * Key of the mutant that was run: a duplicate of this one, which has its verdict; 0: this one was.
	 */
	int64_t shared;
	const char *run; /* of store_each_cell(): the id of `shared`; "": 0 */
};

/* A file of the project as it was when the objects were built. */
struct store_file {
	const char *path;		     /* relative to the project root */
	uint64_t hash;			     /* XXH64 */
	uint32_t folded, macro, shape, user; /* number of skipped constructs by reason */
};

/* A compiled unit, as the compiler described it. */
struct store_unit {
	uint64_t uid;
	const char *source;  /* main source file, relative to the project root */
	const void *content; /* site table (include/remt/sites.h), borrowed */
	size_t size;
};

/* A program or shared library that contains units. */
struct store_module {
	uint32_t module;	/* number within the run */
	const char *path;	/* absolute */
	uint64_t linkage;	/* hash of how the loader treats it (sites/linkage.h) */
	const char *foreign;	/* a function or variable of none of its units; "": there is none */
	uint64_t content;	/* hash of what was built without remt; 0: not known */
	const char *resolution; /* what the linker decided, a line for each fact */
};

/*
 * Says that a unit is linked into a module: a program, or a shared library, which any program may
 * load.
 */
struct store_link {
	uint64_t uid;
	uint32_t module; /* number within the run */
	bool is_library;
};

/* How much a proof says of a mutant. Stored. */
enum store_proof_kind {
	STORE_PROOF_NONE = 0,	    /* It was tried, and there is none: see its text. */
	STORE_PROOF_EQUIVALENT = 1, /* No run can tell the mutant from the original. */
	/* The same, if nothing is executed that the language leaves undefined. */
	STORE_PROOF_BUT_UB = 2,
};

/*
 * What texts begin with that call a mutant equivalent by a model of the code. Such results are STORE_PROOF_NONE: nothing
 * counts by them. The weaker text comes first in the alphabet.
 */
#define STORE_PROBABLY	      "probably equivalent"
#define STORE_PROBABLY_BUT_UB "probably equivalent but for undefined behaviour"

/* What was found out about a mutant in one version of a unit. */
struct store_proof {
	int64_t mutant;
	uint64_t uid;	    /* of the unit */
	const char *method; /* "compiler": both give the same object; "region": equiv/proof.h */
	enum store_proof_kind kind;
	/* store_hash_units() of the run, if the proof holds with these units only; 0: with any */
	uint64_t units;
	const char *compiler; /* the first line of its --version; "region": remt's */
	const char *flags;    /* quoted for the shell */
	/*
	 * hash of the object that original and mutant have in common, or, without a proof, that duplicates have in common; 0:
	 * none, or not known
	 */
	uint64_t object;
	const char *text; /* the proof in words, or why there is none */
	const char *made; /* ISO 8601, UTC; set by the store */
	/*
	 * Of store_each_proven(): a test of the run kills a mutant that is proven equivalent in one of its units, so that no proof
	 * in the unit is to be believed.
	 */
	bool is_void;
};

struct store_run {
	int64_t key;
	const char *command; /* as the user typed it, quoted for the shell */
	const char *root;    /* absolute project root */
	const char *preset;
	const char *compiler;
	/* Hash of objects, tests and options. An unfinished run with the same plan is resumed. */
	const char *plan;
	const char *started;  /* ISO 8601, UTC */
	const char *finished; /* ISO 8601, UTC; "" until the run is finished */
	bool full;	      /* full scenario */
	enum store_oracle oracle;
};

/* True if DIRECTORY has a store, in whatever state. */
bool store_is_at(const char *directory);
/*
 * Opens DIRECTORY/remt.db. In write mode creates both, and returns ERROR_UNUSABLE with the pid of
 * the writer if there is one already. The caller ends *RET with store_close().
 */
struct error *store_open(const char *directory, enum store_mode mode,
			 struct store **ret) MUST_CHECK;
void store_close(struct store *store);
/*
 * Returns what was found damaged when STORE was opened for writing, and what was lost with it, for
 * people; NULL: nothing.
 */
const char *store_damage(const struct store *store);
/* Reads the whole database. The error tells damage that no other reader would meet. */
struct error *store_check(struct store *store) MUST_CHECK;

/* key of the commit that the sources were at (store_put_meta()) */
#define STORE_META_COMMIT "commit"

/*
 * Calls EACH with the keys of the runs from which verdicts can be taken, newest first: the
 * unfinished runs since the last finished one, and that one. BEFORE restricts them to runs before
 * that key, 0 to none. COMMIT restricts them to runs of sources at that commit, NULL to none.
 */
struct error *store_each_base(struct store *store, int64_t before, const char *commit,
			      struct error *(*each)(void *arg, int64_t key), void *arg) MUST_CHECK;
/*
 * Makes the run KEY the current one of a store that is open for reading. Returns ERROR_UNUSABLE if
 * there is no such run.
 */
struct error *store_choose(struct store *store, int64_t key) MUST_CHECK;
/* Notes that the current run, which is unfinished, must not be resumed. */
struct error *store_give_up_run(struct store *store) MUST_CHECK;
/*
 * Begins a run, or resumes the unfinished last run if it has the same plan. In the latter case
 * *RESUMED is true and its cells stay.
 */
struct error *store_begin_run(struct store *store, const struct store_run *run,
			      bool *resumed) MUST_CHECK;
struct error *store_finish_run(struct store *store) MUST_CHECK;
/*
 * Reads the current run: the last one, finished or not, or the one of store_choose(). Returns
 * ERROR_UNUSABLE if there is none. The texts belong to the store and are valid until the next call.
 */
struct error *store_get_run(struct store *store, struct store_run *ret) MUST_CHECK;

/* Puts a unit of the run. Its content is stored once for all runs. */
struct error *store_put_unit(struct store *store, const struct store_unit *unit) MUST_CHECK;
struct error *store_put_module(struct store *store, const struct store_module *module) MUST_CHECK;
struct error *store_put_link(struct store *store, const struct store_link *link) MUST_CHECK;
struct error *store_put_file(struct store *store, const struct store_file *file) MUST_CHECK;
/* Sets `key`. The same id has the same key in all runs. */
struct error *store_put_mutant(struct store *store, struct store_mutant *mutant) MUST_CHECK;
struct error *store_put_instance(struct store *store,
				 const struct store_instance *instance) MUST_CHECK;
/* Sets `key`. The same name has the same key in all runs. */
struct error *store_put_test(struct store *store, struct store_test *test) MUST_CHECK;
/* Notes for a stored test why nothing of it was carried over. */
struct error *store_put_refusal(struct store *store, int64_t test, const char *text) MUST_CHECK;
/* Notes that TEST loads MODULE, a number as in struct store_link. */
struct error *store_put_test_module(struct store *store, int64_t test, uint32_t module) MUST_CHECK;
/* Puts all sites that TEST reached, in one call. Nothing is stored if COUNT is 0. */
struct error *store_put_reach(struct store *store, int64_t test, const struct store_reached *sites,
			      size_t count) MUST_CHECK;
struct error *store_put_entered(struct store *store, const struct store_entered *set) MUST_CHECK;
struct error *store_put_extra(struct store *store, const struct store_extra *set) MUST_CHECK;
struct error *store_put_input(struct store *store, const struct store_input *input) MUST_CHECK;
/* Drops the stamps of all runs. Only the last run that puts stamps has some. */
struct error *store_clear_stamps(struct store *store) MUST_CHECK;
struct error *store_put_stamp(struct store *store, const struct store_stamp *stamp) MUST_CHECK;
struct error *store_put_cover(struct store *store, const struct store_cover *cover) MUST_CHECK;
struct error *store_put_cell(struct store *store, const struct store_cell *cell) MUST_CHECK;
/* Puts a proof, which takes the place of an earlier one of its mutant, unit and method. */
struct error *store_put_proof(struct store *store, const struct store_proof *proof) MUST_CHECK;
/* Says that a stored proof, of which the mutant, the unit and the method count, was made beside the units of PROOF. */
struct error *store_renew_proof(struct store *store, const struct store_proof *proof) MUST_CHECK;
/* Commits all that was put so far. When it has returned, the data survive kill -9. */
struct error *store_flush(struct store *store) MUST_CHECK;

/*
 * Iterations over the current run. Strings are valid during the callback only. An error of a
 * callback ends the iteration and is returned. A callback may iterate, too, but not write.
 *
 * The order is: files by path; mutants by file, line and column; tests as they were first stored;
 * cover by test; cells by mutant. Instances have no order. For all mutants one call with 0 is far
 * cheaper than a call for each.
 */
struct error *store_each_file(struct store *store,
			      struct error *(*each)(void *arg, const struct store_file *),
			      void *arg) MUST_CHECK;
struct error *store_each_mutant(struct store *store,
				struct error *(*each)(void *arg, const struct store_mutant *),
				void *arg) MUST_CHECK;
struct error *store_each_instance(struct store *store, int64_t mutant /* 0: all */,
				  struct error *(*each)(void *arg, const struct store_instance *),
				  void *arg) MUST_CHECK;
struct error *store_each_test(struct store *store,
			      struct error *(*each)(void *arg, const struct store_test *),
			      void *arg) MUST_CHECK;
/* Returns ERROR_UNUSABLE if a content is damaged. A content is valid until the callback returns. */
struct error *store_each_unit(struct store *store,
			      struct error *(*each)(void *arg, const struct store_unit *),
			      void *arg) MUST_CHECK;
/* The order is by number of the module, also for links. */
struct error *store_each_module(struct store *store,
				struct error *(*each)(void *arg, const struct store_module *),
				void *arg) MUST_CHECK;
struct error *store_each_link(struct store *store,
			      struct error *(*each)(void *arg, const struct store_link *),
			      void *arg) MUST_CHECK;
struct error *store_each_test_module(struct store *store,
				     struct error *(*each)(void *arg, int64_t test,
							   uint32_t module),
				     void *arg) MUST_CHECK;
/* SITES are valid until the callback returns. Returns ERROR_UNUSABLE if they are damaged. */
struct error *store_each_reach(struct store *store,
			       struct error *(*each)(void *arg, int64_t test,
						     const struct store_reached *sites,
						     size_t count),
			       void *arg) MUST_CHECK;
/*
 * Iterates over the sets of all runs. Rows are valid until the callback returns. Returns
 * ERROR_UNUSABLE if they are damaged.
 */
struct error *store_each_entered(struct store *store,
				 struct error *(*each)(void *arg, const struct store_entered *),
				 void *arg) MUST_CHECK;
/* Iterates over the sets of files of all runs, as store_each_entered() does. */
struct error *store_each_extra(struct store *store,
			       struct error *(*each)(void *arg, const struct store_extra *),
			       void *arg) MUST_CHECK;
/* In the order of tests and paths. */
struct error *store_each_input(struct store *store,
			       struct error *(*each)(void *arg, const struct store_input *),
			       void *arg) MUST_CHECK;
struct error *store_each_stamp(struct store *store,
			       struct error *(*each)(void *arg, const struct store_stamp *),
			       void *arg) MUST_CHECK;
struct error *store_each_cover(struct store *store, int64_t mutant /* 0: all */,
			       struct error *(*each)(void *arg, const struct store_cover *),
			       void *arg) MUST_CHECK;
struct error *store_each_cell(struct store *store, int64_t mutant /* 0: all */,
			      struct error *(*each)(void *arg, const struct store_cell *),
			      void *arg) MUST_CHECK;
/* Returns in *RET a hash of the uids of all units of the run; never 0. */
struct error *store_hash_units(struct store *store, uint64_t *ret) MUST_CHECK;
/* Iterates over what was tried for units of the run, in the order of mutants, methods and units. */
struct error *store_each_proof(struct store *store,
			       struct error *(*each)(void *arg, const struct store_proof *),
			       void *arg) MUST_CHECK;
/*
 * Calls EACH for every mutant of the run that only units have which are made of its file, and every method by which it is
 * proven in all of these: with the weakest kind, and the rest of the proof in one of them. In the order of mutants; of a
 * mutant, the strongest comes first.
 */
struct error *store_each_proven(struct store *store,
				struct error *(*each)(void *arg, const struct store_proof *),
				void *arg) MUST_CHECK;
/*
 * Calls EACH for the mutants of the run that a model of the code calls equivalent in all of these units (STORE_PROBABLY),
 * with the weakest of the texts. Nothing is proven by it: `kind` is STORE_PROOF_NONE.
 */
struct error *store_each_probable(struct store *store,
				  struct error *(*each)(void *arg, const struct store_proof *),
				  void *arg) MUST_CHECK;
/* A mutant of which the compiler makes the object of another mutant. */
struct store_duplicate {
	int64_t mutant;
	const char *
		first; /* id of the first one, by place, of all that have the object; may be its own */
};

/*
 * Calls EACH for the mutants of the run that have an object with other ones in common, in a unit that has no void proof.
 * Mutants that may trap are left out, as the compiler may remove what the instrumented program executes, and those that
 * change what is executed: a deleted assignment may leave a variable without a value, of which plain GCC and the
 * instrumented program make different things.
 */
struct error *store_each_duplicate(struct store *store,
				   struct error *(*each)(void *arg, const struct store_duplicate *),
				   void *arg) MUST_CHECK;
/* Puts and gets named numbers and texts of a run: estimates, options, counters. */
struct error *store_put_meta(struct store *store, const char *key, const char *value) MUST_CHECK;
struct error *store_get_meta(struct store *store, const char *key,
			     char **ret /* owned by the caller; NULL: not set */) MUST_CHECK;
/* *RET is 0 if the number is not set. */
struct error *store_get_number(struct store *store, const char *key, uint64_t *ret) MUST_CHECK;

#endif
