/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Variants: what a binary would do if one of its instructions was replaced by another one.
 *
 *   variants_find() or variants_find_all()
 *   … use …
 *   variants_deinit()
 */
#ifndef REWRITER_VARIANT_VARIANT_H
#define REWRITER_VARIANT_VARIANT_H

#include "rewriter/elf/binary.h"
#include "rewriter/elf/lines.h"
#include "rewriter/flow/window.h"
#include "rewriter/machine/machine.h"

#define VARIANT_ID_DIGITS 12 /* hexadecimal digits that are shown */

struct variant {
	/* Stays the same as long as the function, the place in it and the replacement do. */
	uint64_t id;
	uint32_t function; /* index in the functions of the binary */
	struct instruction instruction;
	uint64_t offset; /* of the instruction in the file */
	struct replacement replacement;
	struct window window; /* of a long replacement: the instructions that a detour displaces */
};

/* Why an instruction, or a whole function, has no variant. */
enum refusal_reason {
	REFUSAL_BYTES,	  /* some bytes are no instruction: data among the code */
	REFUSAL_OVERLAP,  /* a jump leads into the middle of an instruction */
	REFUSAL_FIXUP,	  /* the linker or the loader fills in what would be changed */
	REFUSAL_ENCODING, /* no variant fits into its place */
	NR_REFUSAL_REASONS
};

struct variants {
	VEC(struct variant) items; /* sorted by place */
	uint64_t nr_jumps;	   /* number of conditional jumps */
	uint64_t nr_refused;	   /* number of conditional jumps without a variant */
	uint64_t refused[NR_REFUSAL_REASONS];
	uint32_t nr_unsafe; /* number of functions that are left alone */
	uint64_t nr_long;   /* number of variants that need a detour */
	/* by reason: number of variants for which no detour is possible */
	uint64_t no_window[NR_WINDOW_REFUSALS];
};

/*
 * Finds all variants of BINARY that fit into their places. LINES may be NULL; then it is not known
 * what functions return, and calls have no variants. The caller ends RET with variants_deinit().
 */
void variants_find(const struct binary *binary, const struct lines *lines, struct machine *machine,
		   struct variants *ret);
/* Does what variants_find() does, and adds the variants that need a detour. */
void variants_find_all(const struct binary *binary, const struct lines *lines,
		       struct machine *machine, const struct flows *flows, struct variants *ret);
void variants_deinit(struct variants *variants);

/* Returns the part of ID that is shown. */
uint64_t variant_id_visible(uint64_t id);
/*
 * Returns an id that distinguishes equal ids of several files, by the name of the file PATH without
 * its directory.
 */
uint64_t variant_id_of_file(uint64_t id, const char *path);

/* Returns a text for messages, such as "data among the code". */
const char *refusal_describe(enum refusal_reason reason) RETURNS_NONNULL;

#endif
