/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Draws the charts of both binaries, matches their functions (rewriter/) and prints the matches,
 * and the functions that only one version has. No source and no debug information is needed; names
 * help if both binaries have them.
 */
#include "cmd/diff_binary.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

#include "cmd/cmd.h"
#include "common/print.h"
#include "report/emit.h"
#include "rewriter/compare/binary_model.h"
#include "rewriter/compare/function_match.h"
#include "rewriter/elf/lines.h"

/* One of the two binaries. */
struct side {
	struct binary_model model;
	struct lines *lines;
	uint32_t nr_conditions;
};

struct view {
	struct side old, new;
	struct function_matches matches;
	uint32_t same, changed, added, removed, moved, conditions;
};

static uint32_t count_conditions(const struct side *side)
{
	uint32_t count = 0;

	for (size_t f = 0; f < side->model.binary->functions.count; f++) {
		const struct fingerprint *fingerprint = &side->model.fingerprints.items[f];

		for (size_t i = 0; i < fingerprint->features.count; i++)
			count += fingerprint->features.items[i].is_condition;
	}
	return count;
}

static struct error *open_side(const char *path, struct side *side)
{
	struct error *err = binary_model_open(&side->model, path);

	if (err)
		return err;
	cmd_warn_take(lines_read(path, &side->lines));
	if (side->model.warning)
		cmd_warn("%s", side->model.warning);
	return NULL;
}

static void draw(struct side *side, bool has_names)
{
	binary_model_fingerprint(&side->model, has_names);
	side->nr_conditions = count_conditions(side);
}

/* True if only this version has the function. */
static bool is_alone(const struct side *side, const uint32_t *matches, uint32_t function)
{
	return matches[function] == FUNCTION_MATCH_NONE &&
	       !side->model.fingerprints.items[function].is_stub;
}

static uint32_t count_alone(const struct side *side, const uint32_t *matches)
{
	uint32_t count = 0;

	for (uint32_t f = 0; f < side->model.flows.count; f++)
		count += is_alone(side, matches, f);
	return count;
}

static void close_side(struct side *side)
{
	lines_destroy(side->lines);
	binary_model_close(&side->model);
}

static void compare(struct view *view)
{
	bool are_named = binary_has_names(view->old.model.binary) &&
			 binary_has_names(view->new.model.binary);

	draw(&view->old, are_named);
	draw(&view->new, are_named);
	function_matches_find(&view->old.model.fingerprints, &view->new.model.fingerprints,
			      &view->matches);
	for (size_t i = 0; i < view->matches.items.count; i++) {
		const struct function_match *match = &view->matches.items.items[i];

		view->same += match->is_same;
		view->changed += !match->is_same;
		view->moved += match->is_moved;
		view->conditions += match->nr_conditions;
	}
	view->removed = count_alone(&view->old, view->matches.old_to_new);
	view->added = count_alone(&view->new, view->matches.new_to_old);
}

/* Prints where a function is and how it differs. */
static void print_function(const struct side *side, uint32_t function, const char *change)
{
	const struct binary_function *known = &side->model.binary->functions.items[function];
	struct line line;

	if (lines_find(side->lines, binary_section(side->model.binary, function), known->address,
		       &line))
		print("%s:%" PRIu32, line.file, line.number);
	else
		print("0x%" PRIx64, known->address);
	print(": %s: %s", change, known->name);
}

static void print_match(const struct view *view, const struct function_match *match)
{
	const struct fingerprint *fingerprint = &view->old.model.fingerprints.items[match->old];
	uint32_t conditions = 0;

	if (match->is_same && match->is_moved) {
		print_function(&view->new, match->new, "moved here");
		putchar('\n');
	}
	if (match->is_same)
		return;
	for (size_t i = 0; i < fingerprint->features.count; i++)
		conditions += fingerprint->features.items[i].is_condition;
	print_function(&view->new, match->new, "changed");
	print(": %zu of %zu blocks and %" PRIu32 " of %" PRIu32 " conditions are the same%s\n",
	      match->blocks.count, view->old.model.flows.items[match->old].blocks.count,
	      match->nr_conditions, conditions, match->is_moved ? "; it was moved here" : "");
}

static void print_text(const struct view *view)
{
	for (size_t i = 0; i < view->matches.items.count; i++)
		print_match(view, &view->matches.items.items[i]);
	for (uint32_t f = 0; f < view->old.model.flows.count; f++) {
		if (!is_alone(&view->old, view->matches.old_to_new, f))
			continue;
		print_function(&view->old, f, "removed");
		putchar('\n');
	}
	for (uint32_t f = 0; f < view->new.model.flows.count; f++) {
		if (!is_alone(&view->new, view->matches.new_to_old, f))
			continue;
		print_function(&view->new, f, "added");
		putchar('\n');
	}
	print("%" PRIu32 " functions are the same, %" PRIu32 " changed, %" PRIu32 " added, %" PRIu32
	      " removed; %" PRIu32 " were moved; %" PRIu32 " conditions are in both, of %" PRIu32
	      " and %" PRIu32 "\n",
	      view->same, view->changed, view->added, view->removed, view->moved, view->conditions,
	      view->old.nr_conditions, view->new.nr_conditions);
}

static json_t *function_json(const struct side *side, uint32_t function)
{
	const struct binary_function *known = &side->model.binary->functions.items[function];
	json_t *object = json_pack("{so sI sI si}", "name", emit_string(known->name), "address",
				   (json_int_t)known->address, "size", (json_int_t)known->size,
				   "blocks", (int)side->model.flows.items[function].blocks.count);
	struct line line;

	if (lines_find(side->lines, binary_section(side->model.binary, function), known->address,
		       &line)) {
		json_object_set_new(object, "file", emit_string(line.file));
		json_object_set_new(object, "line", json_integer(line.number));
	}
	return object;
}

/* Returns the address of the conditional jump at the end of block WHICH, or MACHINE_NOWHERE. */
static uint64_t condition_of(const struct side *side, uint32_t function, uint32_t which)
{
	const struct block *block = &side->model.flows.items[function].blocks.items[which];
	const struct fingerprint *fingerprint = &side->model.fingerprints.items[function];

	return fingerprint->features.items[block->first + block->count - 1].is_condition
		       ? block->last
		       : MACHINE_NOWHERE;
}

static json_t *conditions_json(const struct view *view, const struct function_match *match)
{
	json_t *list = json_array();

	for (size_t i = 0; i < match->blocks.count; i++) {
		struct block_match blocks = match->blocks.items[i];
		uint64_t old = condition_of(&view->old, match->old, blocks.old);
		uint64_t new = condition_of(&view->new, match->new, blocks.new);

		if (old != MACHINE_NOWHERE && new != MACHINE_NOWHERE)
			json_array_append_new(list,
					      json_pack("[II]", (json_int_t)old, (json_int_t) new));
	}
	return list;
}

static json_t *functions_json(const struct view *view)
{
	json_t *list = json_array();

	for (size_t i = 0; i < view->matches.items.count; i++) {
		const struct function_match *match = &view->matches.items.items[i];

		json_array_append_new(list, json_pack("{ss sb so so si so}", "change",
						      match->is_same ? "same" : "changed", "moved",
						      match->is_moved, "old",
						      function_json(&view->old, match->old), "new",
						      function_json(&view->new, match->new),
						      "sameBlocks", (int)match->blocks.count,
						      "conditions", conditions_json(view, match)));
	}
	for (uint32_t f = 0; f < view->old.model.flows.count; f++) {
		if (is_alone(&view->old, view->matches.old_to_new, f))
			json_array_append_new(list, json_pack("{ss so}", "change", "removed", "old",
							      function_json(&view->old, f)));
	}
	for (uint32_t f = 0; f < view->new.model.flows.count; f++) {
		if (is_alone(&view->new, view->matches.new_to_old, f))
			json_array_append_new(list, json_pack("{ss so}", "change", "added", "new",
							      function_json(&view->new, f)));
	}
	return list;
}

static void print_json(const struct view *view)
{
	json_t *root = json_pack(
		"{so so so s{si si si si si si si si}}", "old",
		emit_string(view->old.model.binary->path), "new",
		emit_string(view->new.model.binary->path), "functions", functions_json(view),
		"counts", "same", (int)view->same, "changed", (int)view->changed, "added",
		(int)view->added, "removed", (int)view->removed, "moved", (int)view->moved,
		"conditions", (int)view->conditions, "oldConditions", (int)view->old.nr_conditions,
		"newConditions", (int)view->new.nr_conditions);

	emit_document(stdout, root);
}

struct error *diff_binaries(const char *old, const char *new, bool is_json)
{
	struct view view = { 0 };
	struct error *err = open_side(old, &view.old);

	if (!err)
		err = open_side(new, &view.new);
	if (!err && view.old.model.binary->machine != view.new.model.binary->machine)
		err = error_create(ERROR_UNUSABLE, "%s and %s are for different processors", old,
				   new);
	if (!err) {
		compare(&view);
		if (is_json)
			print_json(&view);
		else
			print_text(&view);
		function_matches_deinit(&view.matches);
	}
	close_side(&view.old);
	close_side(&view.new);
	return err;
}
