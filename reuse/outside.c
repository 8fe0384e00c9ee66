/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Judges code without graphs by names alone. graph/ knows what functions of the C library do
 * (library_effect()). Any other library is taken to have threads, processes or signal handlers if
 * it imports functions that make them or that load code. What code without graphs computes is not
 * analysed.
 */
#include "reuse/outside.h"

#include <string.h>

#include "common/path.h"
#include "graph/library.h"
#include "reuse/modules.h"
#include "sites/linkage.h"

static bool is_public_function(const struct program *program, uint32_t function)
{
	const struct remt_symbol *symbol =
		program_symbol(program, program_symbol_of_function(program, function));

	return program_symbol_is_public(symbol);
}

/* True if libraries, too, may call the function by its name. */
static bool is_interposing(const struct program *program, uint32_t function)
{
	return is_public_function(program, function) &&
	       library_effect(program_function_name(program, function)) != LIBRARY_UNKNOWN;
}

const char *outside_find_interposing(const struct judge *judge, const bool *has_new)
{
	const struct program *new = judge->new->version.program;

	for (uint32_t f = 0; f < new->nr_functions; f++) {
		if (has_new[new->function_unit[f]] &&
		    judge->difference.pairs.old_function[f] == PROGRAM_NONE &&
		    is_interposing(new, f))
			return program_function_name(new, f);
	}
	return NULL;
}

/* True if code that was not built with remt is part of the image. */
static bool has_plain_code(const struct judge *judge, const struct stored_test *test,
			   const bool *has_unit)
{
	const struct program *old = judge->old->version.program;
	bool has_main = false;

	for (size_t i = 0; i < test->modules.count; i++) {
		if (judge->old->modules.items[test->modules.items[i]].foreign[0])
			return true;
	}
	for (uint32_t f = 0; f < old->nr_functions; f++)
		has_main |= has_unit[old->function_unit[f]] &&
			    strcmp(program_function_name(old, f), "main") == 0;
	return !has_main;
}

static void note_import(void *arg, const char *name, bool is_defined)
{
	enum library_effect effect = library_effect(name);

	if (is_defined)
		return;
	*(bool *)arg |= effect >= LIBRARY_HANDLES;
}

/* True if PATH is a library of the C library itself, whose functions are known one by one. */
static bool is_of_libc(const char *path)
{
	static const char *const names[] = { "libc.so",	    "libc-",	  "libm.so",  "libm-",
					     "libmvec",	    "ld-linux",	  "libdl.",   "librt.",
					     "libpthread.", "libresolv.", "libutil.", "libgcc_s.",
					     NULL };

	for (size_t i = 0; names[i]; i++) {
		if (strncmp(path_basename(path), names[i], strlen(names[i])) == 0)
			return true;
	}
	return false;
}

/* True if a library that the test opens may have threads, processes or handlers of its own. */
static bool has_asynchronous_library(const struct stored_test *test)
{
	bool is_found = false;

	for (size_t i = 0; i < test->inputs.count && !is_found; i++) {
		const struct stored_input *input = &test->inputs.items[i];

		if (modules_is_plain_library(input) && !is_of_libc(input->path))
			error_destroy(linkage_each_name(input->path, note_import, &is_found));
	}
	return is_found;
}

void outside_find_reach(const struct judge *judge, const struct stored_test *test,
			const bool *has_unit, struct reach *ret)
{
	const struct program *old = judge->old->version.program;
	bool has_plain = has_plain_code(judge, test, has_unit);
	VEC(uint32_t) called_back = { 0 };

	for (uint32_t f = 0; f < old->nr_functions; f++) {
		if (has_unit[old->function_unit[f]] &&
		    (has_plain ? is_public_function(old, f) : is_interposing(old, f)))
			vec_push(&called_back, f);
	}
	const struct reach_image image = {
		.has_unit = has_unit,
		.called_back = called_back.items,
		.nr_called_back = called_back.count,
		.is_coarse = has_plain || has_asynchronous_library(test),
	};

	reach_find(&judge->difference, &image, ret);
	vec_deinit(&called_back);
}
