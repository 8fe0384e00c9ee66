/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hash table with open addressing. Entries are never removed. */
#include "common/intern.h"

#include <stdint.h>
#include <string.h>

#include "common/hash.h"
#include "common/xalloc.h"

struct entry {
	uint64_t hash;
	size_t size;
	char *data;	/* a NUL follows its `size` bytes; NULL: the slot is free */
	char **strings; /* NULL until somebody asks for them */
};

struct intern {
	struct entry *entries;
	size_t capacity; /* a power of two */
	size_t count;
};

enum { INITIAL_CAPACITY = 256 };

struct intern *intern_create(void)
{
	struct intern *intern = xcalloc(1, sizeof(*intern));

	intern->capacity = INITIAL_CAPACITY;
	intern->entries = xcalloc(intern->capacity, sizeof(*intern->entries));
	return intern;
}

void intern_destroy(struct intern *intern)
{
	if (!intern)
		return;
	for (size_t i = 0; i < intern->capacity; i++) {
		free(intern->entries[i].data);
		free(intern->entries[i].strings);
	}
	free(intern->entries);
	free(intern);
}

/* Returns the entry with this content, or the free slot where it belongs. */
static struct entry *find_slot(struct intern *intern, uint64_t hash, const char *data, size_t size)
{
	size_t mask = intern->capacity - 1;

	for (size_t i = hash & mask;; i = (i + 1) & mask) {
		struct entry *entry = &intern->entries[i];

		if (!entry->data)
			return entry;
		if (entry->hash == hash && entry->size == size &&
		    memcmp(entry->data, data, size) == 0)
			return entry;
	}
}

static void grow(struct intern *intern)
{
	struct entry *old = intern->entries;
	size_t old_capacity = intern->capacity;

	intern->capacity *= 2;
	intern->entries = xcalloc(intern->capacity, sizeof(*intern->entries));
	for (size_t i = 0; i < old_capacity; i++) {
		if (old[i].data)
			*find_slot(intern, old[i].hash, old[i].data, old[i].size) = old[i];
	}
	free(old);
}

static struct entry *add(struct intern *intern, const char *data, size_t size)
{
	uint64_t hash = hash_bytes(data, size);
	struct entry *entry = find_slot(intern, hash, data, size);

	if (entry->data)
		return entry;
	if (intern->count * 2 >= intern->capacity) {
		grow(intern);
		entry = find_slot(intern, hash, data, size);
	}
	entry->hash = hash;
	entry->size = size;
	entry->data = xmalloc(size + 1);
	memcpy(entry->data, data, size);
	entry->data[size] = '\0';
	intern->count++;
	return entry;
}

char *intern_string(struct intern *intern, const char *text)
{
	return add(intern, text, strlen(text))->data;
}

static char **split(char *data, size_t size)
{
	size_t count = 0;

	for (size_t i = 0; i < size; i += strlen(data + i) + 1)
		count++;
	char **strings = xcalloc(count + 1, sizeof(*strings));

	count = 0;
	for (size_t i = 0; i < size; i += strlen(data + i) + 1)
		strings[count++] = data + i;
	return strings;
}

char **intern_vector(struct intern *intern, const char *data, size_t size)
{
	struct entry *entry = add(intern, data, size);

	if (!entry->strings)
		entry->strings = split(entry->data, size);
	return entry->strings;
}
