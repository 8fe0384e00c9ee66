/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/content.h"

#include <stdlib.h>

#include "common/cleanup.h"
#include "common/compare.h"
#include "common/hash.h"
#include "common/slots.h"
#include "common/xalloc.h"
#include "sites/object.h"

/* An object of the build defines a name. */
struct definition {
	uint32_t object;
	uint32_t next; /* of the same name; SLOTS_NONE: none */
};

struct contents {
	const struct modules *modules;
	bool is_read;
	VEC(uint64_t) objects; /* their hashes */
	VEC(struct definition) definitions;
	struct slots heads; /* by hash of the name: index in `firsts` */
	VEC(uint32_t) firsts;
};

struct contents *contents_create(const struct modules *modules)
{
	struct contents *contents = xcalloc(1, sizeof(*contents));

	contents->modules = modules;
	return contents;
}

void contents_destroy(struct contents *contents)
{
	if (!contents)
		return;
	vec_deinit(&contents->objects);
	vec_deinit(&contents->definitions);
	vec_deinit(&contents->firsts);
	slots_deinit(&contents->heads);
	free(contents);
}

static void add_name(struct contents *contents, const char *name, uint32_t object)
{
	uint64_t key = hash_string(name);
	uint32_t head = slots_find(&contents->heads, key);

	if (head == SLOTS_NONE) {
		head = (uint32_t)contents->firsts.count;
		slots_add(&contents->heads, key, head);
		vec_push(&contents->firsts, SLOTS_NONE);
	}
	vec_push(&contents->definitions,
		 ((struct definition){ object, contents->firsts.items[head] }));
	contents->firsts.items[head] = (uint32_t)contents->definitions.count - 1;
}

static void add_object(void *arg, const struct object_plain *object)
{
	struct contents *contents = arg;
	uint32_t index = (uint32_t)contents->objects.count;

	vec_push(&contents->objects, object->hash);
	for (char *const *name = object->names; name && *name; name++)
		add_name(contents, *name, index);
}

/* Most builds need this not. */
static void read_objects(struct contents *contents)
{
	if (contents->is_read)
		return;
	contents->is_read = true;
	/* What can't be read defines nothing. */
	for (size_t i = 0; i < contents->modules->object_files.count; i++)
		error_destroy(object_each_plain(contents->modules->object_files.items[i],
						add_object, contents));
}

/* Marks the objects that define one of NAMES; false: none does for one of them. */
static bool mark(const struct contents *contents, char *const *names, bool *is_part)
{
	for (; names && *names; names++) {
		uint32_t head = slots_find(&contents->heads, hash_string(*names));

		if (head == SLOTS_NONE)
			return false;
		for (uint32_t at = contents->firsts.items[head]; at != SLOTS_NONE;
		     at = contents->definitions.items[at].next)
			is_part[contents->definitions.items[at].object] = true;
	}
	return true;
}

static uint64_t hash_parts(const struct contents *contents, const struct foreign *foreign,
			   const bool *is_part)
{
	size_t count = 0;
	_cleanup_free_ uint64_t *parts = xcalloc(contents->objects.count + 1, sizeof(*parts));
	struct hash *hash = hash_create();

	for (size_t i = 0; i < contents->objects.count; i++) {
		if (is_part[i] || foreign->is_optimized)
			parts[count++] = contents->objects.items[i];
	}
	qsort(parts, count, sizeof(*parts), compare_u64);
	hash_add_u64(hash, foreign->shape);
	hash_add(hash, parts, count * sizeof(*parts));
	return hash_take(hash);
}

struct error *contents_find(struct contents *contents, const char *path,
			    const struct foreign *foreign, uint64_t *ret)
{
	*ret = 0;
	if (!foreign_name(foreign) && !foreign->is_optimized)
		return NULL;
	read_objects(contents);
	_cleanup_free_ bool *is_part = xcalloc(contents->objects.count + 1, sizeof(*is_part));

	if (foreign->is_stripped || !mark(contents, foreign->symbols, is_part) ||
	    !mark(contents, foreign->files, is_part))
		return hash_file(path, ret);
	*ret = hash_parts(contents, foreign, is_part);
	return NULL;
}
