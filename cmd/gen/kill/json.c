/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is known of mutants as one JSON object (doc/FORMATS.md). */
#include <jansson.h>

#include "cmd/gen/base/json.h"
#include "cmd/gen/kill/kill.h"
#include "report/emit.h"

static json_t *mutant_json(const struct gen_kill_result *result)
{
	const struct inventory_mutant *row = result->mutant->row;
	json_t *object = json_pack(
		"{ss ss sI sI ss ss ss ss sI sI}", "id", result->mutant->id, "file", row->file,
		"line", (json_int_t)row->line, "column", (json_int_t)row->column, "function",
		row->function, "operator", row->op, "description", row->description, "verdict",
		gen_kill_name(result->verdict), "inputs", (json_int_t)result->nr_inputs,
		"processorMilliseconds", (json_int_t)result->cpu_us / 1000);

	if (result->verdict == GEN_KILLED) {
		json_object_set_new(object, "test", json_integer((json_int_t)result->test + 1));
		json_object_set_new(object, "does", gen_json_result(&result->result));
		json_object_set_new(object, "written", json_boolean(result->is_tested));
	}
	if (result->why)
		json_object_set_new(object, "why", json_string(result->why));
	return object;
}

static json_t *test_json(const struct gen_kill_test *test)
{
	json_t *object = json_object();

	gen_json_add_command(object, &test->command);
	json_object_set_new(object, "expected", gen_json_result(&test->expected));
	json_object_set_new(object, "kills", json_integer((json_int_t)test->nr_kills));
	return object;
}

void gen_kill_print_json(const struct gen_kills *kills, FILE *out)
{
	json_t *mutants = json_array(), *tests = json_array();

	for (size_t i = 0; i < kills->results.count; i++) {
		if (kills->results.items[i].is_known)
			json_array_append_new(mutants, mutant_json(&kills->results.items[i]));
	}
	for (size_t i = 0; i < kills->tests.count; i++)
		json_array_append_new(tests, test_json(&kills->tests.items[i]));
	emit_document(out, json_pack("{so sb so so}", "program", gen_json_text(kills->name),
				     "complete", kills->results.count == kills->nr_known, "mutants",
				     mutants, "tests", tests));
}
