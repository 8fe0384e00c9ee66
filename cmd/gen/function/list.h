/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions that `remt gen --functions` looks at, by source file, and what was found of each. */
#ifndef CMD_GEN_FUNCTION_LIST_H
#define CMD_GEN_FUNCTION_LIST_H

#include <jansson.h>

#include "caller/insertion.h"
#include "caller/test_file.h"
#include "cmd/gen/function/prepare.h"
#include "cmd/new_directory.h"
#include "paths/words.h"

struct gen_functions_mutant {
	const struct gen_mutant *mutant;
	enum gen_function_verdict verdict;
	char *why;     /* UNKNOWN: the reason; owned */
	size_t test;   /* KILLED: the number of the function's test; from 0 on */
	bool has_test; /* a test in C was seen to kill it */
};

/* A sequence of calls that kills a mutant (caller/sequence.h). */
struct gen_functions_sequence {
	size_t mutant; /* of the item */
	unsigned char bytes[SEQUENCE_SIZE];
	char *output; /* what the harness prints of the original; owned */
};

/* A function. */
struct gen_functions_item {
	const char *name, *file;       /* of its mutants */
	const struct entry *entry;     /* NULL: the debug information has none like it */
	const struct entry *old_entry; /* that of the old version, if two are compared */
	const char *
		cause; /* why it is compared though it has not changed; NULL: it has, or there is one version */
	json_t *found; /* what was found of two versions (gen_changed_json()); NULL: nothing was searched; owned */
	char *refusal; /* why nothing was tried; NULL: something was; owned */
	VEC(struct gen_functions_mutant) mutants;
	size_t unit;
	bool is_changed; /* it has mutants in changed code */
	bool is_done;
	struct test_piece shown,
		plain;	    /* its tests in C, in the style that is wanted, and in that of assert */
	char *include;	    /* the header that they include; owned */
	bool needs_unit;    /* they include the unit itself */
	char *linked;	    /* units that the linker took beside theirs, as it said; owned */
	char *test_file;    /* that has them; NULL: there are none; owned */
	char *failure;	    /* why they are in no file; NULL: they are, or there are none; owned */
	struct strbuf text; /* what was said while it was searched */
	uint64_t cpu_ms;
	VEC(unsigned char *)
	carved; /* inputs that the suite calls it with, of `carved_size` bytes each; owned */
	size_t carved_size;
	struct sequence_api *api; /* of its sequences; borrowed */
	VEC(struct gen_functions_sequence) sequences;
};

/* A source file that has mutants. */
struct gen_functions_unit {
	const char *file;
	size_t nr_proven;  /* survivors that the store has proofs of */
	char *test_file;   /* in the directory; owned */
	char *include;	   /* owned; NULL: it has no tests yet */
	bool is_unit;	   /* it includes the unit itself */
	VEC(size_t) items; /* functions whose tests it has */
	size_t nr_others;  /* files that functions have by themselves */
};

/* A source of tests that gets those of all units (cmd/gen/functions/into.h). */
struct gen_functions_into {
	const char *path; /* as the user named it; NULL: units have files of their own */
	char *text;	  /* owned */
	enum test_style style;
	struct insertion place;
	struct gen_functions_unit all; /* its file is the patch */
};

struct gen_functions {
	const struct gen_function_args *args;
	const char *name, *directory; /* of the program, as the user gave it; of the user */
	struct gen_function_limits limits;
	struct gen_function_program program;
	struct gen_function_program
		old; /* the old version, if two are compared; its name is NULL: there is one */
	struct words *words;	     /* that inputs are made of then; NULL: none */
	size_t nr_added, nr_removed; /* functions that one version alone has */
	char **left;  /* members of structures that only one version has so: they stay 0; owned */
	char **texts; /* that items borrow; owned */
	VEC(struct gen_functions_item) items;
	VEC(struct gen_functions_unit) units;
	struct new_directory tests; /* for files; its path is NULL: none are wanted */
	struct gen_functions_into into;
	VEC(struct sequence_api *) apis; /* of units that are compiled; owned */
	size_t nr_done;			 /* items */
};

void gen_functions_unit_deinit(struct gen_functions_unit *unit);

/* True if WORD of the user, FILE, FILE:NAME or NAME, means the function NAME in the file PATH. */
bool gen_functions_is_meant(const char *word, const char *path, const char *name);
/* Returns the index of the unit FILE, which is added if there is none. */
size_t gen_functions_find_unit(struct gen_functions *functions, const char *file);

/* Adds an item; the texts are borrowed. Returns it, until the next one is added. */
struct gen_functions_item *gen_functions_add_item(struct gen_functions *functions, const char *file,
						  const char *name) RETURNS_NONNULL;
/* Returns a copy of TEXT that lives as long as FUNCTIONS. */
const char *gen_functions_own(struct gen_functions *functions, const char *text) RETURNS_NONNULL;

/* Returns what JSON has of ITEM, whatever is looked for. */
json_t *gen_functions_item_json(const struct gen_functions_item *item);

#endif
