/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a subject (rewriter/subject.h) is made. */
#ifndef REWRITER_MAKING_H
#define REWRITER_MAKING_H

#include "common/slots.h"
#include "common/vec.h"
#include "rewriter/early.h"
#include "rewriter/loading.h"
#include "rewriter/subject.h"
#include "rewriter/variant.h"
#include "sites/table_builder.h"

/* A subject in the making. */
struct making {
	struct subject *subject;
	struct binary *binary;
	struct loading loading;
	struct machine *machine;
	struct lines *lines;
	struct variants variants;
	struct table_builder builder;
	VEC(uint64_t) ids;
	struct slots files;  /* by hash of the path, number in the table */
	uint32_t *functions; /* by number in the binary, that in the table; SLOTS_NONE: none yet */
	bool *is_early;	     /* by number in the binary: the loader runs it (rewriter/early.h) */
};

/* Makes the site table of the variants, and what of them the subject holds. */
struct error *making_table(struct making *making) MUST_CHECK;

/* The steps of it, also for other tables of a binary (rewriter/chart.h).  Variants are sorted by
 * address; the uid is another one whenever a byte of the file is. */
void making_begin(struct making *making);
struct error *making_end(struct making *making) MUST_CHECK;
/* Number of a file with such bytes. */
uint32_t making_file(struct making *making, const char *path, uint64_t content);
/* Of a source as it is now; what it was when it was compiled nobody has noted. */
uint32_t making_source(struct making *making, const char *path);
/* Where an instruction is in the source; without lines it is at its address, in the file itself. */
struct remt_site making_place(struct making *making, uint32_t function, uint64_t address);
/* Adds the original code of a site, or that of an alternative. */
void making_code(struct making *making, const uint8_t *bytes, uint32_t size);
/* Adds VARIANT to the last site; REPLACEMENT: as which it is told; NULL: its instructions. */
void making_mutant(struct making *making, const struct variant *variant, const char *op,
		   const char *replacement);
/*
 * True if a variant would not do in memory what it does in a patched copy: the loader calls the
 * function before the run-time is there, or the code of the start-up files, which asks whether
 * somebody is preloaded.
 */
bool making_is_out_of_reach(const struct making *making, uint32_t number, uint64_t address);

#endif
