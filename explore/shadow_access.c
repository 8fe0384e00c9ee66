/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accesses to memory. */
#include "explore/shadow_memory.h"
#include "explore/shadow_state.h"
#include "explore/shadow_table.h"

/* In the order of ACCESSES; the last two have no terms. */
static const struct {
	unsigned size;
	bool is_signed;
} accesses[NR_ACCESSES] = { { 1, true },  { 1, false }, { 2, true },   { 2, false }, { 4, true },
			    { 4, false }, { 8, true },	{ 16, false }, { 16, false } };

static void load(const struct step *step, unsigned type, const void *address)
{
	unsigned size = accesses[type].size;
	uint32_t term = 0;

	if (size <= 8)
		term = shadow_load(address, size);
	else if (shadow_load(address, 8) || shadow_load((const char *)address + 8, 8))
		path_concretise();
	if (term)
		term = term_extend(&path_terms, term, 64, accesses[type].is_signed);
	shadow_set(step->frame, step->pc->d, term);
}

static void store(const struct step *step, unsigned type, const void *address)
{
	unsigned size = accesses[type].size;

	if (size > 8 && shadow_of(step->frame, step->pc->d))
		path_concretise();
	if (size > 8)
		shadow_clear(address, size);
	else
		shadow_store(address, size, shadow_of(step->frame, step->pc->d),
			     slot_of(step->frame, step->pc->d)->u);
}

/* An address in parts, as an access has it: base + N + index * c. */
struct address {
	const char *base;		/* NULL: none */
	uint32_t base_slot, index_slot; /* UINT32_MAX: none */
};

/* Modes: CONSTANT, MEMORY, SLOT, and the same with INDEX. */
static struct address find_address(const struct step *step, unsigned mode)
{
	const struct insn *pc = step->pc;
	struct address ret = { NULL, UINT32_MAX, mode >= 3 ? pc->b : UINT32_MAX };

	if (mode % 3 == 1)
		ret.base = step->frame->memory;
	if (mode % 3 == 2) {
		ret.base = slot_of(step->frame, pc->a)->p;
		ret.base_slot = pc->a;
	}
	return ret;
}

static const char *value_of_address(const struct step *step, const struct address *address)
{
	const char *value = address->base + step->pc->n;

	if (address->index_slot != UINT32_MAX)
		value += slot_of(step->frame, address->index_slot)->i * (int32_t)step->pc->c;
	return value;
}

static bool has_term(const struct step *step, uint32_t slot)
{
	return slot != UINT32_MAX && shadow_of(step->frame, slot);
}

/* The term of ADDRESS; 0: it is no input's. */
static uint32_t term_of_address(const struct step *step, const struct address *address)
{
	struct terms *terms = &path_terms;
	uint32_t term;

	if (!has_term(step, address->base_slot) && !has_term(step, address->index_slot))
		return 0;
	term = has_term(step, address->base_slot) ? shadow_of(step->frame, address->base_slot)
						  : number_term((int64_t)address->base);
	if (address->index_slot != UINT32_MAX)
		term = term_binary(terms, TERM_ADD, term,
				   term_binary(terms, TERM_MULTIPLY,
					       term_of(step->frame, address->index_slot),
					       number_term((int32_t)step->pc->c)));
	return term_binary(terms, TERM_ADD, term, number_term(step->pc->n));
}

static void pin_address(const struct step *step, const struct address *address)
{
	if (address->base_slot != UINT32_MAX)
		pin(step, address->base_slot);
	if (address->index_slot != UINT32_MAX)
		pin(step, address->index_slot);
}

/* Loads by the term of an address, which is ADDRESS in this run; false: that has no form. */
static bool load_from_table(const struct step *step, unsigned type, uint32_t term,
			    const void *address)
{
	size_t size = accesses[type].size;
	uint32_t condition;
	bool holds;

	if (size > 8)
		return false;
	term = shadow_table(term, size, &condition);
	if (!term)
		return false;
	if (condition) {
		holds = shadow_is_there(address, size);
		add_condition(step, REMT_PATH_OPERATION,
			      holds ? condition : term_not(&path_terms, condition), holds);
	}
	shadow_set(step->frame, step->pc->d,
		   term_extend(&path_terms, term, 64, accesses[type].is_signed));
	return true;
}

/* In each mode come a load and a store of each type, then the address itself. */
static void access_memory(const struct step *step, enum instruction op)
{
	unsigned index = op - DO_LOAD_S8_CONSTANT;
	unsigned what = index % (2 * NR_ACCESSES + 1);
	struct address address = find_address(step, index / (2 * NR_ACCESSES + 1));
	uint32_t term = term_of_address(step, &address);
	unsigned type = what / 2;

	if (what == 2 * NR_ACCESSES) {
		shadow_set(step->frame, step->pc->d, term);
		return;
	}
	if (term && what % 2 == 0 &&
	    load_from_table(step, type, term, value_of_address(step, &address)))
		return;
	pin_address(step, &address);
	if (what % 2 == 0)
		load(step, type, value_of_address(step, &address));
	else
		store(step, type, value_of_address(step, &address));
}

/* Bits: what is read or written has no term; bytes that had one are those of this run. */
static void access_bits(const struct step *step, enum instruction op)
{
	const struct insn *pc = step->pc;
	const char *address = slot_of(step->frame, pc->a)->p;
	size_t size = (pc->b + pc->c + 7) / 8;

	pin(step, pc->a);
	for (size_t i = 0; i < size; i++) {
		if (shadow_load(address + i, 1))
			path_concretise();
	}
	if (op == DO_LOAD_BITS) {
		shadow_set(step->frame, pc->d, 0);
		return;
	}
	if (shadow_of(step->frame, pc->d))
		path_concretise();
	shadow_clear(address, size);
}

static void move_bytes(const struct step *step, enum instruction op)
{
	const struct insn *pc = step->pc;

	pin(step, pc->d);
	if (op == DO_CLEAR_BYTES) {
		shadow_clear(slot_of(step->frame, pc->d)->p, (size_t)pc->n);
		return;
	}
	pin(step, pc->a);
	shadow_copy(slot_of(step->frame, pc->d)->p, slot_of(step->frame, pc->a)->p, (size_t)pc->n);
}

void shadow_access(const struct step *step, enum instruction op)
{
	if (op < DO_LOAD_BITS)
		access_memory(step, op);
	else if (op <= DO_STORE_BITS)
		access_bits(step, op);
	else
		move_bytes(step, op);
}
