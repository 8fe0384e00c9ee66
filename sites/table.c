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

/* The content of one section within `bytes`, at a multiple of 8. */
struct piece {
	char *name;
	size_t offset;
	size_t size;
};

/* All sections of a file, copied one after the other. */
struct pieces {
	struct strbuf bytes;
	VEC(struct piece) list;
};

static void pieces_deinit(struct pieces *pieces)
{
	for (size_t i = 0; i < pieces->list.count; i++)
		free(pieces->list.items[i].name);
	vec_deinit(&pieces->list);
	strbuf_deinit(&pieces->bytes);
}

static struct error *add_piece(void *arg, const char *name, const void *data, size_t size)
{
	static const char padding[8];
	struct pieces *pieces = arg;

	strbuf_add(&pieces->bytes, padding, -pieces->bytes.length % 8);
	struct piece piece = { xstrdup(name), pieces->bytes.length, size };
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

/* On success RET takes over the bytes of PIECES. */
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
	struct error *err = add_piece(&pieces, name, data, size);

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
