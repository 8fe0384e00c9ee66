/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "atg/circuit.h"

#include <stdlib.h>

#include "common/xalloc.h"
#include "equiv/proof_difference.h"

#define MAX_PARTS 2000000 /* terms and states */

uint32_t circuit_term(struct circuit *circuit, unsigned version, const struct ir_operand *operand)
{
	return side_operand(&circuit->sides[version], operand);
}

/* Returns the condition on which the outputs INDEX differ. */
static uint32_t output_differs(struct circuit *circuit, size_t index)
{
	const struct ir_operand *operand = &circuit->expansion.outputs.items[index].operand;

	return world_differ(&circuit->world, circuit_term(circuit, ORIGINAL, operand),
			    circuit_term(circuit, MUTANT, operand));
}

static void find_conditions(struct circuit *circuit)
{
	struct world *world = &circuit->world;
	const struct expansion_output *outputs = circuit->expansion.outputs.items;
	const struct ir_operand *out = &outputs[OUTPUT_OUT].operand,
				*vague = &outputs[OUTPUT_VAGUE].operand;
	uint32_t stays, differs = world_truth(world, false);

	circuit->within =
		world_and(world, term_not(&world->terms, circuit_term(circuit, ORIGINAL, out)),
			  term_not(&world->terms, certainly_undefined(&circuit->sides[ORIGINAL])));
	circuit->beyond = circuit_term(circuit, ORIGINAL, &outputs[OUTPUT_BEYOND].operand);
	circuit->strays = circuit_term(circuit, MUTANT, out);
	stays = term_not(&world->terms, circuit->strays);
	for (size_t i = OUTPUT_CALLS; i < circuit->expansion.outputs.count; i++)
		differs = world_or(world, differs, output_differs(circuit, i));
	circuit->differs = world_and(world, stays, differs);
	circuit->is_exact =
		term_not(&world->terms, world_or(world, circuit_term(circuit, ORIGINAL, vague),
						 circuit_term(circuit, MUTANT, vague)));
	circuit->undefined = newly_undefined(&circuit->sides[ORIGINAL], &circuit->sides[MUTANT]);
}

/* Returns the first byte of the unknown that stands for VALUE in both versions. */
static uint32_t first_input(const struct world *world, uint32_t value, unsigned width)
{
	for (size_t i = world->unknowns.count; i-- > 0;) {
		const struct unknown *unknown = &world->unknowns.items[i];

		if (unknown->value == value && unknown->width == width)
			return unknown->first_input;
	}
	return UINT32_MAX;
}

/* Gives each input its bytes, also those that nothing depends on: who asks later finds them in place. */
static void find_inputs(struct circuit *circuit)
{
	struct expansion *expansion = &circuit->expansion;

	circuit->first_inputs =
		xcalloc(expansion->inputs.count + 1, sizeof(*circuit->first_inputs));
	for (size_t i = 0; i < expansion->inputs.count; i++) {
		const struct ir_operand operand = { .kind = REMT_IR_VALUE,
						    .value = expansion->inputs.items[i].value };
		uint32_t term = circuit_term(circuit, ORIGINAL, &operand);

		circuit->first_inputs[i] =
			first_input(&circuit->world, operand.value,
				    term_get(&circuit->world.terms, term)->width);
	}
	circuit->nr_inputs = circuit->world.nr_inputs;
}

static void refuse_size(struct circuit *circuit)
{
	circuit->refusal = "its unwound loops and calls are too large";
	circuit->is_too_large = true;
}

void circuit_init(struct circuit *ret, const struct ir_function *function,
		  const struct start *start, const struct expansion_options *options,
		  uint32_t alternative)
{
	*ret = (struct circuit){ 0 };
	expansion_init(&ret->expansion, function, start, options);
	world_init(&ret->world, MAX_PARTS);
	ret->refusal = ret->expansion.refusal;
	ret->is_too_large = ret->expansion.is_too_large;
	if (ret->refusal)
		return;
	equiv_function_init(&ret->scene, &ret->expansion.function);
	ret->has_sides = true;
	if (!region_make(&ret->scene, 0, IR_NO_BLOCK, ret->expansion.function.nr_blocks + 1,
			 &ret->region)) {
		refuse_size(ret);
		return;
	}
	for (unsigned v = 0; v < NR_VERSIONS; v++) {
		side_init(&ret->sides[v], &ret->world, &ret->scene, &ret->region, options->site,
			  v == MUTANT ? alternative : 0);
		if (ret->sides[v].refusal && !ret->refusal)
			ret->refusal = ret->sides[v].refusal;
	}
	if (world_is_full(&ret->world))
		refuse_size(ret);
	if (!ret->refusal && !ret->region.contains[ret->expansion.last])
		ret->refusal = "it does not end within the bounds";
	if (!ret->refusal) {
		find_conditions(ret);
		find_inputs(ret);
	}
}

void circuit_deinit(struct circuit *circuit)
{
	for (unsigned v = 0; v < NR_VERSIONS; v++)
		side_deinit(&circuit->sides[v]);
	region_deinit(&circuit->region);
	if (circuit->has_sides)
		equiv_function_deinit(&circuit->scene);
	world_deinit(&circuit->world);
	free(circuit->first_inputs);
	expansion_deinit(&circuit->expansion);
}

/* ---- inputs */

static void copy(const struct circuit *circuit, bool gives, unsigned char *blob,
		 unsigned char *inputs)
{
	for (size_t i = 0; i < circuit->expansion.inputs.count; i++) {
		const struct expansion_input *input = &circuit->expansion.inputs.items[i];
		const struct start_cell *cell = input->cell;
		uint32_t first = circuit->first_inputs[i];
		uint32_t bytes = cell && cell->kind == START_POINTER ? 1 : cell ? cell->bytes : 0;

		for (uint32_t k = 0; k < bytes && first != UINT32_MAX; k++) {
			if (gives)
				blob[cell->at + k] = inputs[first + k];
			else
				inputs[first + k] = blob[cell->at + k];
		}
	}
}

void circuit_take_blob(const struct circuit *circuit, const unsigned char *blob,
		       unsigned char *inputs)
{
	copy(circuit, false, (unsigned char *)blob, inputs);
}

void circuit_give_blob(const struct circuit *circuit, const unsigned char *inputs,
		       unsigned char *blob)
{
	copy(circuit, true, blob, (unsigned char *)inputs);
}
