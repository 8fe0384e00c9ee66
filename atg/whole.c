/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The global method: one question about the whole circuit. */
#include "atg/kill_state.h"

enum { MAX_CONDITIONS = 16 };

/* What was asked: UNSAT also if candidates were refuted, and there are no others. */
enum asked { ASKED_NONE, ASKED_TEST, ASKED_REFUTED, ASKED_OPEN };

/* Returns the condition that the inputs of the blob are not all what they are at hand: what nobody has set is none. */
static uint32_t others(struct kill *kill)
{
	struct terms *terms = &kill->circuit.world.terms;
	const struct expansion *expansion = &kill->circuit.expansion;
	uint32_t same = world_truth(&kill->circuit.world, true);

	for (size_t i = 0; i < expansion->inputs.count; i++) {
		const struct start_cell *cell = expansion->inputs.items[i].cell;
		uint32_t first = kill->circuit.first_inputs[i];
		uint32_t bytes = !cell ? 0 : cell->kind == START_POINTER ? 1 : cell->bytes;

		for (uint32_t k = first; k - first < bytes && first != UINT32_MAX; k++)
			same = world_and(&kill->circuit.world, same,
					 term_binary(terms, TERM_EQUAL, term_input(terms, k),
						     term_constant(terms, kill->inputs[k], 8)));
	}
	return term_not(terms, same);
}

/* Looks for inputs within the bounds for which CONDITION holds, and has them tried. */
static enum asked ask(struct kill *kill, uint32_t condition)
{
	struct circuit *circuit = &kill->circuit;
	uint32_t conditions[MAX_CONDITIONS] = { circuit->within, condition };
	size_t number = 2;

	for (;;) {
		for (size_t i = 0; i < number; i++) {
			if (world_is(&circuit->world, conditions[i], false))
				return number > 2 ? ASKED_REFUTED : ASKED_NONE;
		}
		kill->result->nr_questions++;
		switch (solver_ask(kill->solver, conditions, number, kill->inputs)) {
		case SOLVER_UNSAT: return number > 2 ? ASKED_REFUTED : ASKED_NONE;
		case SOLVER_UNKNOWN: return ASKED_OPEN;
		case SOLVER_SAT: break;
		}
		if (kill_try(kill))
			return ASKED_TEST;
		if (number - 2 >= kill->options->nr_tries || number >= MAX_CONDITIONS)
			return ASKED_REFUTED;
		conditions[number++] = others(kill);
	}
}

static void give_up(struct kill *kill)
{
	kill->has_given_up = true;
	kill_tell(kill, "the solver gave up");
}

/* Returns whether all that the original may be called with was looked at, or tells why not. */
static bool stays_within(struct kill *kill)
{
	struct circuit *circuit = &kill->circuit;
	const char *reason = circuit->expansion.beyond;

	kill->result->nr_questions++;
	switch (solver_ask(kill->solver, &circuit->beyond, 1, kill->inputs)) {
	case SOLVER_UNSAT: return true;
	case SOLVER_SAT:
		kill_tell(kill, "no test within the bounds, which the original leaves: %s",
			  reason ? reason : "not told");
		return false;
	case SOLVER_UNKNOWN: break;
	}
	kill_tell(kill, "no test within the bounds, which the original may leave: %s",
		  reason ? reason : "not told");
	return false;
}

/* Returns the condition that the mutant does something else, or something that is not known. */
static uint32_t any_of(struct kill *kill)
{
	struct circuit *circuit = &kill->circuit;
	uint32_t ret = world_or(&circuit->world, circuit->differs, circuit->strays);

	return world_or(&circuit->world, ret, circuit->undefined);
}

void kill_whole(struct kill *kill)
{
	struct circuit *circuit = &kill->circuit;
	enum asked differs, strays, undefined;
	uint32_t exact;

	kill->result->nr_questions++;
	if (solver_ask(kill->solver, &circuit->within, 1, kill->inputs) == SOLVER_UNSAT) {
		kill_tell(kill, "all ways go beyond the bounds%s%s",
			  circuit->expansion.left_out ? ", or come to " : "",
			  circuit->expansion.left_out ? circuit->expansion.left_out : "");
		return;
	}
	/* What is told kills more often than what is not. */
	exact = world_and(&circuit->world, circuit->differs, circuit->is_exact);
	if (exact != circuit->differs && ask(kill, exact) == ASKED_TEST)
		return;
	/* Mostly there is neither: one question costs as much as each of three. */
	differs = strays = undefined = ask(kill, any_of(kill));
	if (differs == ASKED_TEST)
		return;
	if (differs == ASKED_REFUTED) {
		differs = ask(kill, circuit->differs);
		strays = differs == ASKED_TEST ? ASKED_NONE : ask(kill, circuit->strays);
		if (differs == ASKED_TEST || strays == ASKED_TEST)
			return;
		undefined = ask(kill, circuit->undefined);
		if (undefined == ASKED_TEST)
			return;
	}
	if (differs == ASKED_OPEN || strays == ASKED_OPEN || undefined == ASKED_OPEN)
		give_up(kill);
	else if (differs == ASKED_REFUTED)
		kill_tell(kill, "what should kill it does not, natively");
	else if (circuit->expansion.left_out)
		kill_tell(kill, "some ways come to what is not told: %s",
			  circuit->expansion.left_out);
	else if (strays == ASKED_REFUTED)
		kill_tell(kill, "the mutant goes beyond the bounds where the original does not");
	else if (stays_within(kill))
		kill->result->verdict = undefined == ASKED_NONE ? ATG_NO_TEST : ATG_NO_DEFINED_TEST;
}
