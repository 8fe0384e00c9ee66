/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The result of `remt gen` as one JSON object (doc/FORMATS.md). */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/gen/base/json.h"
#include "cmd/gen/view/view.h"
#include "report/emit.h"

static json_t *number_json(uint64_t number)
{
	return json_integer((json_int_t)number);
}

/* The literals that are changed. */
static json_t *literals_json(const struct gen_view *view, const struct command *command)
{
	json_t *list = json_array();

	for (size_t i = 0; i < command->nr_literals; i++) {
		const struct ir_literal *place = view->literals->items.items[i].place;

		if (strcmp(place->text, command->literals[i].value) == 0)
			continue;
		json_array_append_new(list, json_pack("{so sI sI so so so}", "file",
						      gen_json_text(place->file), "line",
						      (json_int_t)place->line, "column",
						      (json_int_t)place->column, "function",
						      gen_json_text(place->function), "old",
						      gen_json_text(place->text), "new",
						      gen_json_text(command->literals[i].value)));
	}
	return list;
}

static json_t *branch_json(const struct parting_branch *branch)
{
	if (!branch->condition)
		return json_null();
	return json_pack("{so so so sI}", "condition", emit_string(branch->condition), "function",
			 emit_string(branch->function), "file", gen_json_text(branch->file), "line",
			 (json_int_t)branch->line);
}

static void add_branches(json_t *object, const char *name, const struct parting_branch sides[2])
{
	if (parting_has(sides))
		json_object_set_new(object, name,
				    json_pack("{so so}", "old", branch_json(&sides[0]), "new",
					      branch_json(&sides[1])));
}

static void add_use(json_t *object, const struct search_use *use)
{
	json_object_set_new(object, "milliseconds", number_json(use->ms));
	json_object_set_new(object, "processorMilliseconds", number_json(use->cpu_us / 1000));
}

static json_t *line_json(const struct change_line *line)
{
	return json_pack("{so sI sb}", "file", gen_json_text(line->file), "line",
			 (json_int_t)line->line, "reached", line->is_reached);
}

/* Changed lines of both versions; REACHED as change_lines() has it, NULL twice: by any run. */
static json_t *lines_json(const struct change *change, bool *const reached[2])
{
	static const char *const names[] = { "old", "new" };
	json_t *object = json_object();

	for (unsigned version = 0; version < 2; version++) {
		json_t *list = json_array();
		size_t number;
		struct change_line *lines =
			change_lines(change, version, reached[version], &number);

		for (size_t i = 0; i < number; i++)
			json_array_append_new(list, line_json(&lines[i]));
		json_object_set_new(object, names[version], list);
		free(lines);
	}
	return object;
}

static json_t *difference_json(const struct gen_view *view, size_t index)
{
	const struct gen_item item = gen_view_item(view, index);
	const struct difference *difference = item.difference;
	const struct command *command = item.command;
	const struct parting *parting = item.parting;
	json_t *object = json_object();

	gen_json_add_command(object, command);
	if (command->nr_literals)
		json_object_set_new(object, "literals", literals_json(view, command));
	if (item.has_patch)
		json_object_set_new(object, "patch", json_sprintf("%zu.patch", item.number));
	json_object_set_new(object, "inputs", number_json(item.nr_inputs));
	json_object_set_new(object, "group",
			    number_json(view->group_of.items[index] + UINT64_C(1)));
	add_use(object, &item.use);
	json_object_set_new(object, "old", gen_json_result(&difference->results[0]));
	json_object_set_new(object, "new", gen_json_result(&difference->results[1]));
	if (parting->added.condition)
		json_object_set_new(object, "added", branch_json(&parting->added));
	if (parting->removed.condition)
		json_object_set_new(object, "removed", branch_json(&parting->removed));
	if (view->change && difference->reached[0] && difference->reached[1])
		json_object_set_new(object, "changedLines",
				    lines_json(view->change, difference->reached));
	add_branches(object, "changed", parting->changed);
	add_branches(object, "parting", parting->parted);
	if (item.has_test)
		json_object_set_new(object, "test", json_sprintf("%zu", item.number));
	if (item.has_c_test)
		json_object_set_new(object, "cTest", json_true());
	return object;
}

static json_t *group_json(const struct gen_view *view, const struct gen_group *group)
{
	const struct parting *parting = &view->partings.items[group->shown];
	json_t *object = json_pack(
		"{so so so}", "difference", number_json(group->shown + UINT64_C(1)), "differences",
		number_json(group->nr_differences), "inputs", number_json(group->nr_inputs));

	add_branches(object, "cause", parting->cause);
	return object;
}

static json_t *pairs_json(const struct explorer_state *state)
{
	return json_pack("{so so so so}", "equal", number_json(state->nr_equal), "different",
			 number_json(state->nr_differing), "unknown",
			 number_json(state->nr_undecided), "unchecked",
			 number_json(state->nr_unchecked));
}

static json_t *names_json(char *const *names)
{
	json_t *list = json_array();

	for (; names && *names; names++)
		json_array_append_new(list, gen_json_text(*names));
	return list;
}

/* What keeps the search from being certain. */
static json_t *gaps_json(const struct search_state *search)
{
	const struct explorer_state *state = &search->sum;

	return json_pack("{so so so so so sb so sb sb sb sb ss?}", "openBranches",
			 number_json(state->nr_open), "irrelevantBranches",
			 number_json(state->nr_irrelevant), "unknownBranches",
			 number_json(state->nr_unknown), "unsteadyInputs",
			 number_json(state->nr_unsteady), "unconfirmedDifferences",
			 number_json(search->nr_unconfirmed), "concretised", state->is_concretised,
			 "concretisedBy", names_json(state->concretised_by), "cut", state->is_cut,
			 "untold", state->is_untold, "late", state->is_late, "memory",
			 search->is_full, "doubt", search->doubt);
}

static json_t *scouts_json(const struct search_scouts *scouts)
{
	if (!scouts->nr_runs)
		return json_null();
	return json_pack("{so so so sb}", "commands", number_json(scouts->nr_commands), "runs",
			 number_json(scouts->nr_runs), "reached", number_json(scouts->nr_reached),
			 "partial", scouts->is_partial);
}

void gen_print_json(const struct gen_view *view, FILE *out)
{
	static bool *const by_any[2] = { NULL, NULL };
	const struct search_state *search = search_state(view->search);
	const struct explorer_state *state = &search->sum;
	json_t *list = json_array(), *groups = json_array(), *root;
	size_t number = search_nr_differences(view->search);

	for (size_t i = 0; i < number; i++)
		json_array_append_new(list, difference_json(view, i));
	for (size_t i = 0; i < view->groups.count; i++)
		json_array_append_new(groups, group_json(view, &view->groups.items[i]));
	root = json_pack(
		"{so so ss? sb sb so so so so so so so so so so so}", "old",
		gen_json_text(view->names[0]), "new", gen_json_text(view->names[1]), "mode",
		mode_name(search->mode), "complete", state->is_over, "certain", state->is_certain,
		"inputs", number_json(state->nr_inputs), "variants",
		number_json(state->nr_variants), "fuzzed", number_json(search->nr_fuzzed), "paths",
		json_pack("[oo]", number_json(state->nr_paths[0]), number_json(state->nr_paths[1])),
		"pairs", pairs_json(state), "gaps", gaps_json(search), "lengths",
		json_pack("{so so}", "tried", number_json(search->nr_lengths), "certain",
			  number_json(search->nr_certain)),
		"recalled", number_json(view->nr_recalled), "scouts", scouts_json(&search->scouts),
		"groups", groups, "differences", list);
	if (view->change)
		json_object_set_new(root, "changedLines", lines_json(view->change, by_any));
	add_use(root, &search->use);
	emit_document(out, root);
}
