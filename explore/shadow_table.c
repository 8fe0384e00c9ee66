/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/shadow_table.h"

#include <stdbool.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "common/xalloc.h"
#include "explore/path.h"
#include "explore/shadow_memory.h"
#include "term/evaluate.h"

#define NR_VALUES 256
#define MAX_RUNS  64

static struct evaluator evaluator;
static unsigned char *inputs; /* as many as the path has */

static void begin(void)
{
	if (inputs)
		return;
	inputs = xcalloc((size_t)path_nr_inputs() + 1, 1);
	evaluator_init(&evaluator, &path_terms);
}

/* The input that a term has; 0: none yet, UINT32_MAX: several. */
struct only {
	uint32_t term;
};

static void see_input(void *data, uint32_t term)
{
	struct only *only = data;

	if (term_get(&path_terms, term)->operation == TERM_INPUT)
		only->term = only->term ? UINT32_MAX : term;
}

/* Reads SIZE bytes where there may be no memory; false: there is none. */
static bool read_memory(uint64_t address, size_t size, uint64_t *ret)
{
	struct iovec to = { ret, size };
	struct iovec from = { (void *)address, size };

	*ret = 0;
	return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == (ssize_t)size;
}

/* Reads the element for each value of the input byte; false: one can't be read or has a term. */
static bool read_elements(uint32_t address, uint32_t input, size_t size, uint64_t *elements)
{
	for (unsigned value = 0; value < NR_VALUES; value++) {
		uint64_t at;

		inputs[input] = (unsigned char)value;
		evaluator_set(&evaluator, inputs);
		at = evaluator_value(&evaluator, address);
		if (!read_memory(at, size, &elements[value]) || shadow_load((const void *)at, size))
			return false;
	}
	return true;
}

static unsigned count_runs(const uint64_t *elements)
{
	unsigned number = 1;

	for (unsigned i = 1; i < NR_VALUES; i++)
		number += elements[i] != elements[i - 1];
	return number;
}

/* Returns the element that BYTE chooses, each of WIDTH bits: a choice for each run of equal ones. */
static uint32_t chain(const uint64_t *elements, uint32_t byte, unsigned width)
{
	uint32_t ret = term_constant(&path_terms, elements[NR_VALUES - 1], width);

	for (unsigned i = NR_VALUES - 1; i > 0; i--) {
		if (elements[i] == elements[i - 1])
			continue;
		ret = term_choose(&path_terms,
				  term_binary(&path_terms, TERM_LESS_UNSIGNED, byte,
					      term_constant(&path_terms, i, 8)),
				  term_constant(&path_terms, elements[i - 1], width), ret);
	}
	return ret;
}

uint32_t shadow_table(uint32_t address, size_t size)
{
	uint64_t elements[NR_VALUES];
	struct only only = { 0 };
	unsigned width = (unsigned)(8 * size);

	begin();
	evaluator_walk(&evaluator, address, see_input, &only);
	if (!only.term || only.term == UINT32_MAX ||
	    !read_elements(address, (uint32_t)term_get(&path_terms, only.term)->number, size,
			   elements))
		return 0;
	if (count_runs(elements) <= MAX_RUNS)
		return chain(elements, only.term, width);
	/* Such as tolower(): most elements are the byte itself. */
	for (unsigned i = 0; i < NR_VALUES; i++)
		elements[i] = term_mask(elements[i] - i, width);
	if (count_runs(elements) > MAX_RUNS)
		return 0;
	return term_binary(&path_terms, TERM_ADD, chain(elements, only.term, width),
			   term_extend(&path_terms, only.term, width, false));
}
