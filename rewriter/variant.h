/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Variants: what a binary would do with one of its instructions replaced by another one, in the
 * same place.
 */
#ifndef REWRITER_VARIANT_H
#define REWRITER_VARIANT_H

#include "rewriter/binary.h"
#include "rewriter/lines.h"
#include "rewriter/machine.h"
#include "rewriter/window.h"

#define VARIANT_ID_DIGITS 12 /* hexadecimal ones that are shown */

struct variant {
	uint64_t id;	   /* the same as long as function, place in it, and instruction are */
	uint32_t function; /* index into the functions of the binary */
	struct instruction instruction;
	uint64_t offset; /* of it in the file */
	struct replacement replacement;
	struct window window; /* of a long replacement: what a detour displaces */
};

/* Why an instruction, or all of a function, has no variant. */
enum refusal_reason {
	REFUSAL_BYTES,	  /* bytes that are no instruction: data among the code */
	REFUSAL_OVERLAP,  /* a jump leads into the middle of an instruction */
	REFUSAL_FIXUP,	  /* the linker or the loader fills in what would be changed */
	REFUSAL_ENCODING, /* no variant fits in the place of it */
	NR_REFUSAL_REASONS
};

struct variants {
	VEC(struct variant) items;		/* by place */
	uint64_t nr_jumps;			/* conditional ones */
	uint64_t nr_refused;			/* of these */
	uint64_t refused[NR_REFUSAL_REASONS];	/* these by their reason */
	uint32_t nr_unsafe;			/* functions that are left alone */
	uint64_t nr_long;			/* variants that need a detour */
	uint64_t no_window[NR_WINDOW_REFUSALS]; /* how many more there would be, by the reason */
};

/* Finds all variants of BINARY that fit in their places; RET is to be given to variants_deinit().
 * LINES may be NULL: then no call is known to be one of a function that returns nothing. */
void variants_find(const struct binary *binary, const struct lines *lines, struct machine *machine,
		   struct variants *ret);
/* The same, with those that need a detour. */
void variants_find_all(const struct binary *binary, const struct lines *lines,
		       struct machine *machine, const struct flows *flows, struct variants *ret);
void variants_deinit(struct variants *variants);

/* What is shown of an id, as a number. */
uint64_t variant_id_visible(uint64_t id);
/* The id of the variant where that of another file, which has a function of this name, is the same:
 * by the name of the file PATH, without its directory. */
uint64_t variant_id_of_file(uint64_t id, const char *path);

/* "data among the code" */
const char *refusal_describe(enum refusal_reason reason) RETURNS_NONNULL;

#endif
