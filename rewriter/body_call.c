/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls whose result nobody reads, by the ways from them on. */
#include "common/cleanup.h"
#include "common/xalloc.h"
#include "rewriter/body.h"

enum { MAX_STEPS = 10000 }; /* instructions, before nobody knows */

/* An instruction to come, and the registers that still hold what the call has left there. */
struct step {
	size_t at;
	uint8_t held;
};

struct search {
	const struct body *body;
	VEC(struct step) waiting;
	uint16_t *seen; /* by instruction: bits of the values of held */
	bool uses_vectors;
	bool is_used;
};

static void visit(struct search *search, size_t at, uint8_t held)
{
	if (!held)
		return;
	if (at >= search->body->instructions.count) {
		search->is_used = true; /* it runs into another function */
	} else if (!(search->seen[at] >> held & 1)) {
		search->seen[at] |= (uint16_t)(1u << held);
		vec_push(&search->waiting, ((struct step){ at, held }));
	}
}

/* Registers that tell of a result where a function ends: floats are of no interest to one that has
 * none. */
static uint8_t held_at_end(const struct search *search, uint8_t held)
{
	return held &
	       (MACHINE_INTEGER_RESULT | (search->uses_vectors ? MACHINE_VECTOR_RESULTS : 0));
}

static void jump(struct search *search, const struct instruction *instruction, size_t at,
		 uint8_t held)
{
	size_t target = instruction->target == MACHINE_NOWHERE
				? BODY_NOWHERE
				: body_find(search->body, instruction->target);

	if (instruction->target == MACHINE_NOWHERE)
		search->is_used = true; /* computed: nobody knows */
	else if (target != BODY_NOWHERE)
		visit(search, target, held);
	/* Else a call with which the function ends, and which writes what it returns. */
	if (instruction->is_conditional_jump)
		visit(search, at + 1, held);
}

static void follow(struct search *search, struct step step)
{
	const struct instruction *instruction = &search->body->instructions.items[step.at];

	if (instruction->reads & step.held) {
		search->is_used = true;
		return;
	}
	step.held &= (uint8_t)~instruction->writes;
	if (instruction->is_call)
		return; /* by which they are lost */
	if (instruction->is_return)
		search->is_used |= held_at_end(search, step.held) != 0;
	else if (instruction->is_jump)
		jump(search, instruction, step.at, step.held);
	else
		visit(search, step.at + 1, step.held);
}

/* A function that does not come back has no code of its own behind the call: what is there belongs
 * to somebody else, who jumps there. */
static bool comes_back(const struct body *body, size_t at)
{
	const struct instruction *call = &body->instructions.items[at];

	return at + 1 < body->instructions.count && !body->is_target.items[at + 1] &&
	       call->target != body->instructions.items[at + 1].address;
}

bool body_is_void_call(const struct body *body, size_t at)
{
	_cleanup_free_ uint16_t *seen = NULL;
	struct search search = { .body = body };

	if (!comes_back(body, at))
		return false;
	search.seen = seen = xcalloc(body->instructions.count + 1, sizeof(*seen));
	for (size_t i = 0; i < body->instructions.count; i++)
		search.uses_vectors |= body->instructions.items[i].uses_vectors;
	visit(&search, at + 1, MACHINE_RESULTS);
	for (size_t i = 0; i < search.waiting.count && !search.is_used; i++) {
		follow(&search, search.waiting.items[i]);
		search.is_used |= i > MAX_STEPS;
	}
	vec_deinit(&search.waiting);
	return !search.is_used;
}
