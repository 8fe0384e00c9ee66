/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `remt gen --functions` found, as one JSON object (doc/FORMATS.md). */
#include "cmd/gen/functions/json.h"

#include <jansson.h>

#include "cmd/gen/base/json.h"
#include "report/emit.h"

const char *gen_functions_verdict_name(enum gen_function_verdict verdict)
{
	static const char *const names[] = {
		[GEN_FUNCTION_NOT_TRIED] = "untried", [GEN_FUNCTION_KILLED] = "killed",
		[GEN_FUNCTION_NO_TEST] = "none",      [GEN_FUNCTION_NO_DEFINED_TEST] = "undefined",
		[GEN_FUNCTION_UNSET] = "unset",	      [GEN_FUNCTION_UNKNOWN] = "unknown",
		[GEN_FUNCTION_PASSED] = "passed",
	};

	return names[verdict];
}

static json_t *mutant_json(const struct gen_functions_mutant *mutant)
{
	const struct inventory_mutant *row = mutant->mutant->row;
	json_t *object = json_pack(
		"{ss sI sI ss so ss sb}", "id", mutant->mutant->id, "line", (json_int_t)row->line,
		"column", (json_int_t)row->column, "operator", row->op, "description",
		emit_string(row->description), "verdict",
		gen_functions_verdict_name(mutant->verdict), "changed", mutant->mutant->is_changed);

	if (mutant->verdict == GEN_FUNCTION_KILLED)
		json_object_set_new(object, "written", json_boolean(mutant->has_test));
	if (mutant->why)
		json_object_set_new(object, "why", emit_string(mutant->why));
	return object;
}

static json_t *function_json(const struct gen_functions_item *item)
{
	json_t *mutants = json_array(), *object = gen_functions_item_json(item);

	for (size_t i = 0; i < item->mutants.count; i++)
		json_array_append_new(mutants, mutant_json(&item->mutants.items[i]));
	json_object_set_new(object, "processorMilliseconds",
			    json_integer((json_int_t)item->cpu_ms));
	json_object_set_new(object, "mutants", mutants);
	return object;
}

/* True if nothing was left for want of time. */
static bool is_complete(const struct gen_functions *functions)
{
	for (size_t i = 0; i < functions->items.count; i++) {
		const struct gen_functions_item *item = &functions->items.items[i];

		for (size_t m = 0; m < item->mutants.count && !item->refusal; m++) {
			if (item->mutants.items[m].verdict == GEN_FUNCTION_NOT_TRIED)
				return false;
		}
	}
	return true;
}

void gen_functions_print_json(const struct gen_functions *functions, FILE *out)
{
	json_t *items = json_array(), *units = json_array();

	for (size_t i = 0; i < functions->items.count; i++)
		json_array_append_new(items, function_json(&functions->items.items[i]));
	for (size_t i = 0; i < functions->units.count; i++)
		json_array_append_new(
			units,
			json_pack("{so sI}", "file", emit_string(functions->units.items[i].file),
				  "equivalent", (json_int_t)functions->units.items[i].nr_proven));
	emit_document(out, json_pack("{so sb sI so so}", "program", gen_json_text(functions->name),
				     "complete", is_complete(functions), "absent",
				     (json_int_t)functions->program.mutants.nr_absent, "files",
				     units, "functions", items));
}
