/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Builds the site table of a subject (rewriter/subject/subject.h).
 *
 *   subject_builder_table()   makes the whole table of the variants
 *
 * For a chart (rewriter/subject/chart.h) the table is made step by step:
 *
 *   subject_builder_begin()
 *   … use …          subject_builder_file(), subject_builder_code(), subject_builder_mutant() …
 *   subject_builder_end()
 */
#ifndef REWRITER_SUBJECT_SUBJECT_BUILDER_H
#define REWRITER_SUBJECT_SUBJECT_BUILDER_H

#include "common/slots.h"
#include "common/vec.h"
#include "rewriter/elf/loading.h"
#include "rewriter/subject/early.h"
#include "rewriter/subject/subject.h"
#include "rewriter/variant/variant.h"
#include "sites/table_builder.h"

struct subject_builder {
	struct subject *subject;
	struct binary *binary;
	struct loading loading;
	struct machine *machine;
	struct lines *lines;
	struct variants variants;
	struct table_builder table;
	VEC(uint64_t) ids;
	struct slots files; /* by hash of the path: index in the table */
	/* by function of the binary: index in the table; SLOTS_NONE: none yet */
	uint32_t *functions;
	bool *is_early; /* by function of the binary: the loader runs it (rewriter/subject/early.h) */
};

/* Makes the site table of the variants, and fills the sites and codes of the subject. */
struct error *subject_builder_table(struct subject_builder *builder) MUST_CHECK;

/*
 * Begin and end a table. subject_builder_begin() sorts the variants by address. The table contains
 * a hash of the file, so its uid changes with every byte of the file.
 */
void subject_builder_begin(struct subject_builder *builder);
struct error *subject_builder_end(struct subject_builder *builder) MUST_CHECK;
/* Adds a file whose bytes have the hash CONTENT and returns its index in the table. */
uint32_t subject_builder_file(struct subject_builder *builder, const char *path, uint64_t content);
/*
 * Returns the index of a source in the table, with the hash of its present content (0: it is gone).
 * Its content at the time of compilation is not known.
 */
uint32_t subject_builder_source(struct subject_builder *builder, const char *path);
/*
 * Returns the place of an instruction in the source. Without lines the place is the address in the
 * binary itself.
 */
struct remt_site subject_builder_place(struct subject_builder *builder, uint32_t function,
				       uint64_t address);
/* Adds the original code of a site, or the code of an alternative. */
void subject_builder_code(struct subject_builder *builder, const uint8_t *bytes, uint32_t size);
/* Adds VARIANT to the last site. REPLACEMENT is its text; NULL: the instructions are the text. */
void subject_builder_mutant(struct subject_builder *builder, const struct variant *variant,
			    const char *op, const char *replacement);
/*
 * True if a variant at ADDRESS would not do in memory what it does in a patched copy. The loader
 * may call the function before the run-time is there; the start-up code in .init asks whether
 * anything is preloaded; an address of more than 32 bits does not fit into the tables.
 */
bool subject_builder_is_out_of_reach(const struct subject_builder *builder, uint32_t number,
				     uint64_t address);

#endif
