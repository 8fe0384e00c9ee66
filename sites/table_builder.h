/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Builds site tables (include/remt/sites.h) without a compiler.
 *
 *	struct table_builder builder;
 *	table_builder_init(&builder);
 *	… vec_push(&builder.files, …), builder.header.preset_str = …
 *	void *table = table_builder_finish(&builder, &size);	// free() it
 *
 * The caller is responsible for all that the reader checks, such as indices and ranges.
 */
#ifndef SITES_TABLE_BUILDER_H
#define SITES_TABLE_BUILDER_H

#include <stddef.h>
#include <stdint.h>

#include "common/strbuf.h"
#include "common/vec.h"
#include "remt/sites.h"

struct table_builder {
	/*
	 * The caller sets the `_str` fields and the hashes; table_builder_finish() sets the rest.
	 */
	struct remt_sites_header header;
	struct strbuf strings;
	VEC(struct remt_file) files;
	VEC(struct remt_function) functions;
	VEC(struct remt_site) sites;
	VEC(struct remt_mutant) mutants;
	VEC(struct remt_skip) skips;
	VEC(struct remt_block) blocks;
	VEC(struct remt_edge) edges;
	VEC(struct remt_call) calls;
	VEC(struct remt_variable) variables;
	VEC(uint32_t) uses;
	VEC(struct remt_symbol) symbols;
	VEC(uint32_t) references;
	VEC(struct remt_mark) marks;
};

void table_builder_init(struct table_builder *builder);
/* Adds TEXT and returns its offset, for an `_str` field. */
uint32_t table_builder_string(struct table_builder *builder, const char *text);
/* Returns the table, which the caller frees, and its size in bytes. Frees what BUILDER holds. */
void *table_builder_finish(struct table_builder *builder, size_t *size);

/* Sets the uid anew after a change of the table. SIZE must be that of the whole table. */
void table_builder_seal(void *table, size_t size);

#endif
