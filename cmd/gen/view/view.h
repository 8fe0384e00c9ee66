/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `remt gen` shows. */
#ifndef CMD_GEN_VIEW_VIEW_H
#define CMD_GEN_VIEW_VIEW_H

#include <stdio.h>

#include "cmd/gen/base/output.h"
#include "cmd/gen/base/source.h"
#include "cmd/gen/input/literals.h"
#include "cmd/gen/test/c_tests.h"
#include "cmd/gen/test/patches.h"
#include "cmd/gen/test/tests.h"
#include "cmd/gen/view/parting.h"
#include "common/vec.h"
#include "paths/search.h"

/*
 * Differences that are alike: they end alike, the same outputs differ, and their cause (cmd/gen/view/parting.h) is at one place.
 * If no branch is the cause, their runs came to the same changed lines; if these are not known either, their outputs
 * differ in the same lines first, but for numbers.
 */
struct gen_group {
	size_t first; /* the index of the one that was found first */
	size_t shown; /* of the one with the shortest inputs */
	uint64_t nr_differences;
	uint64_t nr_ways;   /* in which their versions are not the same (outcome_hash()) */
	uint64_t nr_inputs; /* that were found, of all of them */
};

struct gen_view {
	struct search *search;
	const char *const *names;    /* of the two programs, as the user gave them */
	const struct change *change; /* between them; NULL: it is not known */
	const struct gen_tests *tests;
	const struct gen_c_tests *c_tests;
	const struct gen_literals *literals;
	const struct gen_patches *patches;
	struct gen_sources *sources;		 /* owned */
	struct parting_sources *parting_sources; /* owned; `partings` borrow from it */
	const char *directory; /* the working directory: paths in it are shown from there on */
	const char *hidden;   /* a directory; of its files no line is told: harnesses; NULL: none */
	uint64_t nr_shown;    /* differences that the text shows at most */
	uint64_t diff_lines;  /* of what versions print that the text shows at most, of each text */
	uint64_t nr_recalled; /* of Z3's answers, from the journal */
	bool shows_each;      /* it shows all of a group, not the first one alone */
	/* by difference: where its runs part, and its group */
	VEC(struct parting) partings;
	VEC(uint32_t) group_of;
	VEC(struct gen_group) groups;
};

/* Differences are alike whose hashes are equal. */
uint64_t gen_group_hash(const struct gen_view *view, const struct parting *parting,
			const struct difference *difference);
/* Finds where runs part, and the groups. */
void gen_group(struct gen_view *view);
void gen_view_deinit(struct gen_view *view);

/* A difference as it is shown. */
struct gen_item {
	size_t number; /* from 1 on */
	const struct difference *difference;
	struct search_use use;	       /* until it was found */
	uint64_t nr_inputs;	       /* that were found */
	const struct command *command; /* has the difference's inputs until the next call */
	const struct parting *parting;
	const struct gen_group *group;
	bool has_test; /* its number is the test's name */
	bool has_c_test;
	bool has_patch; /* NUMBER.patch */
};

struct gen_item gen_view_item(const struct gen_view *view, size_t index);

/* Prints the differences, and what can be said of all other inputs. Errors of OUT are its owner's. */
void gen_print_text(const struct gen_view *view, FILE *out);
/* Prints one JSON object (doc/FORMATS.md) with all differences. */
void gen_print_json(const struct gen_view *view, FILE *out);
/* Prints one page for a browser with all differences; it needs no network and no JavaScript. */
void gen_print_page(const struct gen_view *view, FILE *out);
/* Writes VIEW in the format of OUTPUT; IS_WHOLE: the search did not fail. ERROR_INTERNAL: the file can't be written. */
struct error *gen_print(const struct gen_output *output, const struct gen_view *view,
			bool is_whole) MUST_CHECK;

#endif
