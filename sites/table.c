/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Copies all `.remt` sections of a file into one block of memory and checks the tables in it one
 * after the other (sites/check.h). Tables are used in place; nothing is decoded into other records.
 */
#include "sites/table.h"

#include <string.h>

#include "common/attr.h"
#include "common/cleanup.h"
#include "common/strbuf.h"
#include "common/vec.h"
#include "common/xalloc.h"
#include "sites/check.h"
#include "sites/section.h"
#include "sites/unit_note.h"

/* The content of one section of tables, or of units, within `bytes`, at a multiple of 8. */
struct piece {
	char *name;
	size_t offset;
	size_t size;
};

/* All sections of a file, copied one after the other. */
struct pieces {
	struct strbuf bytes;
	VEC(struct piece) list;
	VEC(struct piece) units;
};

static void pieces_deinit(struct pieces *pieces)
{
	for (size_t i = 0; i < pieces->list.count; i++)
		free(pieces->list.items[i].name);
	for (size_t i = 0; i < pieces->units.count; i++)
		free(pieces->units.items[i].name);
	vec_deinit(&pieces->list);
	vec_deinit(&pieces->units);
	strbuf_deinit(&pieces->bytes);
}

static struct error *add_piece(void *arg, enum section_kind kind, const char *name,
			       const void *data, size_t size)
{
	static const char padding[8];
	struct pieces *pieces = arg;

	if (kind != SECTION_UNITS && kind != SECTION_TABLES)
		return NULL;
	strbuf_add(&pieces->bytes, padding, -pieces->bytes.length % 8);
	struct piece piece = { xstrdup(name), pieces->bytes.length, size };
	if (kind == SECTION_UNITS)
		vec_push(&pieces->units, piece);
	else
		vec_push(&pieces->list, piece);
	strbuf_add(&pieces->bytes, data, size);
	return NULL;
}

struct tables {
	VEC(struct site_table) list;
};

static void tables_deinit(struct tables *tables)
{
	vec_deinit(&tables->list);
}

/* Returns how many bytes of zeros begin DATA: a multiple of 8, or all of SIZE. */
static size_t padding_size(const char *data, size_t size)
{
	size_t zeros = 0;

	while (zeros < size && !data[zeros])
		zeros++;
	return zeros == size ? size : zeros & ~(size_t)7;
}

static struct error *parse_piece(const char *data, const struct piece *piece, struct tables *tables)
{
	size_t at = 0;

	while ((at += padding_size(data + at, piece->size - at)) < piece->size) {
		struct site_table table;
		struct error *err = check_table(data + at, piece->size - at, &table);
		if (err)
			return error_wrap(err, "%s: site table at offset 0x%zx", piece->name, at);
		vec_push(&tables->list, table);
		at += table.header->size;
	}
	return NULL;
}

/* Checks the units: a file with units has one for each table with sites. */
static struct error *check_units(const struct pieces *pieces, const struct site_table *tables,
				 size_t nr_tables)
{
	struct error *err = NULL;
	size_t nr_units = 0, nr_wanted = 0;

	for (size_t i = 0; !err && nr_tables && i < pieces->units.count; i++) {
		const struct piece *piece = &pieces->units.items[i];

		err = unit_notes_check(strbuf_get(&pieces->bytes) + piece->offset, piece->size,
				       tables, nr_tables, &nr_units);
		err = error_wrap(err, "%s", piece->name);
	}
	for (size_t i = 0; i < nr_tables; i++)
		nr_wanted += tables[i].header->sites.count != 0;
	if (!err && pieces->units.count && nr_units < nr_wanted)
		err = error_create(ERROR_UNUSABLE,
				   "%s is damaged: it has %zu units, and site tables of %zu",
				   pieces->units.items[0].name, nr_units, nr_wanted);
	return err;
}

/* Takes the bytes of PIECES on success. */
static struct error *parse_pieces(struct pieces *pieces, struct site_tables *ret)
{
	_cleanup_(tables_deinit) struct tables tables = { 0 };

	for (size_t i = 0; i < pieces->list.count; i++) {
		const struct piece *piece = &pieces->list.items[i];
		struct error *err =
			parse_piece(strbuf_get(&pieces->bytes) + piece->offset, piece, &tables);
		if (err)
			return err;
	}
	struct error *err = check_units(pieces, tables.list.items, tables.list.count);
	if (err)
		return err;
	*ret = (struct site_tables){
		.nr_tables = tables.list.count,
		.tables = TAKE(tables.list.items),
		.memory = strbuf_take(&pieces->bytes),
	};
	return NULL;
}

struct error *site_tables_read(const char *path, struct site_tables *ret)
{
	_cleanup_(pieces_deinit) struct pieces pieces = { 0 };
	struct error *err = section_each(path, add_piece, &pieces);

	return err ? err : parse_pieces(&pieces, ret);
}

struct error *site_tables_parse(const void *data, size_t size, const char *name,
				struct site_tables *ret)
{
	_cleanup_(pieces_deinit) struct pieces pieces = { 0 };
	struct error *err = add_piece(&pieces, SECTION_TABLES, name, data, size);

	return err ? err : parse_pieces(&pieces, ret);
}

void site_tables_deinit(struct site_tables *tables)
{
	free(tables->tables);
	free(tables->memory);
	*tables = (struct site_tables){ 0 };
}

bool site_tables_present(const char *path)
{
	return section_present(path);
}
