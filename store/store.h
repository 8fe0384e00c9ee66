/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The store: everything that a user keeps, one SQLite database `.remt/remt.db`.
 * The only directory that includes sqlite3.h.  Schema: store/schema.sql.
 *
 *   store_open()          creates or migrates; a writer holds an exclusive lock file
 *   store_begin_run()     new run, or the unfinished one of the same plan (resume)
 *   store_put_*()         inventory; inside one transaction
 *   store_put_cell()      queued; on disk after store_flush(), at least every 100 ms
 *   store_finish_run()
 *   store_close()
 *
 * Readers use store_open(…, STORE_READ) at any time, also beside a writer.
 * Cells that are not stored are U; cells of a test that does not reach the mutant
 * are E and are not stored either: they follow from coverage.
 *
 * A damaged page is never read: each function may fail for that (ERROR_UNUSABLE), and store_open()
 * for writing drops what can't be trusted any more.
 *
 * Once a write has failed (full disk …) every later one returns the same error;
 * what was flushed before stays.  One thread uses a store; a process opens a
 * directory for writing only once at a time.
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

#define STORE_MUTANT_ID_SIZE 13 /* 12 hex digits and NUL */

/* A mutant of the source: one row however many objects contain it. */
struct store_mutant {
	int64_t key;		       /* row id, set by the store */
	char id[STORE_MUTANT_ID_SIZE]; /* stable over -O levels, build directories and runs of the
					  same source */
	const char *file;	       /* relative to the project root */
	const char *function;
	uint32_t line, column, end_line, end_column; /* range that `replacement` replaces */
	uint32_t site_line, site_column;	     /* the construct shown to the user */
	uint32_t site_end_line, site_end_column;
	const char *op; /* "ORRN:<:<=" */
	const char *replacement;
	const char *description;
	uint64_t line_hash;
	uint32_t flags; /* enum remt_mutant_flags */
};

/* A place where a mutant sits in the compiled program. */
struct store_instance {
	int64_t mutant;
	uint64_t uid;
	uint32_t site, function, alternative;
};

/* What differed between unmutated runs of a test that all gave the same verdict. */
enum store_change {
	STORE_CHANGE_OUTPUT = 1,
	STORE_CHANGE_COVERAGE = 2,
};

/* What decides whether a mutated run passes. */
enum store_oracle {
	STORE_ORACLE_TEST = 0,	 /* the harness's verdict */
	STORE_ORACLE_OUTPUT = 1, /* that, and whether it prints what the unmutated test does */
};

/* As options and reports call it. */
const char *store_oracle_name(enum store_oracle oracle) RETURNS_NONNULL;

struct store_test {
	int64_t key;
	const char *name;
	const char *harness;
	const char *command; /* shell-quoted, can be pasted: cd DIR && env … ARGV */
	const char *record;  /* JSON of struct test, to run it again */
	bool quarantined;
	const char *reason;	  /* of the quarantine, or of unknown cells: "" none */
	uint64_t cpu_us, wall_us; /* baseline medians */
	int result;		  /* enum test_result of the baseline */
	unsigned changes;	  /* bits of enum store_change */
	enum store_oracle oracle; /* of this test; that of the run is what was asked for */
	uint64_t entered;	  /* as of a cell, of the unmutated runs */
	uint64_t limits;	  /* allowance_identity() of its mutated runs; 0: not known */
	uint64_t output_hash;	  /* XXH64 of the unmutated output, if that is the oracle */
	uint32_t nr_processes;	  /* that executed instrumented code in the traced run */
	bool was_killed;	  /* one of these ended by a signal */
	const char
		*refusal; /* why nothing of it was carried over (store_put_refusal()); "": none */
	bool has_trace;	  /* the lists of what it loaded, reached and named are there, and whole */
};

/* A site that an unmutated run of a test reached. */
struct store_reached {
	uint64_t uid;
	uint32_t site;
	uint32_t first; /* its place in the order of first reach */
};

/* Functions that a run entered. */
struct store_entered {
	uint64_t hash;
	const void *rows; /* `count` structures as of runner/entered.h */
	size_t count;
};
#define STORE_ENTERED_ROW 16 /* bytes */

/* The files of runner/extra.h. */
struct store_extra {
	uint64_t hash;
	const char *content; /* rows of runner/named.h */
	size_t size;
};

/* A file that a test names to the kernel. */
struct store_input {
	int64_t test;
	const char *path; /* absolute */
	int use;	  /* what of it the state covers */
	uint64_t state;	  /* hash */
};

/* A file that the run depends on, before it was looked at. */
struct store_stamp {
	const char *path; /* absolute */
	int use;	  /* what of it the state covers */
	uint64_t state;	  /* hash */
	struct stamp stamp;
};

struct store_cover {
	int64_t test, mutant;
	uint32_t first; /* order of first reach */
	uint32_t count;
	bool before_main;
	bool is_changing; /* reached in some, but not in all unmutated runs */
};

struct store_cell {
	int64_t test, mutant;
	enum verdict verdict;
	int mode; /* enum worker_mode that ran it */
	uint64_t wall_us;
	const char *detail; /* "SIGSEGV", "exit 1", "CPU limit 1200 ms", fallback reason … */
	int64_t origin;	  /* key of the earlier run that it was carried over from; 0: it is of this
			     run */
	uint64_t entered; /* hash of the functions that its run entered; 0: not known */
	uint64_t extra;	  /* hash of the files that its run named beyond its test's; 0: not known */
};

/* A file of the project as it was when the objects were built. */
struct store_file {
	const char *path;		     /* relative to the project root */
	uint64_t hash;			     /* XXH64 */
	uint32_t folded, macro, shape, user; /* skipped constructs by reason */
};

/* A compiled unit, by what the compiler left of it. */
struct store_unit {
	uint64_t uid;
	const char *source;  /* main source file, relative to the project root */
	const void *content; /* site table (include/remt/sites.h); borrowed */
	size_t size;
};

/* A program or shared library with units. */
struct store_module {
	uint32_t module;	/* number within the run */
	const char *path;	/* absolute */
	uint64_t linkage;	/* hash of how the loader treats it (sites/linkage.h) */
	const char *foreign;	/* a function or variable of none of its units; "": there is none */
	uint64_t content;	/* hash of what was built without remt; 0: not known */
	const char *resolution; /* what the linker decided, a line for each fact */
};

/* A unit is linked into a module: a program, or a shared library, which any program may load. */
struct store_link {
	uint64_t uid;
	uint32_t module; /* number within the run */
	bool is_library;
};

struct store_run {
	int64_t key;
	const char *command; /* of the user, shell-quoted */
	const char *root;    /* absolute project root */
	const char *preset;
	const char *compiler;
	const char *plan; /* hash of objects, tests, options: an unfinished run with the same plan
			     is resumed */
	const char *started;  /* ISO 8601, UTC */
	const char *finished; /* "" while it runs */
	bool full;	      /* full scenario */
	enum store_oracle oracle;
};

/* True if DIRECTORY has a store, of whatever state. */
bool store_is_at(const char *directory);
/* Opens DIRECTORY/remt.db, making both in write mode.  A second writer gets ERROR_UNUSABLE naming
 * the first one's pid. */
struct error *store_open(const char *directory, enum store_mode mode,
			 struct store **ret) MUST_CHECK;
void store_close(struct store *store);
/* What was found damaged when STORE was opened for writing, and what of it is lost, for people;
 * NULL: nothing. */
const char *store_damage(const struct store *store);
/* Reads all of the database: an error tells of what is damaged and would not be read otherwise. */
struct error *store_check(struct store *store) MUST_CHECK;

#define STORE_META_COMMIT "commit" /* that the sources were as of */

/*
 * Gives the keys of the runs that verdicts can be taken from, newest first: the unfinished ones
 * since the last finished run, and that. BEFORE (0: none): only earlier ones. COMMIT (NULL: any):
 * only those of sources as of that.
 */
struct error *store_each_base(struct store *store, int64_t before, const char *commit,
			      struct error *(*each)(void *arg, int64_t key), void *arg) MUST_CHECK;
/* Makes the run KEY, if there is one, the current one of a store that is open for reading. */
struct error *store_choose(struct store *store, int64_t key) MUST_CHECK;
/* The unfinished run, the current one, is not to be resumed. */
struct error *store_give_up_run(struct store *store) MUST_CHECK;
/* Starts a run, or resumes the unfinished one with the same plan (*resumed; its cells stay). */
struct error *store_begin_run(struct store *store, const struct store_run *run,
			      bool *resumed) MUST_CHECK;
struct error *store_finish_run(struct store *store) MUST_CHECK;
/* The current run: the last one, finished or not; ERROR_UNUSABLE if there is none.  Texts are the
 * store's, until the next call. */
struct error *store_get_run(struct store *store, struct store_run *ret) MUST_CHECK;

/* Its content is kept once for all runs. */
struct error *store_put_unit(struct store *store, const struct store_unit *unit) MUST_CHECK;
struct error *store_put_module(struct store *store, const struct store_module *module) MUST_CHECK;
struct error *store_put_link(struct store *store, const struct store_link *link) MUST_CHECK;
struct error *store_put_file(struct store *store, const struct store_file *file) MUST_CHECK;
/* Sets `key`; the same id gives the same key. */
struct error *store_put_mutant(struct store *store, struct store_mutant *mutant) MUST_CHECK;
struct error *store_put_instance(struct store *store,
				 const struct store_instance *instance) MUST_CHECK;
/* Sets `key`; the same name gives the same key. */
struct error *store_put_test(struct store *store, struct store_test *test) MUST_CHECK;
/* Of a test that was put. */
struct error *store_put_refusal(struct store *store, int64_t test, const char *text) MUST_CHECK;
/* MODULE, as in struct store_link, is loaded by TEST. */
struct error *store_put_test_module(struct store *store, int64_t test, uint32_t module) MUST_CHECK;
/* All of them at once. */
struct error *store_put_reach(struct store *store, int64_t test, const struct store_reached *sites,
			      size_t count) MUST_CHECK;
struct error *store_put_entered(struct store *store, const struct store_entered *set) MUST_CHECK;
struct error *store_put_extra(struct store *store, const struct store_extra *set) MUST_CHECK;
struct error *store_put_input(struct store *store, const struct store_input *input) MUST_CHECK;
/* Of a run that has none yet: forgets those of all others. */
struct error *store_clear_stamps(struct store *store) MUST_CHECK;
struct error *store_put_stamp(struct store *store, const struct store_stamp *stamp) MUST_CHECK;
struct error *store_put_cover(struct store *store, const struct store_cover *cover) MUST_CHECK;
struct error *store_put_cell(struct store *store, const struct store_cell *cell) MUST_CHECK;
/* Commits everything put so far; after it returns the data survive kill -9. */
struct error *store_flush(struct store *store) MUST_CHECK;

/*
 * Iteration over the current run; strings are valid during the callback only; a callback's error
 * stops and is returned. A callback may iterate, too, but not write.  Order: files by path, mutants
 * by file, line and column, tests as first stored, cover by test, cells by mutant. For all mutants
 * one call with 0 is far cheaper than a call for each.
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
/* ERROR_UNUSABLE if a content is damaged; that of the callback lasts until it returns. */
struct error *store_each_unit(struct store *store,
			      struct error *(*each)(void *arg, const struct store_unit *),
			      void *arg) MUST_CHECK;
/* By number; the same for the links. */
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
/* SITES last until the callback returns; ERROR_UNUSABLE if they are damaged. */
struct error *store_each_reach(struct store *store,
			       struct error *(*each)(void *arg, int64_t test,
						     const struct store_reached *sites,
						     size_t count),
			       void *arg) MUST_CHECK;
/* Of all runs; rows last until the callback returns; ERROR_UNUSABLE if they are damaged. */
struct error *store_each_entered(struct store *store,
				 struct error *(*each)(void *arg, const struct store_entered *),
				 void *arg) MUST_CHECK;
/* The same of files. */
struct error *store_each_extra(struct store *store,
			       struct error *(*each)(void *arg, const struct store_extra *),
			       void *arg) MUST_CHECK;
/* By test and path. */
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
/* Named numbers and texts of a run (estimates, options, counters). */
struct error *store_put_meta(struct store *store, const char *key, const char *value) MUST_CHECK;
struct error *store_get_meta(struct store *store, const char *key,
			     char **ret /* owned by the caller; NULL: not set */) MUST_CHECK;
/* 0 if it is not set. */
struct error *store_get_number(struct store *store, const char *key, uint64_t *ret) MUST_CHECK;

#endif
