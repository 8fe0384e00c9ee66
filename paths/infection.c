/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/infection.h"

#include "common/slots.h"

#define DOUBTS (REMT_PATH_FULL | REMT_PATH_CONCRETISED | REMT_PATH_UNWATCHED | REMT_PATH_INFECTED)

/* Returns the number of conditions before the last region ended. */
static size_t end_of(const struct path *path)
{
	return path->left.items[path->left.count - 1].nr_conditions;
}

/* True if the path of VERSION can be believed, and tells all that regions left. */
static bool is_told(const struct visit *visit, unsigned version)
{
	const struct path *path = &visit->paths[version];

	return path->flags & REMT_PATH_MAIN && !(path->flags & DOUBTS) && path->left.count &&
	       !visit->compiled[version].is_late && !visit->evaluated[version].is_late &&
	       trial_is_same(&visit->compiled[version], &visit->evaluated[version]);
}

static bool leave_alike(const struct path *a, const struct path *b)
{
	bool ret = a->left.count == b->left.count;

	for (size_t i = 0; ret && i < a->left.count; i++) {
		const struct remt_path_condition *x = &a->left.items[i].row;
		const struct remt_path_condition *y = &b->left.items[i].row;

		ret = x->kind == y->kind && x->term == y->term && x->index == y->index;
	}
	return ret;
}

/* True if what PATH asks before its end is among what OTHER asks before its own. */
static bool is_within(const struct path *path, const struct path *other)
{
	struct slots terms = { 0 };
	bool ret = true;

	for (size_t i = 0; i < end_of(other); i++) {
		if (slots_find(&terms, other->conditions.items[i].term) == SLOTS_NONE)
			slots_add(&terms, other->conditions.items[i].term, 0);
	}
	for (size_t i = 0; ret && i < end_of(path); i++)
		ret = slots_find(&terms, path->conditions.items[i].term) != SLOTS_NONE;
	slots_deinit(&terms);
	return ret;
}

/* True if both ask the same behind. It has to be so; if it is not, something is not as it was told. */
static bool go_on_alike(const struct path *a, const struct path *b)
{
	size_t number = a->conditions.count - end_of(a);
	bool ret = number == b->conditions.count - end_of(b);

	for (size_t i = 0; ret && i < number; i++)
		ret = a->conditions.items[end_of(a) + i].term ==
		      b->conditions.items[end_of(b) + i].term;
	return ret;
}

size_t infection_free_from(const struct visit *visit, unsigned version)
{
	const struct path *paths = visit->paths;

	if (visit->is_new_alone || visit->differs || !is_told(visit, 0) || !is_told(visit, 1) ||
	    !leave_alike(&paths[0], &paths[1]) || !is_within(&paths[0], &paths[1]) ||
	    !is_within(&paths[1], &paths[0]) || !go_on_alike(&paths[0], &paths[1]))
		return SIZE_MAX;
	return end_of(&paths[version]);
}
