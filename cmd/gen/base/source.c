/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/base/source.h"

#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/hash.h"
#include "common/path.h"
#include "common/slots.h"
#include "common/vec.h"
#include "common/xalloc.h"
#include "sites/table.h"

struct gen_sources {
	const char *const *programs;
	const char *directory;
	struct site_tables tables[2];
	bool is_read[2];
	VEC(struct gen_source *) files;
	struct slots by_name; /* their indices */
};

struct gen_sources *gen_sources_create(const char *const programs[2], const char *directory)
{
	struct gen_sources *sources = xcalloc(1, sizeof(*sources));

	sources->programs = programs;
	sources->directory = directory;
	return sources;
}

void gen_sources_destroy(struct gen_sources *sources)
{
	for (size_t i = 0; i < sources->files.count; i++) {
		struct gen_source *file = sources->files.items[i];

		if (file->state == GEN_SOURCE_FOUND)
			source_deinit(&file->text);
		free(file);
	}
	vec_deinit(&sources->files);
	slots_deinit(&sources->by_name);
	site_tables_deinit(&sources->tables[0]);
	site_tables_deinit(&sources->tables[1]);
	free(sources);
}

static const struct site_table *find_table(struct gen_sources *sources, unsigned version,
					   uint64_t uid)
{
	struct site_tables *tables = &sources->tables[version];

	if (!sources->is_read[version]) {
		sources->is_read[version] = true;
		/* What can't be read names no files. */
		error_destroy(site_tables_read(sources->programs[version], tables));
	}
	for (size_t i = 0; i < tables->nr_tables; i++) {
		if (tables->tables[i].header->uid == uid)
			return &tables->tables[i];
	}
	return NULL;
}

/* Returns what TABLE says of the file PATH; NULL: nothing. */
static const struct remt_file *find_record(const struct site_table *table, const char *path)
{
	for (uint32_t i = 0; i < table->header->files.count; i++) {
		if (strcmp(site_table_string(table, table->files[i].path_str), path) == 0)
			return &table->files[i];
	}
	return NULL;
}

/* Reads PATH below DIRECTORY, if it has HASH. */
static void try_file(const char *directory, const char *path, uint64_t hash, struct gen_source *ret)
{
	struct source text;
	struct error *err = source_read(directory, path, &text);

	if (err) {
		error_destroy(err);
		return;
	}
	if (text.hash == hash) {
		*ret = (struct gen_source){ GEN_SOURCE_FOUND, text };
		return;
	}
	ret->state = GEN_SOURCE_CHANGED;
	source_deinit(&text);
}

static void read_source(struct gen_sources *sources, unsigned version, uint64_t uid,
			const char *path, struct gen_source *ret)
{
	const struct site_table *table = find_table(sources, version, uid);
	const struct remt_file *record = table ? find_record(table, path) : NULL;
	_cleanup_free_ char *beside = path_dirname(sources->programs[version]);
	const char *places[] = { NULL, sources->directory, beside };

	if (!record)
		return;
	places[0] = site_table_string(table, table->header->comp_dir_str);
	for (size_t i = 0; i < ARRAY_SIZE(places) && ret->state != GEN_SOURCE_FOUND; i++)
		try_file(places[i], path, record->hash, ret);
}

const struct gen_source *gen_source_find(struct gen_sources *sources, unsigned version,
					 uint64_t uid, const char *path)
{
	uint64_t key[3] = { uid, hash_string(path), version };
	uint64_t hash = hash_bytes(key, sizeof(key));
	uint32_t index = slots_find(&sources->by_name, hash);

	if (index == SLOTS_NONE) {
		struct gen_source *file = xcalloc(1, sizeof(*file));

		read_source(sources, version, uid, path, file);
		index = (uint32_t)sources->files.count;
		vec_push(&sources->files, file);
		slots_add(&sources->by_name, hash, index);
	}
	return sources->files.items[index];
}
