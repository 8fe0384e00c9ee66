/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of `remt patch` share. */
#ifndef CMD_PATCH_H
#define CMD_PATCH_H

#include <jansson.h>

#include "common/attr.h"
#include "rewriter/compare/binary_model.h"
#include "rewriter/elf/lines.h"
#include "rewriter/flow/flow.h"
#include "rewriter/variant/variant.h"

enum { PATCH_ID_DIGITS = VARIANT_ID_DIGITS };

struct patch_args {
	const char *file, *output;
	/* ids of variants, and globs of functions; NULL-terminated; owned */
	char **negated, **mutated, **functions;
	bool is_list, is_json, keeps_build_id, has_trampolines;
};

/* A binary and everything that is known of it. */
struct patch_view {
	struct binary_model model;
	struct lines *lines;
	struct variants variants;
};

void patch_id(const struct variant *variant, char ret[PATCH_ID_DIGITS + 1]);
/* True if ARGS ask for FUNCTION. */
bool patch_is_wanted(const struct patch_args *args, const struct patch_view *view,
		     uint32_t function);

void patch_print_text(const struct patch_args *args, const struct patch_view *view);
void patch_print_variant(const struct patch_view *view, const struct variant *variant);
/*
 * Prints how many blocks and jump tables all functions have and, of the functions that are asked
 * for, the blocks and tables themselves.
 */
void patch_print_flows(const struct flows *flows);
json_t *patch_flow_json(const struct patch_args *args, const struct patch_view *view) MUST_CHECK;
void patch_print_json(const struct patch_args *args, const struct patch_view *view);

#endif
