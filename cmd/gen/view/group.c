/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "cmd/gen/view/view.h"
#include "common/cleanup.h"
#include "common/hash.h"
#include "common/slots.h"
#include "paths/outcome.h"

/* Returns a hash of the changed lines that both runs came to; 0: they are not known, or are none. */
static uint64_t hash_lines(const struct gen_view *view, const struct difference *difference)
{
	bool any = false;
	struct hash *hash;
	uint64_t ret;

	if (!view->change || !difference->reached[0] || !difference->reached[1])
		return 0;
	hash = hash_create();
	for (unsigned version = 0; version < 2; version++) {
		size_t number;
		_cleanup_free_ struct change_line *lines =
			change_lines(view->change, version, difference->reached[version], &number);

		for (size_t i = 0; i < number; i++) {
			hash_add_u64(hash, lines[i].is_reached);
			any |= lines[i].is_reached;
		}
	}
	ret = hash_take(hash);
	return any ? ret : 0;
}

uint64_t gen_group_hash(const struct gen_view *view, const struct parting *parting,
			const struct difference *difference)
{
	uint64_t hashes[2] = { parting_hash(parting), outcome_kind(difference->results) };

	if (!hashes[0])
		hashes[0] = hash_lines(view, difference);
	return hashes[0] ? hash_bytes(hashes, sizeof(hashes)) : outcome_hash(difference->results);
}

static uint32_t size_of(const struct search_difference *found)
{
	return explorer_command(found->explorer)->nr_inputs;
}

/* Notes in WAYS how the versions are not the same in a difference of the group INDEX; true: none of it was so yet. */
static bool is_new_way(struct slots *ways, uint32_t index, const struct difference *difference)
{
	uint64_t key[2] = { index, outcome_hash(difference->results) };
	uint64_t hash = hash_bytes(key, sizeof(key));

	if (slots_find(ways, hash) != SLOTS_NONE)
		return false;
	slots_add(ways, hash, 0);
	return true;
}

/* Adds the difference INDEX to GROUP. */
static void add(const struct gen_view *view, struct gen_group *group, size_t index)
{
	struct search_difference found = search_difference(view->search, index);
	struct search_difference shown = search_difference(view->search, group->shown);

	if (size_of(&found) < size_of(&shown))
		group->shown = index;
	group->nr_differences++;
	group->nr_inputs += found.nr_inputs;
}

void gen_group(struct gen_view *view)
{
	struct parting_sources *sources = view->parting_sources;
	struct slots by_hash = { 0 }, ways = { 0 };
	size_t number = search_nr_differences(view->search);

	if (number)
		parting_learn(sources, view->search);
	for (size_t i = 0; i < number; i++) {
		struct search_difference found = search_difference(view->search, i);
		struct parting parting = parting_find(sources, found.explorer, found.difference);
		uint64_t hash = gen_group_hash(view, &parting, found.difference);
		uint32_t group;

		group = slots_find(&by_hash, hash);
		if (group == SLOTS_NONE) {
			group = (uint32_t)view->groups.count;
			vec_push(&view->groups, ((struct gen_group){ .first = i, .shown = i }));
			slots_add(&by_hash, hash, group);
		}
		add(view, &view->groups.items[group], i);
		view->groups.items[group].nr_ways += is_new_way(&ways, group, found.difference);
		vec_push(&view->partings, parting);
		vec_push(&view->group_of, group);
	}
	slots_deinit(&by_hash);
	slots_deinit(&ways);
}

struct gen_item gen_view_item(const struct gen_view *view, size_t index)
{
	struct search_difference found = search_difference(view->search, index);
	struct command *command = explorer_command(found.explorer);
	const struct gen_tests *tests = view->tests;
	const struct gen_c_tests *c_tests = view->c_tests;

	command_set(command, view->names[1], found.difference->inputs);
	return (struct gen_item){
		.number = index + 1,
		.difference = found.difference,
		.use = found.use,
		.nr_inputs = found.nr_inputs,
		.command = command,
		.parting = &view->partings.items[index],
		.group = &view->groups.items[view->group_of.items[index]],
		.has_test = index < tests->written.count && tests->written.items[index],
		.has_patch =
			index < view->patches->written.count && view->patches->written.items[index],
		.has_c_test = index < c_tests->written.count && c_tests->written.items[index],
	};
}

void gen_view_deinit(struct gen_view *view)
{
	vec_deinit(&view->partings);
	vec_deinit(&view->group_of);
	vec_deinit(&view->groups);
	gen_sources_destroy(view->sources);
	parting_sources_destroy(view->parting_sources);
}
