/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The subject builder: makes the site table of a subject (rewriter/subject.h).
 *
 *   making_table()   makes the whole table of the variants; or, for a chart (rewriter/chart.h),
 *   making_begin()
 *   … use …          making_file(), making_code(), making_mutant() and so on add to the table
 *   making_end()
 */
#ifndef REWRITER_MAKING_H
#define REWRITER_MAKING_H

#include "common/slots.h"
#include "common/vec.h"
#include "rewriter/early.h"
#include "rewriter/loading.h"
#include "rewriter/subject.h"
#include "rewriter/variant.h"
#include "sites/table_builder.h"

/* A subject while it is built. */
struct making {
	struct subject *subject;
	struct binary *binary;
	struct loading loading;
	struct machine *machine;
	struct lines *lines;
	struct variants variants;
	struct table_builder builder;
	VEC(uint64_t) ids;
	struct slots files; /* by hash of the path: index in the table */
	/* by function of the binary: index in the table; SLOTS_NONE: none yet */
	uint32_t *functions;
	bool *is_early; /* by function of the binary: the loader runs it (rewriter/early.h) */
};

/* Makes the site table of the variants, and fills the sites and codes of the subject. */
struct error *making_table(struct making *making) MUST_CHECK;

/* Begin and end a table. making_begin() sorts the variants by address. The table contains a hash of
 * the file, so its uid changes with every byte of the file. */
void making_begin(struct making *making);
struct error *making_end(struct making *making) MUST_CHECK;
/* Adds a file whose bytes have the hash CONTENT and returns its index in the table. */
uint32_t making_file(struct making *making, const char *path, uint64_t content);
/* Returns the index of a source in the table, with the hash of its present content, or 0 if it is
 * gone. Its content at the time of compilation is not known. */
uint32_t making_source(struct making *making, const char *path);
/* Returns the place of an instruction in the source. Without lines the place is the address in the
 * binary itself. */
struct remt_site making_place(struct making *making, uint32_t function, uint64_t address);
/* Adds the original code of a site, or the code of an alternative. */
void making_code(struct making *making, const uint8_t *bytes, uint32_t size);
/* Adds VARIANT to the last site. REPLACEMENT is its text; NULL: the instructions are the text. */
void making_mutant(struct making *making, const struct variant *variant, const char *op,
		   const char *replacement);
/*
 * Returns true if a variant at ADDRESS would not do in memory what it does in a patched copy. The
 * loader may call the function before the run-time is there; the start-up code in .init asks
 * whether anything is preloaded; an address of more than 32 bits does not fit into the tables.
 */
bool making_is_out_of_reach(const struct making *making, uint32_t number, uint64_t address);

#endif
