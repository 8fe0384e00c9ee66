/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `remt patch`: makes variants of a compiled program without its sources. */
#include "cmd/patch.h"

#include <argp.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "common/cleanup.h"
#include "common/hash.h"
#include "common/slots.h"
#include "common/strv.h"
#include "common/vec.h"
#include "rewriter/elf/segment.h"
#include "rewriter/variant/patch.h"
#include "rewriter/variant/place.h"

enum {
	KEY_LIST = 0x100,
	KEY_JSON,
	KEY_NEGATE,
	KEY_MUTATE,
	KEY_FUNCTION,
	KEY_KEEP,
	KEY_TRAMPOLINE,
	MAX_TOLD = 20, /* variants that are listed if a place fits several */
};

struct choice {
	VEC(const struct variant *) items;
};

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "What is shown", 1 },
	{ "list", KEY_LIST, NULL, 0, "the variants that there are (default without -o)", 1 },
	{ "json", KEY_JSON, NULL, 0, "the same, as one JSON object", 1 },
	{ "function", KEY_FUNCTION, "GLOB", 0, "only variants in these functions; may be repeated",
	  1 },
	{ NULL, 0, NULL, 0, "What is patched", 2 },
	{ "negate", KEY_NEGATE, "WHERE", 0,
	  "negate the condition at an address (0x1180), a line (parse.c:12), a line and column "
	  "(parse.c:12:8), or the only one of a function; may be repeated",
	  2 },
	{ "mutate", KEY_MUTATE, "ID", 0, "the variant of this ID; may be repeated", 2 },
	{ "output", 'o', "OUT", 0, "write the patched copy to OUT", 2 },
	{ "trampoline", KEY_TRAMPOLINE, NULL, 0,
	  "also variants that do not fit in their places: a jump leads to them, in a segment that "
	  "is "
	  "added to the copy",
	  2 },
	{ "keep-build-id", KEY_KEEP, NULL, 0, "leave the build-id as it is", 2 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct patch_args *args = state->input;

	switch (key) {
	case KEY_LIST: args->is_list = true; return 0;
	case KEY_JSON: args->is_list = args->is_json = true; return 0;
	case KEY_FUNCTION: strv_append(&args->functions, arg); return 0;
	case KEY_NEGATE: strv_append(&args->negated, arg); return 0;
	case KEY_MUTATE: strv_append(&args->mutated, arg); return 0;
	case KEY_TRAMPOLINE: args->has_trampolines = true; return 0;
	case KEY_KEEP: args->keeps_build_id = true; return 0;
	case 'o': args->output = arg; return 0;
	case ARGP_KEY_ARG:
		if (args->file)
			cmd_usage(state, "one file at a time");
		args->file = arg;
		return 0;
	case ARGP_KEY_END:
		if (!args->file)
			cmd_usage(state, "no file is named");
		if (args->output && !args->negated && !args->mutated)
			cmd_usage(state, "nothing is to be patched: --negate or --mutate");
		if (!args->output && (args->negated || args->mutated))
			cmd_usage(state, "no output is named: -o OUT");
		return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "FILE",
	.doc = "Lists the variants of a program, shared library or object that patching its code "
	       "makes, or writes a copy of it with some of them.  No source, compiler or plugin is "
	       "needed; FILE stays as it is.",
};

void patch_id(const struct variant *variant, char ret[PATCH_ID_DIGITS + 1])
{
	char digits[HASH_HEX_SIZE];

	hash_to_hex(variant->id, digits);
	memcpy(ret, digits, PATCH_ID_DIGITS);
	ret[PATCH_ID_DIGITS] = '\0';
}

bool patch_is_wanted(const struct patch_args *args, const struct patch_view *view,
		     uint32_t function)
{
	const char *name = view->model.binary->functions.items[function].name;

	for (char **glob = args->functions; glob && *glob; glob++) {
		if (fnmatch(*glob, name, 0) == 0)
			return true;
	}
	return !args->functions;
}

/* Takes the only variant of FOUND. The error lists them if there are several. */
static struct error *take_only(const struct patch_view *view, const char *where,
			       const struct choice *found, struct choice *choice)
{
	if (!found->items.count)
		return error_create(ERROR_USAGE,
				    "%s: no condition there can be negated (--list tells all)",
				    where);
	if (found->items.count == 1) {
		vec_push(&choice->items, found->items.items[0]);
		return NULL;
	}
	for (size_t i = 0; i < found->items.count && i < MAX_TOLD; i++)
		patch_print_variant(view, found->items.items[i]);
	return error_create(ERROR_USAGE, "%s: %zu conditions are there; name one by --mutate=ID",
			    where, found->items.count);
}

static struct error *choose_negated(const struct patch_view *view, const char *where,
				    struct choice *choice)
{
	struct choice found = { 0 };
	struct place place;
	struct error *err;

	place_parse(where, &place);
	for (size_t i = 0; i < view->variants.items.count; i++) {
		const struct variant *variant = &view->variants.items.items[i];

		if (variant->replacement.op == REMT_OCNG &&
		    place_has(&place, view->model.binary, view->lines, variant))
			vec_push(&found.items, variant);
	}
	err = take_only(view, where, &found, choice);
	vec_deinit(&found.items);
	place_deinit(&place);
	return err;
}

#define AMBIGUOUS (SLOTS_NONE - 1)

static void add_id(struct slots *ids, uint64_t id, uint32_t index)
{
	uint32_t before = slots_find(ids, id);

	if (before == SLOTS_NONE)
		slots_add(ids, id, index);
	else if (before != index)
		slots_set(ids, id, AMBIGUOUS);
}

/* Indexes the ids of all variants, with the ids that a run of several files gives them. */
static void index_ids(const struct patch_view *view, struct slots *ret)
{
	for (size_t i = 0; i < view->variants.items.count; i++) {
		uint64_t id = view->variants.items.items[i].id;

		add_id(ret, variant_id_visible(id), (uint32_t)i);
		add_id(ret, variant_id_visible(variant_id_of_file(id, view->model.binary->path)),
		       (uint32_t)i);
	}
}

static struct error *choose_mutated(const struct patch_view *view, const struct slots *ids,
				    const char *id, struct choice *choice)
{
	bool is_id =
		strlen(id) == PATCH_ID_DIGITS && strspn(id, "0123456789abcdef") == PATCH_ID_DIGITS;
	uint32_t found = is_id ? slots_find(ids, strtoull(id, NULL, 16)) : SLOTS_NONE;

	if (found == AMBIGUOUS)
		return error_create(ERROR_USAGE, "%s: two variants have this id", id);
	if (found == SLOTS_NONE)
		return error_create(ERROR_USAGE, "%s: there is no such variant (--list tells all)",
				    id);
	vec_push(&choice->items, &view->variants.items.items[found]);
	return NULL;
}

static struct error *choose(const struct patch_args *args, const struct patch_view *view,
			    struct choice *choice)
{
	struct slots ids = { 0 };
	struct error *err = NULL;

	for (char **where = args->negated; !err && where && *where; where++)
		err = choose_negated(view, *where, choice);
	if (args->mutated)
		index_ids(view, &ids);
	for (char **id = args->mutated; !err && id && *id; id++)
		err = choose_mutated(view, &ids, *id, choice);
	slots_deinit(&ids);
	return err;
}

static struct error *write_copy(const struct patch_args *args, const struct patch_view *view)
{
	struct choice choice = { 0 };
	struct error *err = choose(args, view, &choice);

	if (!err) {
		struct patch patch = {
			.binary = view->model.binary,
			.machine = view->model.machine,
			.variants = choice.items.items,
			.nr_variants = choice.items.count,
			.keeps_build_id = args->keeps_build_id,
		};

		err = patch_write(&patch, args->output);
	}
	vec_deinit(&choice.items);
	return err;
}

/* Fails if no code can be added, and says why. */
static struct error *check_room(const struct binary *binary)
{
	struct segment segment;
	struct error *err = segment_plan(binary, &segment);

	segment_deinit(&segment);
	return err;
}

static struct error *open_view(const struct patch_args *args, struct patch_view *view)
{
	const char *path = args->file;
	struct error *err = binary_model_open(&view->model, path);

	if (!err && patch_is_in(view->model.binary))
		err = error_create(ERROR_UNUSABLE, "%s was patched before", path);
	if (!err && args->has_trampolines)
		err = check_room(view->model.binary);
	if (err)
		return err;
	/* without line tables only line numbers are missing */
	cmd_warn_take(lines_read(path, &view->lines));
	if (view->model.warning)
		cmd_warn("%s", view->model.warning);
	variants_find_all(view->model.binary, view->lines, view->model.machine,
			  args->has_trampolines ? &view->model.flows : NULL, &view->variants);
	return NULL;
}

static void close_view(struct patch_view *view)
{
	variants_deinit(&view->variants);
	lines_destroy(view->lines);
	binary_model_close(&view->model);
}

int cmd_patch(int argc, char **argv)
{
	struct patch_args args = { 0 };
	struct patch_view view = { 0 };
	struct error *err;

	argp_parse(&argp, argc, argv, 0, NULL, &args);
	err = open_view(&args, &view);
	if (!err && args.is_json)
		patch_print_json(&args, &view);
	else if (!err && (args.is_list || !args.output))
		patch_print_text(&args, &view);
	if (!err && args.output)
		err = write_copy(&args, &view);
	close_view(&view);
	strv_destroy(args.negated);
	strv_destroy(args.mutated);
	strv_destroy(args.functions);
	return err ? cmd_fail(err) : EXIT_OK;
}
