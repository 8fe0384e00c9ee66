/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/variable.h"

#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "common/vec.h"
#include "explore/unit.h"

struct variable {
	uintptr_t address;
	uint64_t size;
	uint64_t hash; /* 0: it has no name of its own */
};

static VEC(struct variable) variables; /* by address */
static bool is_read;

static uint64_t hash_name(const struct unit *unit, const struct ir_symbol *symbol)
{
	const char *file = strrchr(unit->ir->entries[0].file, '/');
	uint64_t key[2] = { hash_bytes(symbol->name, strlen(symbol->name)) };

	if (symbol->flags & REMT_IR_ALIASED ||
	    (symbol->flags & REMT_IR_STATIC && strchr(symbol->name, '.')))
		return 0;
	file = file ? file + 1 : unit->ir->entries[0].file;
	key[1] = symbol->flags & REMT_IR_STATIC ? hash_bytes(file, strlen(file)) : 0;
	return hash_bytes(key, sizeof(key));
}

static void add(struct unit *unit, uint32_t index)
{
	const struct ir_symbol *symbol = &unit->ir->symbols[index];
	uint64_t size = unit->ir->types[symbol->type].size;
	bool is_found;
	void *address;

	if (symbol->flags & (REMT_IR_CODE | REMT_IR_THREAD) || !size)
		return;
	address = unit_address(unit, index, &is_found);
	if (address)
		vec_push(&variables,
			 ((struct variable){ (uintptr_t)address, size, hash_name(unit, symbol) }));
}

/* Once for each unit of the program. */
static void add_unit_of(struct code *code)
{
	if (!code->unit->is_program || code->entry != code->unit->ir->entries)
		return;
	for (uint32_t i = 0; i < code->unit->ir->nr_symbols; i++)
		add((struct unit *)code->unit, i);
}

static int compare_addresses(const void *a, const void *b)
{
	const struct variable *x = a;
	const struct variable *y = b;

	return x->address < y->address ? -1 : x->address > y->address;
}

/* What has several names has none of its own. */
static void read_all(void)
{
	size_t number = 0;

	is_read = true;
	units_each_code(add_unit_of);
	if (!variables.count)
		return;
	qsort(variables.items, variables.count, sizeof(*variables.items), compare_addresses);
	for (size_t i = 1; i < variables.count; i++) {
		struct variable *last = &variables.items[number];
		const struct variable *next = &variables.items[i];

		if (next->address != last->address)
			variables.items[++number] = *next;
		else if (next->hash != last->hash)
			last->hash = 0;
	}
	variables.count = number + 1;
}

uint64_t variable_byte(const void *address)
{
	uintptr_t at = (uintptr_t)address;
	size_t low = 0;
	size_t high;
	const struct variable *found;

	if (!is_read)
		read_all();
	high = variables.count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (variables.items[middle].address <= at)
			low = middle + 1;
		else
			high = middle;
	}
	found = low ? &variables.items[low - 1] : NULL;
	if (!found || !found->hash || at - found->address >= found->size)
		return 0;
	return hash_bytes((uint64_t[]){ found->hash, at - found->address }, 2 * sizeof(uint64_t));
}
