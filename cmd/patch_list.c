/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `remt patch`: the variants of a binary, as text and as JSON. */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "cmd/patch.h"
#include "common/cleanup.h"
#include "common/print.h"
#include "report/emit.h"

enum { MAX_INLINED = 16 }; /* how many inlined calls, one within the other, are told */

static const struct binary_function *function_of(const struct patch_view *view,
						 const struct variant *variant)
{
	return &view->model.binary->functions.items[variant->function];
}

void patch_print_variant(const struct patch_view *view, const struct variant *variant)
{
	char id[PATCH_ID_DIGITS + 1];
	struct line line;

	patch_id(variant, id);
	print("%s 0x%" PRIx64 " %s ", id, variant->instruction.address,
	      function_of(view, variant)->name);
	if (lines_find(view->lines, binary_section(view->model.binary, variant->function),
		       variant->instruction.address, &line)) {
		print("%s:%" PRIu32, line.file, line.number);
		if (line.column)
			print(":%" PRIu32, line.column);
		putchar(' ');
	}
	print("%s:%s:%s '%s'%s\n", remt_operators[variant->replacement.op].name,
	      variant->replacement.from, variant->replacement.to, variant->instruction.text,
	      variant->replacement.is_long ? " (trampoline)" : "");
}

static void print_long(const struct variants *variants)
{
	if (variants->nr_long)
		print("# of the variants need a trampoline: %" PRIu64 "\n", variants->nr_long);
	for (unsigned i = 0; i < NR_WINDOW_REFUSALS; i++) {
		if (variants->no_window[i])
			print("#   %" PRIu64 " have no room for one: %s\n", variants->no_window[i],
			      window_describe((enum window_refusal)i));
	}
}

static void print_summary(const struct patch_view *view)
{
	const struct variants *variants = &view->variants;

	print("# %zu variants in %zu functions; %" PRIu64 " of %" PRIu64
	      " conditional jumps have some\n",
	      variants->items.count, view->model.binary->functions.count,
	      variants->nr_jumps - variants->nr_refused, variants->nr_jumps);
	for (unsigned i = 0; i < NR_REFUSAL_REASONS; i++) {
		if (variants->refused[i])
			print("#   %" PRIu64 " have none: %s\n", variants->refused[i],
			      refusal_describe((enum refusal_reason)i));
	}
	if (variants->nr_unsafe)
		print("# functions that are left alone as a whole: %" PRIu32 "\n",
		      variants->nr_unsafe);
	print_long(variants);
	patch_print_flows(&view->model.flows);
}

void patch_print_text(const struct patch_args *args, const struct patch_view *view)
{
	for (size_t i = 0; i < view->variants.items.count; i++) {
		const struct variant *variant = &view->variants.items.items[i];

		if (patch_is_wanted(args, view, variant->function))
			patch_print_variant(view, variant);
	}
	print_summary(view);
}

static json_t *bytes_json(const uint8_t *bytes, size_t size)
{
	char digits[2 * MACHINE_MAX_SEQUENCE + 1] = "";

	for (size_t i = 0; i < size; i++)
		snprintf(digits + 2 * i, 3, "%02x", bytes[i]);
	return json_string(digits);
}

static void add_line_json(json_t *object, const struct line *line)
{
	json_object_set_new(object, "file", emit_string(line->file));
	json_object_set_new(object, "line", json_integer(line->number));
	if (line->column)
		json_object_set_new(object, "column", json_integer(line->column));
}

/* Adds the calls that the instruction was inlined by, the innermost one first. */
static void add_inlined_json(const struct patch_view *view, const struct variant *variant,
			     json_t *object)
{
	struct inlined calls[MAX_INLINED];
	unsigned count = lines_find_inlined(view->lines,
					    binary_section(view->model.binary, variant->function),
					    variant->instruction.address, calls, MAX_INLINED);
	json_t *list = count ? json_array() : NULL;

	for (unsigned i = 0; i < count; i++) {
		json_t *call = json_pack("{so}", "function", emit_string(calls[i].function));

		add_line_json(call, &calls[i].call);
		json_array_append_new(list, call);
	}
	if (list)
		json_object_set_new(object, "inlined", list);
}

static json_t *variant_json(const struct patch_view *view, const struct variant *variant)
{
	const struct binary_function *function = function_of(view, variant);
	const struct replacement *replacement = &variant->replacement;
	size_t size = variant->instruction.size;
	uint32_t section = binary_section(view->model.binary, variant->function);
	char id[PATCH_ID_DIGITS + 1];
	struct line line;
	json_t *object;

	patch_id(variant, id);
	object = json_pack("{ss sI so so sI ss ss ss ss so so}", "id", id, "address",
			   (json_int_t)variant->instruction.address, "section",
			   emit_string(view->model.binary->codes.items[function->code].name),
			   "function", emit_string(function->name), "offset",
			   (json_int_t)(variant->instruction.address - function->address),
			   "operator", remt_operators[replacement->op].name, "from",
			   replacement->from, "to", replacement->to, "instruction",
			   variant->instruction.text, "bytes",
			   bytes_json(view->model.binary->data + variant->offset, size), "patched",
			   bytes_json(replacement->bytes, replacement->size));
	if (replacement->is_long)
		json_object_set_new(object, "displaced",
				    json_pack("{sI sI}", "address",
					      (json_int_t)variant->window.address, "size",
					      (json_int_t)variant->window.size));
	if (lines_find(view->lines, section, variant->instruction.address, &line)) {
		add_line_json(object, &line);
		json_object_set_new(object, "isStatement", json_boolean(line.is_statement));
	}
	add_inlined_json(view, variant, object);
	return object;
}

static json_t *jumps_json(const struct variants *variants)
{
	json_t *refused = json_object();

	for (unsigned i = 0; i < NR_REFUSAL_REASONS; i++) {
		if (variants->refused[i])
			json_object_set_new(refused, refusal_describe((enum refusal_reason)i),
					    json_integer((json_int_t)variants->refused[i]));
	}
	return json_pack("{sI sI so}", "all", (json_int_t)variants->nr_jumps, "accepted",
			 (json_int_t)(variants->nr_jumps - variants->nr_refused), "refused",
			 refused);
}

void patch_print_json(const struct patch_args *args, const struct patch_view *view)
{
	json_t *list = json_array(), *root;

	for (size_t i = 0; i < view->variants.items.count; i++) {
		const struct variant *variant = &view->variants.items.items[i];

		if (patch_is_wanted(args, view, variant->function))
			json_array_append_new(list, variant_json(view, variant));
	}
	root = json_pack("{so sI si so so so}", "file", emit_string(view->model.binary->path),
			 "functions", (json_int_t)view->model.binary->functions.count,
			 "unsafeFunctions", (int)view->variants.nr_unsafe, "conditionalJumps",
			 jumps_json(&view->variants), "flow", patch_flow_json(args, view),
			 "variants", list);
	emit_document(stdout, root);
}
