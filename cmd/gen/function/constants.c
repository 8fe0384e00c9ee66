/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/function/constants.h"

#include "common/xalloc.h"
#include "rewriter/elf/binary.h"

enum { MOST_BYTES = 16384 }; /* of one variable */

static bool is_constant(const struct ir_symbol *symbol)
{
	return symbol->flags & REMT_IR_CONSTANT && symbol->flags & REMT_IR_DEFINED &&
	       !(symbol->flags &
		 (REMT_IR_CODE | REMT_IR_THREAD | REMT_IR_WEAK | REMT_IR_ALIASED | REMT_IR_LABEL));
}

/* Finds the variable of BINARY at ADDRESS that has SIZE bytes; NULL: there is none. */
static const struct binary_object *find_object(const struct binary *binary, uint64_t address,
					       uint64_t size)
{
	for (size_t i = 0; i < binary->objects.count; i++) {
		const struct binary_object *object = &binary->objects.items[i];

		if (object->spot.address == address && object->size == size)
			return object;
	}
	return NULL;
}

static void add_constant(const struct binary *binary, const struct ir_unit *unit, uint32_t symbol,
			 struct start *ret)
{
	uint64_t size = unit->types[unit->symbols[symbol].type].size, offset;
	/* Other units may have static variables of this name. */
	const struct binary_object *object =
		unit->addresses && unit->addresses[symbol]
			? find_object(binary, unit->addresses[symbol], size)
			: NULL;
	const struct binary_code *section =
		object && size ? binary_find_section(binary, object->spot, size) : NULL;
	struct start_constant constant = { .symbol = symbol, .nr_bytes = size };

	if (!section || !section->is_constant || size > MOST_BYTES)
		return;
	offset = binary_offset(section, object->spot.address);
	if (offset > binary->size || size > binary->size - offset ||
	    binary_has_fixup(binary, offset, size))
		return;
	constant.bytes = xmemdup(binary->data + offset, size);
	vec_push(&ret->constants, constant);
}

void gen_function_constants(const char *path, const struct ir_unit *unit, struct start *ret)
{
	struct binary *binary;
	struct error *err = binary_open(path, &binary);

	/* What can't be read is not told. */
	if (err) {
		error_destroy(err);
		return;
	}
	for (uint32_t i = 0; i < unit->nr_symbols; i++) {
		if (is_constant(&unit->symbols[i]))
			add_constant(binary, unit, i, ret);
	}
	binary_close(binary);
}
