/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "atg/kill.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "atg/state.h"
#include "common/xalloc.h"

#define MAX_COPIES 20000 /* of a function's blocks */
#define MAX_BLOCKS 4000
#define MAX_DEPTH  6 /* calls in calls */
/* Of the time that is left, one of so many parts is for each choice of bounds, and of that for the D-algorithm. */
#define BOUNDS_PART 2
#define SEARCH_PART 3

const struct atg_options atg_defaults = {
	.improvements = ATG_ALL_IMPROVEMENTS,
	.has_search = true,
	.has_whole = true,
	.backtracks = 5,
	.nr_decisions = 400,
	.bound = 8,
	.nr_tries = 4,
	.steps = 20000000,
	.seconds = 60,
};

void kill_tell(struct kill *kill, const char *format, ...)
{
	va_list args;

	free(kill->result->why);
	va_start(args, format);
	kill->result->why = xvasprintf(format, args);
	va_end(args);
}

bool kill_try(struct kill *kill)
{
	struct atg_result *result = kill->result;
	size_t size = kill->start->nr_bytes;
	unsigned char *blob = xcalloc(size + 1, 1);

	if (size)
		memcpy(blob, kill->seed, size);
	circuit_give_blob(&kill->circuit, kill->inputs, blob);
	result->nr_tried++;
	if (!kill->judge->kills(kill->judge->arg, blob, size)) {
		free(blob);
		return false;
	}
	free(result->blob);
	result->blob = blob;
	result->verdict = ATG_TEST;
	return true;
}

static void begin(struct kill *kill)
{
	struct solver_options options = solver_defaults;

	options.first_steps = kill->options->steps / 10;
	options.last_steps = kill->options->steps;
	options.has_bits = true;
	options.seconds = kill->options->seconds;
	options.deadline = &kill->deadline;
	kill->inputs = xcalloc(kill->circuit.nr_inputs + UINT32_C(1), 1);
	circuit_take_blob(&kill->circuit, kill->seed, kill->inputs);
	kill->solver = solver_create(&kill->circuit.world.terms, kill->circuit.nr_inputs, &options);
}

static bool has_mark(const struct ir_function *function, uint32_t site)
{
	for (uint32_t b = 0; b < function->nr_blocks; b++) {
		const struct ir_block *block = &function->blocks[b];

		for (uint32_t i = 0; i < block->nr_statements; i++) {
			if (block->statements[i].mark && block->statements[i].mark->site == site)
				return true;
		}
	}
	return false;
}

/* Returns why nothing can be said: what has no mark in all that was gone through is not the same, but not told. */
static const char *find_refusal(const struct kill *kill, const struct ir_function *function,
				uint32_t site)
{
	const struct expansion *expansion = &kill->circuit.expansion;
	bool is_told = has_mark(function, site);

	for (size_t i = 0; i < expansion->callees.count; i++)
		is_told |= has_mark(expansion->callees.items[i], site);
	if (kill->circuit.refusal)
		return kill->circuit.refusal;
	return is_told ? NULL : "what the mutant changes is not told in this function";
}

/* Tries with the bounds of EXPANSION; true: the function is too large for them. */
static bool try_bounds(struct kill *kill, const struct ir_function *function,
		       const struct expansion_options *expansion)
{
	const struct atg_options *options = kill->options;
	struct atg_result *ret = kill->result;
	const char *refusal;
	bool is_too_large;

	kill->has_given_up = false;
	circuit_init(&kill->circuit, function, kill->start, expansion, expansion->alternative);
	refusal = find_refusal(kill, function, expansion->site);
	is_too_large = kill->circuit.is_too_large;
	if (refusal) {
		kill_tell(kill, "%s", refusal);
	} else {
		begin(kill);
		kill->deadline = deadline_part(expansion->deadline, 1, SEARCH_PART);
		if (options->has_search)
			kill_search(kill);
		kill->deadline = *expansion->deadline;
		if (options->has_whole && ret->verdict != ATG_TEST)
			kill_whole(kill);
		if (ret->verdict == ATG_UNKNOWN && !ret->why)
			kill_tell(kill, "the D-algorithm found no test within its limits");
		solver_destroy(kill->solver);
		free(kill->inputs);
	}
	circuit_deinit(&kill->circuit);
	return is_too_large;
}

/*
 * A function that is too large to be unwound as far as is asked for may have a test that goes less far: smaller bounds
 * follow, each with a part of the time.
 */
void atg_kill(const struct ir_function *function, const struct start *start,
	      const unsigned char *seed, uint32_t site, uint32_t alternative,
	      const struct atg_options *options, const struct atg_judge *judge,
	      struct atg_result *ret)
{
	static const struct {
		unsigned bound, depth;
	} smaller[ATG_NR_BOUNDS] = {
		{ UINT_MAX, MAX_DEPTH }, { 3, 3 }, { 1, 2 }, { 1, 1 }, { 1, 0 }
	};
	struct kill kill = {
		.start = start, .seed = seed, .options = options, .judge = judge, .result = ret
	};
	bool is_too_much = true;

	*ret = (struct atg_result){ .first_bounds = options->first_bounds };
	for (unsigned i = options->first_bounds; i < ATG_NR_BOUNDS && is_too_much; i++) {
		struct deadline deadline = deadline_part(&options->deadline, 1, BOUNDS_PART);
		const struct expansion_options expansion = {
			.site = site,
			.bound = options->bound < smaller[i].bound ? options->bound
								   : smaller[i].bound,
			.max_copies = MAX_COPIES,
			.max_blocks = MAX_BLOCKS,
			.max_depth = smaller[i].depth,
			.alternative = alternative,
			.deadline = &deadline
		};
		bool is_too_large = try_bounds(&kill, function, &expansion);

		/* The smallest ones tell each mutant why. */
		if (is_too_large && ret->first_bounds == i && i + 1 < ATG_NR_BOUNDS)
			ret->first_bounds++;
		is_too_much = (is_too_large || kill.has_given_up) && ret->verdict == ATG_UNKNOWN &&
			      !deadline_is_over(&options->deadline);
	}
}

void atg_result_deinit(struct atg_result *result)
{
	free(result->blob);
	free(result->why);
}
