/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/agenda.h"

#include <stdlib.h>

#include "common/hash.h"

static struct agenda_group *find_group(struct agenda *agenda, const struct agenda_reason *reason)
{
	uint64_t key[2] = { reason->kind, reason->branch };
	uint64_t hash = hash_bytes(key, sizeof(key));
	uint32_t index = slots_find(&agenda->by_reason, hash);

	if (index == SLOTS_NONE) {
		struct agenda_group group = { .reason = *reason };

		index = (uint32_t)agenda->groups.count;
		vec_push(&agenda->groups, group);
		slots_add(&agenda->by_reason, hash, index);
	}
	return &agenda->groups.items[index];
}

void agenda_add(struct agenda *agenda, const struct agenda_reason *reason,
		const struct agenda_task *task)
{
	struct agenda_group *group = find_group(agenda, reason);
	struct agenda_item item = { agenda->nr_added++, *task };

	vec_push(&group->items, item);
	agenda->nr_open++;
}

/* How far the group is from its turn, if only its branch counts. */
static uint64_t rank(const struct agenda *agenda, const struct agenda_group *group)
{
	return agenda->order == AGENDA_NEAR ? group->reason.distance + group->nr_tried : 0;
}

/* Returns the number of the group's task that would come next. */
static uint64_t number(const struct agenda *agenda, const struct agenda_group *group)
{
	size_t at = agenda->order == AGENDA_LAST ? group->items.count - 1 : group->next;

	return group->items.items[at].number;
}

static bool is_before(const struct agenda *agenda, const struct agenda_group *a,
		      const struct agenda_group *b)
{
	uint64_t rank_a = rank(agenda, a), rank_b = rank(agenda, b);

	if (a->reason.kind != b->reason.kind)
		return a->reason.kind < b->reason.kind;
	if (rank_a != rank_b)
		return rank_a < rank_b;
	if (agenda->order == AGENDA_LAST)
		return number(agenda, a) > number(agenda, b);
	return number(agenda, a) < number(agenda, b);
}

/* Returns the group that has its turn; NULL: nothing is open. */
static struct agenda_group *find_next(const struct agenda *agenda)
{
	struct agenda_group *next = NULL;

	for (size_t i = 0; i < agenda->groups.count; i++) {
		struct agenda_group *group = &agenda->groups.items[i];

		if (group->next < group->items.count && (!next || is_before(agenda, group, next)))
			next = group;
	}
	return next;
}

uint64_t agenda_rank(const struct agenda *agenda)
{
	uint64_t least = UINT64_MAX;

	for (size_t i = 0; i < agenda->groups.count; i++) {
		const struct agenda_group *group = &agenda->groups.items[i];

		if (group->next < group->items.count && group->reason.branch &&
		    rank(agenda, group) < least)
			least = rank(agenda, group);
	}
	return least == UINT64_MAX && agenda->nr_open ? 0 : least;
}

bool agenda_take(struct agenda *agenda, struct agenda_task *ret)
{
	struct agenda_group *next = find_next(agenda);

	if (!next)
		return false;
	next->nr_tried++;
	agenda->nr_open--;
	if (agenda->order == AGENDA_LAST)
		*ret = next->items.items[--next->items.count].task;
	else
		*ret = next->items.items[next->next++].task;
	return true;
}

void agenda_deinit(struct agenda *agenda)
{
	for (size_t i = 0; i < agenda->groups.count; i++) {
		struct agenda_group *group = &agenda->groups.items[i];

		for (size_t k = group->next; k < group->items.count; k++)
			free(group->items.items[k].task.inputs);
		vec_deinit(&group->items);
	}
	vec_deinit(&agenda->groups);
	slots_deinit(&agenda->by_reason);
}
