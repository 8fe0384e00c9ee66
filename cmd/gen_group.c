/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen.h"
#include "common/hash.h"
#include "common/slots.h"
#include "paths/outcome.h"

uint64_t gen_group_hash(const struct parting *parting, const struct trial_result results[2])
{
	uint64_t hashes[2] = { parting_hash(parting), outcome_kind(results) };

	return hashes[0] ? hash_bytes(hashes, sizeof(hashes)) : outcome_hash(results);
}

void gen_group(struct gen_view *view, struct parting_sources *sources)
{
	struct slots by_hash = { 0 };
	size_t number = search_nr_differences(view->search);

	for (size_t i = 0; i < number; i++) {
		struct search_difference found = search_difference(view->search, i);
		struct parting parting = parting_find(sources, found.explorer, found.difference);
		uint64_t hash = gen_group_hash(&parting, found.difference->results);
		uint32_t group;

		group = slots_find(&by_hash, hash);
		if (group == SLOTS_NONE) {
			group = (uint32_t)view->groups.count;
			vec_push(&view->groups, ((struct gen_group){ .first = i }));
			slots_add(&by_hash, hash, group);
		}
		view->groups.items[group].nr_differences++;
		vec_push(&view->partings, parting);
		vec_push(&view->group_of, group);
	}
	slots_deinit(&by_hash);
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
}
