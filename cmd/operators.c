/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `remt operators`: lists the table of include/remt/operators.h. */
#include "remt/operators.h"

#include <argp.h>
#include <errno.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "cmd/cmd.h"
#include "common/print.h"
#include "report/emit.h"

struct operators_args {
	unsigned preset; /* 0: all operators */
	bool json;
	const char *name; /* only operators that it names; NULL: all */
};

#define KEY_PRESET 0x101
#define KEY_JSON   0x102

static const char *const preset_names[] = { "default", "stronger",   "all",
					    "branch",  "sufficient", "iso" };

static const struct argp_option options[] = {
	{ "preset", KEY_PRESET, "NAME", 0,
	  "only the operators of a preset: default, stronger, all, branch, sufficient, iso", 0 },
	{ "json", KEY_JSON, NULL, 0, "as a JSON array", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct operators_args *args = state->input;

	switch (key) {
	case KEY_PRESET:
		args->preset = remt_preset_find(arg);
		if (!args->preset)
			cmd_usage(state, "unknown preset '%s'", arg);
		return 0;
	case KEY_JSON: args->json = true; return 0;
	case ARGP_KEY_ARG:
		if (args->name)
			cmd_usage(state, "more than one name");
		args->name = arg;
		return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "[NAME]",
	.doc = "Lists the mutation operators, each with an example.  NAME (an operator, a group, "
	       "or one of "
	       "Mull's names) shows only what it stands for.",
};

static bool wanted(const struct operators_args *args, const struct remt_operator_info *op)
{
	return (!args->preset || (op->presets & args->preset)) &&
	       (!args->name || remt_operator_matches(op, args->name));
}

static json_t *to_json(const struct remt_operator_info *op)
{
	json_t *presets = json_array();

	for (size_t i = 0; i < ARRAY_SIZE(preset_names); i++) {
		if (op->presets & remt_preset_find(preset_names[i]))
			json_array_append_new(presets, json_string(preset_names[i]));
	}
	return json_pack("{ss ss ss so ss ss ss}", "name", op->name, "group", op->group, "mull",
			 op->mull, "presets", presets, "summary", op->summary, "before", op->before,
			 "after", op->after);
}

static void print_json(const struct operators_args *args)
{
	json_t *list = json_array();

	for (size_t i = 0; i < REMT_NR_OPERATORS; i++) {
		if (wanted(args, &remt_operators[i]))
			json_array_append_new(list, to_json(&remt_operators[i]));
	}
	emit_document(stdout, list);
}

static void print_text(const struct operators_args *args)
{
	const struct remt_operator_info *op;

	for (size_t i = 0; i < REMT_NR_OPERATORS; i++) {
		op = &remt_operators[i];
		if (!wanted(args, op))
			continue;
		print("%-5s %-5s %s\n            %s  →  %s\n            presets:", op->name,
		      op->group, op->summary, op->before, op->after);
		for (size_t p = 0; p < ARRAY_SIZE(preset_names); p++) {
			if (op->presets & remt_preset_find(preset_names[p]))
				print(" %s", preset_names[p]);
		}
		if (args->name && op->mull[0])
			print("\n            Mull: %s", op->mull);
		putchar('\n');
	}
}

int cmd_operators(int argc, char **argv)
{
	struct operators_args args = { 0 };
	bool found = false;

	argp_parse(&argp, argc, argv, 0, NULL, &args);
	for (size_t i = 0; i < REMT_NR_OPERATORS; i++)
		found |= !args.name || remt_operator_matches(&remt_operators[i], args.name);
	if (!found)
		return cmd_fail(error_create(
			ERROR_USAGE, "no operator is named '%s'; `remt operators` lists them",
			args.name));
	if (args.json)
		print_json(&args);
	else
		print_text(&args);
	return EXIT_OK;
}
