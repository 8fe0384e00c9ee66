/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the targets of direct jumps and calls by their distances and fixups, and the names behind
 * pointers and stubs (PLT) that the loader fills in. Values in registers are not followed
 * (rewriter/flow/values.c does that).
 */
#include "rewriter/flow/target.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "common/attr.h"

enum { MAX_STUB = 2 }; /* instructions of a stub, its jump included */

/* Returns the fixup at byte AT of INSTRUCTION, or NULL. */
static const struct binary_fixup *fixup_in(const struct binary *binary, uint32_t code,
					   const struct instruction *instruction, uint8_t at)
{
	return at ? binary_find_fixup(binary, binary_offset(&binary->codes.items[code],
							    instruction->address + at))
		  : NULL;
}

static struct spot spot_in(const struct binary *binary, uint32_t code, uint64_t address)
{
	return (struct spot){
		.section = binary->type == ET_REL ? binary->codes.items[code].section : 0,
		.address = address,
	};
}

bool target_find_in(const struct binary *binary, uint32_t code,
		    const struct instruction *instruction, struct spot *ret)
{
	const struct binary_fixup *fixup =
		fixup_in(binary, code, instruction, instruction->distance_at);

	if (instruction->target == MACHINE_NOWHERE || (fixup && fixup->kind != FIXUP_DISTANCE))
		return false;
	*ret = spot_in(binary, code, instruction->target);
	if (fixup) {
		*ret = fixup->spot;
		ret->address += (uint64_t)instruction->size - instruction->distance_at;
	}
	return true;
}

bool target_place_in(const struct binary *binary, uint32_t code,
		     const struct instruction *instruction, const struct operand *operand,
		     struct spot *ret)
{
	const struct binary_fixup *fixup =
		fixup_in(binary, code, instruction, operand->constant_at);

	if (fixup && fixup->kind == (operand->is_relative ? FIXUP_DISTANCE : FIXUP_ADDRESS)) {
		*ret = fixup->spot;
		if (operand->is_relative)
			ret->address += (uint64_t)instruction->size - operand->constant_at;
		return true;
	}
	/* A binary that can lie at any address contains addresses as distances only. */
	if (fixup || (binary->type != ET_EXEC && !operand->is_relative))
		return false;
	*ret = spot_in(binary, code, (uint64_t)operand->constant);
	return true;
}

/* Returns the symbol that the loader fills into the pointer at ADDRESS, or NULL. */
static const char *name_at(const struct binary *binary, uint64_t address)
{
	struct spot spot = { 0, address };
	const struct binary_code *section = binary_find_section(binary, spot, sizeof(uint64_t));
	const struct binary_fixup *fixup =
		section ? binary_find_fixup(binary, binary_offset(section, address)) : NULL;

	return fixup ? fixup->symbol : NULL;
}

/* Returns the symbol behind a jump or call through a pointer, or NULL. */
static const char *name_through(const struct binary *binary, struct machine *machine,
				const uint8_t *bytes, const struct instruction *instruction)
{
	struct effect effect;

	machine_effect(machine, bytes, instruction, &effect);
	return effect.from.kind == OPERAND_MEMORY && effect.from.is_relative &&
			       effect.from.index == EFFECT_NO_REGISTER
		       ? name_at(binary, (uint64_t)effect.from.constant)
		       : NULL;
}

/*
 * Returns the symbol behind a stub at SPOT, or NULL. A stub contains nothing but its jump, perhaps
 * after an endbr instruction.
 */
static const char *name_behind(const struct binary *binary, struct machine *machine,
			       struct spot spot)
{
	const struct binary_code *code = binary_find_section(binary, spot, 1);
	uint64_t at = spot.address;

	for (int i = 0; code && i < MAX_STUB && at - code->address < code->size; i++) {
		const uint8_t *bytes = binary->data + binary_offset(code, at);
		struct instruction instruction;

		if (!machine_decode(machine, bytes, code->size - (at - code->address), at,
				    &instruction))
			return NULL;
		if (instruction.is_jump)
			return instruction.target == MACHINE_NOWHERE
				       ? name_through(binary, machine, bytes, &instruction)
				       : NULL;
		if (strncmp(instruction.text, "endbr", strlen("endbr")) != 0)
			return NULL;
		at += instruction.size;
	}
	return NULL;
}

bool target_is_outside(const struct binary *binary, struct machine *machine, uint32_t function,
		       const struct instruction *instruction)
{
	static const char pointers[] = ".got";
	const struct binary_code *code =
		&binary->codes.items[binary->functions.items[function].code];
	const struct binary_code *section = NULL;
	struct effect effect;
	struct spot spot;

	if (target_import(binary, machine, function, instruction))
		return true;
	machine_effect(machine, binary->data + binary_offset(code, instruction->address),
		       instruction, &effect);
	if (effect.from.kind == OPERAND_MEMORY && effect.from.index == EFFECT_NO_REGISTER &&
	    effect.from.base == EFFECT_NO_REGISTER &&
	    target_place(binary, function, instruction, &effect.from, &spot))
		section = binary_find_section(binary, spot, sizeof(uint64_t));
	return section && strncmp(section->name, pointers, strlen(pointers)) == 0;
}

const char *target_import(const struct binary *binary, struct machine *machine, uint32_t function,
			  const struct instruction *instruction)
{
	const struct binary_code *code =
		&binary->codes.items[binary->functions.items[function].code];
	const struct binary_fixup *fixup = fixup_in(binary, binary->functions.items[function].code,
						    instruction, instruction->distance_at);
	struct spot spot;

	if (fixup && fixup->kind == FIXUP_SYMBOL)
		return fixup->symbol;
	if (binary->type == ET_REL)
		return NULL;
	if (target_find(binary, function, instruction, &spot))
		return name_behind(binary, machine, spot);
	return instruction->is_jump || instruction->is_call
		       ? name_through(binary, machine,
				      binary->data + binary_offset(code, instruction->address),
				      instruction)
		       : NULL;
}

static int compare_names(const void *key, const void *element)
{
	return strcmp(key, *(const char *const *)element);
}

bool target_is_final(const char *name)
{
	static const char *const names[] = {
		/* sorted */
		"_Exit",
		"_Unwind_Resume",
		"_ZSt9terminatev",
		"__assert_fail",
		"__assert_perror_fail",
		"__chk_fail",
		"__cxa_bad_cast",
		"__cxa_call_unexpected",
		"__cxa_rethrow",
		"__cxa_throw",
		"__cxa_throw_bad_array_new_length",
		"__fortify_fail",
		"__longjmp_chk",
		"__stack_chk_fail",
		"_exit",
		"abort",
		"err",
		"errx",
		"exit",
		"longjmp",
		"pthread_exit",
		"quick_exit",
		"siglongjmp",
		"verr",
		"verrx",
	};

	return bsearch(name, names, ARRAY_SIZE(names), sizeof(names[0]), compare_names) ||
	       (strncmp(name, "_ZSt", 4) == 0 && strstr(name, "__throw_"));
}
