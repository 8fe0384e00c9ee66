/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Turns the bits that the run-time sets in the session into rows of functions. A set of bits that
 * was seen before is not translated again.
 */
#include "runner/job/entered_set.h"

#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "common/xalloc.h"

struct entered_set *entered_sets_find(struct entered_sets *sets, uint64_t hash)
{
	uint32_t index = slots_find(&sets->by_hash, hash);

	return index == SLOTS_NONE ? NULL : &sets->sets.items[index];
}

void entered_sets_add(struct entered_sets *sets, uint64_t hash, struct entered_row *rows,
		      uint32_t count)
{
	if (entered_sets_find(sets, hash)) {
		free(rows);
		return;
	}
	slots_add(&sets->by_hash, hash, (uint32_t)sets->sets.count);
	vec_push(&sets->sets, ((struct entered_set){ hash, rows, count, false }));
}

static int compare_rows(const void *a, const void *b)
{
	const struct entered_row *x = a, *y = b;

	if (x->uid != y->uid)
		return x->uid < y->uid ? -1 : 1;
	return (x->function > y->function) - (x->function < y->function);
}

uint64_t entered_sets_add_rows(struct entered_sets *sets, struct entered_row *rows, size_t count)
{
	size_t used = 0;
	uint64_t hash;

	if (count)
		qsort(rows, count, sizeof(*rows), compare_rows);
	for (size_t i = 0; i < count; i++) {
		if (!used || compare_rows(&rows[used - 1], &rows[i]) != 0)
			rows[used++] = rows[i];
	}
	hash = hash_bytes(rows, used * sizeof(*rows));
	hash += !hash;
	entered_sets_add(sets, hash, rows, (uint32_t)used);
	return hash;
}

void entered_sets_deinit(struct entered_sets *sets)
{
	for (size_t i = 0; i < sets->sets.count; i++)
		free(sets->sets.items[i].rows);
	vec_deinit(&sets->sets);
	slots_deinit(&sets->by_hash);
}

struct error *entered_set_store(struct entered_sets *sets, struct store *store, uint64_t hash,
				uint64_t *ret)
{
	struct entered_set *set = hash ? entered_sets_find(sets, hash) : NULL;
	struct error *err = NULL;

	_Static_assert(sizeof(struct entered_row) == STORE_ENTERED_ROW, "as the store has it");
	*ret = set ? hash : 0;
	if (!set || set->is_passed_on)
		return NULL;
	const struct store_entered stored = { hash, set->rows, set->count };

	err = store_put_entered(store, &stored);
	set->is_passed_on = !err;
	return err;
}

/*
 * Takes the units that were added to the list. False if the list is not as the run-time left it, or
 * not complete.
 */
static bool update(struct entered_reader *reader, struct remt_session *session)
{
	uint32_t count = session->nr_noted;

	if (count > REMT_SESSION_MAX_UNITS || count < reader->nr_known ||
	    memcmp(session->noted, reader->known, reader->nr_known * sizeof(*reader->known)) != 0) {
		memcpy(session->noted, reader->known, reader->nr_known * sizeof(*reader->known));
		return false;
	}
	for (uint32_t i = reader->nr_known; i < count; i++) {
		const struct remt_noted *noted = &session->noted[i];

		if (!noted->nr_functions || noted->first > REMT_SESSION_MAX_FUNCTIONS ||
		    noted->nr_functions > REMT_SESSION_MAX_FUNCTIONS - noted->first)
			return false;
		reader->known[i] = *noted;
		reader->nr_known = i + 1;
	}
	return true;
}

static uint64_t add_set(struct entered_reader *reader, const uint8_t *entered)
{
	VEC(struct entered_row) rows = { 0 };

	for (uint32_t i = 0; i < reader->nr_known; i++) {
		const struct remt_noted *noted = &reader->known[i];

		for (uint32_t f = 0; f < noted->nr_functions; f++) {
			uint32_t bit = noted->first + f;

			if (entered[bit / 8] >> bit % 8 & 1)
				vec_push(&rows, ((struct entered_row){ noted->uid, f, 0 }));
		}
	}
	return entered_sets_add_rows(&reader->sets, rows.items, rows.count);
}

uint64_t entered_set_read(struct entered_reader *reader, struct remt_session *session)
{
	uint64_t bits;
	uint32_t index;

	if (session->is_unknown || !update(reader, session))
		return 0;
	bits = hash_bytes(session->entered, sizeof(session->entered));
	index = slots_find(&reader->by_bits, bits);
	if (index == SLOTS_NONE) {
		index = (uint32_t)reader->hashes.count;
		slots_add(&reader->by_bits, bits, index);
		vec_push(&reader->hashes, add_set(reader, session->entered));
	}
	return reader->hashes.items[index];
}
