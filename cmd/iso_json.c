/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The result of `remt iso` as one JSON object (doc/FORMATS.md). It has all groups, whatever
 * --limit says, and all common tests.
 */
#include <jansson.h>
#include <stdio.h>

#include "cmd/iso.h"
#include "common/cleanup.h"
#include "report/emit.h"

static json_t *observation_json(const struct observation *seen, observed_set differing)
{
	static const char *const names[NR_OBSERVED_TEXTS] = { "stdout", "stderr", "files", "report",
							      "checks" };
	_cleanup_free_ char *ended = observation_end(seen);
	json_t *object = json_pack("{so}", "end", emit_string(ended));

	for (unsigned i = 0; i < NR_OBSERVED_TEXTS; i++) {
		if (differing & OBSERVED_BIT(i) && seen->texts[i])
			json_object_set_new(object, names[i], emit_string(seen->texts[i]));
	}
	return object;
}

static json_t *branches_json(const struct iso_view *view, const struct explore_variant *variant)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < variant->nr_pairs; i++) {
		const struct inventory_mutant *mutant = iso_negation(view, variant->pairs[i]);
		char id[INVENTORY_ID_DIGITS + 1];

		inventory_id_text(mutant->id, id);
		json_array_append_new(list,
				      json_pack("{ss so so si si so}", "id", id, "file",
						emit_string(mutant->file), "function",
						emit_string(mutant->function), "line",
						(int)mutant->line, "column", (int)mutant->column,
						"negated", emit_string(mutant->replacement)));
	}
	return list;
}

static json_t *functions_json(const struct iso_view *view, const struct explore_finding *finding)
{
	const struct program *program = view->explore->isomorphism->new.version.program;
	json_t *list = json_array();

	for (uint32_t i = 0; i < finding->cause.nr_functions; i++) {
		uint32_t function = finding->cause.functions[i];
		_cleanup_free_ char *path = iso_function_path(view, function);

		json_array_append_new(
			list, json_pack("{so so si}", "function",
					emit_string(program_function_name(program, function)),
					"file", emit_string(path), "line",
					(int)program_function(program, function)->line));
	}
	return list;
}

static void add_account(json_t *object, const struct account *account)
{
	if (account->kind == ACCOUNT_NONE)
		return;
	json_object_set_new(object, "account", json_string(account_name(account->kind)));
	json_object_set_new(object, "why", emit_string(account->why));
}

static json_t *group_json(const struct iso_view *view, const struct triage_group *group)
{
	const struct explore *explore = view->explore;
	const struct explore_finding *first = &explore->findings.items[group->findings.items[0]];
	json_t *object, *tests = json_array();

	for (size_t i = 0; i < group->findings.count; i++) {
		const struct explore_finding *finding =
			&explore->findings.items[group->findings.items[i]];

		json_t *test =
			json_pack("{so so so}", "name",
				  emit_string(explore->tests.items[finding->variant.test].name),
				  "old", observation_json(&finding->seen_old, finding->differing),
				  "new", observation_json(&finding->seen_new, finding->differing));

		add_account(test, &finding->account);
		json_array_append_new(tests, test);
	}
	object = json_pack("{ss so sb sb so so so}", "key", group->key, "nature",
			   emit_string(group->nature), "known", group->is_known, "explained",
			   group->is_explained, "branches", branches_json(view, &first->variant),
			   "changedFunctions", functions_json(view, first), "tests", tests);
	add_account(object, &group->account);
	if (group->distance != TRIAGE_FAR)
		json_object_set_new(object, "distance", json_integer(group->distance));
	return object;
}

static json_t *names_json(observed_set set)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < NR_OBSERVED; i++) {
		if (set & OBSERVED_BIT(i))
			json_array_append_new(list, json_string(observed_name(i)));
	}
	return list;
}

static json_t *tests_json(const struct explore *explore)
{
	json_t *list = json_array();

	for (size_t t = 0; t < explore->tests.count; t++) {
		const struct explore_test *test = &explore->tests.items[t];
		json_t *object =
			json_pack("{so so so}", "name", emit_string(test->name), "unstable",
				  names_json(test->unstable), "plain", names_json(test->plain));

		if (test->plain) {
			json_object_set_new(object, "old",
					    observation_json(&test->seen_old, test->plain));
			json_object_set_new(object, "new",
					    observation_json(&test->seen_new, test->plain));
		}
		json_array_append_new(list, object);
	}
	return list;
}

static json_t *coverage_json(const struct explore_coverage *coverage)
{
	json_t *gained = json_array();

	for (size_t i = 0; i < coverage->gained.count; i++)
		json_array_append_new(gained, json_integer(coverage->gained.items[i]));
	return json_pack("{si si si so}", "branches", (int)coverage->nr_ways, "uncovered",
			 (int)coverage->nr_uncovered, "siblingCovered", (int)coverage->nr_reachable,
			 "executedByDepth", gained);
}

static void add_counts(json_t *root, const struct iso_view *view)
{
	const struct explore *explore = view->explore;
	const struct explore_counts *counts = &explore->counts;
	const struct {
		const char *name;
		uint64_t value;
	} numbers[] = {
		{ "conditions", explore->isomorphism->pairs.count },
		{ "commonTests", counts->nr_common },
		{ "onlyOldTests", counts->nr_only_old },
		{ "onlyNewTests", counts->nr_only_new },
		{ "variants", counts->nr_variants },
		{ "negationSets", counts->nr_sets },
		{ "recalled", counts->nr_recalled },
		{ "untouched", counts->nr_untouched },
		{ "runs", counts->nr_runs },
		{ "splitOff", explore->old->split.nr_runs + explore->new->split.nr_runs },
		{ "milliseconds", view->elapsed_ms },
		{ "unstable", counts->nr_unstable },
		{ "broken", counts->nr_broken },
		{ "endless", counts->nr_endless },
		{ "invalid", counts->nr_invalid },
	};

	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++)
		json_object_set_new(root, numbers[i].name,
				    json_integer((json_int_t)numbers[i].value));
}

static json_t *strings_json(char *const *strings)
{
	json_t *list = json_array();

	for (; strings && *strings; strings++)
		json_array_append_new(list, emit_string(*strings));
	return list;
}

static json_t *program_json(const struct iso_inputs_program *program)
{
	json_t *object =
		json_pack("{so so so}", "program", emit_string(program->name), "functions",
			  strings_json(program->functions), "tests", strings_json(program->tests));

	if (program->why) {
		json_object_set_new(object, "why", emit_string(program->why));
		return object;
	}
	json_object_set_new(object, "found", json_integer((json_int_t)program->nr_found));
	json_object_set_new(object, "certain", json_boolean(program->is_certain));
	json_object_set_new(object, "written", json_integer((json_int_t)program->nr_written));
	if (program->nr_written)
		json_object_set_new(object, "directory", emit_string(program->directory));
	return object;
}

static json_t *inputs_json(const struct iso_inputs *inputs)
{
	json_t *list = json_array();

	for (size_t i = 0; i < inputs->programs.count; i++)
		json_array_append_new(list, program_json(&inputs->programs.items[i]));
	return json_pack("{so so}", "programs", list, "strangers", strings_json(inputs->strangers));
}

void iso_print_json(const struct iso_view *view)
{
	const struct explore *explore = view->explore;
	json_t *root = json_object(), *groups = json_array();

	for (size_t i = 0; i < view->triage->groups.count; i++)
		json_array_append_new(groups, group_json(view, &view->triage->groups.items[i]));
	json_object_set_new(root, "old", emit_string(explore->old->directory));
	json_object_set_new(root, "new", emit_string(explore->new->directory));
	json_object_set_new(root, "complete", json_boolean(!explore->counts.is_cancelled));
	add_counts(root, view);
	json_object_set_new(root, "coverage", coverage_json(&explore->coverage));
	json_object_set_new(root, "tests", tests_json(explore));
	json_object_set_new(root, "differences", groups);
	if (view->inputs)
		json_object_set_new(root, "inputs", inputs_json(view->inputs));
	if (view->faults)
		json_object_set_new(
			root, "faults",
			json_pack("{si si si si sI}", "mutants", (int)view->faults->nr_all,
				  "unkilled", (int)view->faults->nr_unkilled, "ql",
				  (int)view->faults->nr_ql, "vl", (int)view->faults->nr_vl, "runs",
				  (json_int_t)view->faults->nr_runs));
	emit_document(stdout, root);
}
