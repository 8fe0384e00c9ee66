/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rewriter/flow/body.h"

#include <stdlib.h>

bool body_decode(struct body *body, const struct binary *binary,
		 const struct binary_function *function, struct machine *machine)
{
	const uint8_t *code = binary->data + binary_offset(&binary->codes.items[function->code],
							   function->address);
	uint64_t at = 0;

	body->address = function->address;
	body->size = function->size;
	body->instructions.count = 0;
	while (at < function->size) {
		struct instruction *instruction = vec_add(&body->instructions);

		if (!machine_decode(machine, code + at, function->size - at, function->address + at,
				    instruction)) {
			body->instructions.count--;
			return false;
		}
		at += instruction->size;
	}
	return true;
}

static int compare_addresses(const void *key, const void *element)
{
	uint64_t address = *(const uint64_t *)key;
	const struct instruction *instruction = element;

	return (address > instruction->address) - (address < instruction->address);
}

size_t body_find(const struct body *body, uint64_t address)
{
	const struct instruction *found =
		body->instructions.count
			? bsearch(&address, body->instructions.items, body->instructions.count,
				  sizeof(*body->instructions.items), compare_addresses)
			: NULL;

	return found ? (size_t)(found - body->instructions.items) : SIZE_MAX;
}

static bool is_inside(const struct body *body, uint64_t address)
{
	return address >= body->address && address - body->address < body->size;
}

bool body_is_sound(const struct body *body)
{
	for (size_t i = 0; i < body->instructions.count; i++) {
		uint64_t target = body->instructions.items[i].target;

		if (is_inside(body, target) && body_find(body, target) == SIZE_MAX)
			return false;
	}
	return true;
}

bool body_returns(const struct body *body)
{
	for (size_t i = 0; i < body->instructions.count; i++) {
		const struct instruction *instruction = &body->instructions.items[i];

		if (instruction->is_return ||
		    (instruction->is_jump && !is_inside(body, instruction->target)))
			return true;
	}
	return false;
}

void body_deinit(struct body *body)
{
	vec_deinit(&body->instructions);
}
