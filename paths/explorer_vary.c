/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variants of inputs that were visited: both versions are run on them as compiled, which costs less than a visit. */
#include <stdlib.h>

#include "common/hash.h"
#include "common/random.h"
#include "common/xalloc.h"
#include "paths/explorer_state.h"
#include "paths/variation.h"

enum {
	LEAST = 4,	     /* variants of inputs */
	MOST = 32,	     /* the same */
	CONDITIONS = 8,	     /* of a path for one more: what it costs to explore grows with them */
	UNCHANGED_SHARE = 4, /* so many times fewer of inputs that came to no changed code */
	MAX_DIFFERENT = 2,   /* after so many that differ the next inputs have their turn */
};

/* Returns how many variants the inputs of VISIT are worth. */
static unsigned nr_wanted(const struct explorer *explorer, const struct visit *visit)
{
	const struct path *path = &visit->paths[1];
	size_t number = path->flags & REMT_PATH_CONCRETISED
				? MOST
				: LEAST + path->conditions.count / CONDITIONS;
	bool is_unchanged = explorer_prunes(explorer) && visit_is_unchanged(visit);

	if (!explorer->opts.varies || !explorer->command.nr_inputs || visit->differs ||
	    visit->is_unsteady || visit_is_late(visit))
		return 0;
	number = number < MOST ? number : MOST;
	return (unsigned)(is_unchanged ? number / UNCHANGED_SHARE : number);
}

/* Opens INPUTS, which are copied. */
static void open_inputs(struct explorer *explorer, const unsigned char *inputs)
{
	struct agenda_reason reason = { .kind = FOR_DIFFERENCE };
	uint32_t size = explorer->command.nr_inputs;
	struct agenda_task task = { .inputs = xmemdup(inputs, size) };

	agenda_add(&explorer->agenda, &reason, &task);
}

struct error *explorer_vary(struct explorer *explorer, const struct visit_opts *opts,
			    const struct visit *visit, const unsigned char *inputs)
{
	uint32_t size = explorer->command.nr_inputs;
	_cleanup_free_ unsigned char *variant = xcalloc(size + UINT32_C(1), 1);
	uint64_t state = explorer->opts.solver.seed ^ hash_bytes(inputs, size);
	unsigned nr_different = 0;
	struct error *err = NULL;

	for (unsigned left = nr_wanted(explorer, visit); left && !err; left--) {
		size_t other = random_pick(&state, explorer->visited.count);
		const struct variation variation = { size, explorer->command.nr_arguments, inputs,
						     explorer->visited.items[other] };
		enum visit_try try;

		variation_make(&variation, &state, variant);
		err = visit_try(opts, &explorer->command, variant, &try);
		explorer->state.nr_variants += !err;
		if (!err && try == VISIT_DIFFERENT)
			open_inputs(explorer, variant);
		nr_different += try == VISIT_DIFFERENT;
		if (try == VISIT_LATE || nr_different >= MAX_DIFFERENT ||
		    explorer_is_at_end(explorer))
			break;
	}
	return err;
}
