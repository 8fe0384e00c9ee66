/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was found of all functions that were compared. */
#include <inttypes.h>
#include <string.h>

#include "cmd/gen/base/json.h"
#include "cmd/gen/base/reasons.h"
#include "cmd/gen/changed/changed.h"
#include "common/cleanup.h"
#include "common/plural.h"
#include "common/print.h"
#include "common/strv.h"
#include "report/emit.h"

/* What is counted. */
struct count {
	size_t nr_functions, nr_differing, nr_differences, nr_same, nr_mute, nr_untried, nr_tests;
	struct gen_reasons refusals;
};

static size_t nr_differences(const struct gen_functions_item *item)
{
	return json_array_size(json_object_get(item->found, "differences"));
}

static void count_all(const struct gen_functions *functions, struct count *count)
{
	for (size_t i = 0; i < functions->items.count; i++) {
		const struct gen_functions_item *item = &functions->items.items[i];
		size_t number = nr_differences(item);

		count->nr_functions++;
		count->nr_differences += number;
		count->nr_differing += number > 0;
		if (item->refusal)
			gen_reasons_note(&count->refusals,
					 gen_reasons_general(item->refusal, item->name), 1);
		else if (!item->found)
			count->nr_untried++;
		else if (!number && !json_integer_value(json_object_get(item->found, "calls")))
			count->nr_mute++;
		else if (!number)
			count->nr_same++;
		for (char **name = item->shown.names; name && *name && item->test_file; name++)
			count->nr_tests++;
	}
}

void gen_changed_sum(struct strbuf *text, const struct gen_functions *functions)
{
	struct count count = { 0 };

	count_all(functions, &count);
	strbuf_addf(text, "%zu difference%s in %zu of %zu function%s, %zu test%s in C",
		    count.nr_differences, plural(count.nr_differences), count.nr_differing,
		    count.nr_functions, plural(count.nr_functions), count.nr_tests,
		    plural(count.nr_tests));
	gen_reasons_deinit(&count.refusals);
}

static void print_files(const struct gen_functions *functions, FILE *out)
{
	for (size_t i = 0; i < functions->units.count; i++) {
		const struct gen_functions_unit *unit = &functions->units.items[i];

		if (unit->test_file)
			print_to(out, "# tests of %s: %s\n", unit->file, unit->test_file);
	}
}

static void print_left(const struct gen_functions *functions, FILE *out)
{
	_cleanup_free_ char *names = functions->left ? strv_join(functions->left, ", ") : NULL;

	if (names)
		print_to(out, "# 0 and not compared, as one version alone has it so: %s\n", names);
}

void gen_changed_print_sum(const struct gen_functions *functions, FILE *out)
{
	struct count count = { 0 };

	count_all(functions, &count);
	print_files(functions, out);
	print_to(out, "# %zu function%s compared: %zu differ%s (%zu difference%s)\n",
		 count.nr_functions, plural_of(count.nr_functions, " was", "s were"),
		 count.nr_differing, plural_of(count.nr_differing, "s", ""), count.nr_differences,
		 plural(count.nr_differences));
	if (count.nr_same)
		print_to(out,
			 "# of %zu no input was found that shows a difference; there may be one\n",
			 count.nr_same);
	if (count.nr_mute)
		print_to(out, "# of %zu no call ended\n", count.nr_mute);
	if (count.nr_untried)
		print_to(out, "# for %zu there was no time\n", count.nr_untried);
	if (count.refusals.items.count) {
		print_to(out, "# left out:\n");
		gen_reasons_print(out, &count.refusals, "# ");
	}
	print_left(functions, out);
	if (functions->nr_added || functions->nr_removed)
		print_to(out,
			 "# not compared: %zu function%s that NEW alone has, %zu that OLD has\n",
			 functions->nr_added, plural(functions->nr_added), functions->nr_removed);
	gen_reasons_deinit(&count.refusals);
}

static json_t *function_json(const struct gen_functions_item *item)
{
	json_t *object = gen_functions_item_json(item);

	if (item->entry) {
		json_object_set_new(object, "line", json_integer((json_int_t)item->entry->line));
		json_object_set_new(object, "static",
				    json_boolean(!(item->entry->flags & DEBUG_IS_EXTERNAL)));
	}
	if (item->cause)
		json_object_set_new(object, "unchanged", emit_string(item->cause));
	if (item->found)
		json_object_update(object, item->found);
	return object;
}

static json_t *left_json(const struct gen_functions *functions)
{
	json_t *array = json_array();

	for (char **name = functions->left; name && *name; name++)
		json_array_append_new(array, emit_string(*name));
	return array;
}

void gen_changed_print_json(const struct gen_functions *functions, FILE *out)
{
	struct count count = { 0 };
	json_t *items = json_array();

	count_all(functions, &count);
	for (size_t i = 0; i < functions->items.count; i++)
		json_array_append_new(items, function_json(&functions->items.items[i]));
	emit_document(out,
		      json_pack("{so so sb sI sI so so}", "old", gen_json_text(functions->old.name),
				"new", gen_json_text(functions->name), "complete",
				!count.nr_untried, "added", (json_int_t)functions->nr_added,
				"removed", (json_int_t)functions->nr_removed, "leftOut",
				left_json(functions), "functions", items));
	gen_reasons_deinit(&count.refusals);
}
