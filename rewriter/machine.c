/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rewriter/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"
#include "rewriter/machine_ops.h"

struct machine {
	const struct machine_ops *ops;
	csh capstone;
	cs_insn *decoded; /* the last one */
};

static const struct machine_ops *const all[] = { &machine_x86_64 };

static const struct machine_ops *find(uint16_t number)
{
	for (size_t i = 0; i < ARRAY_SIZE(all); i++) {
		if (all[i]->number == number)
			return all[i];
	}
	return NULL;
}

struct error *machine_open(uint16_t number, struct machine **ret)
{
	const struct machine_ops *ops = find(number);
	struct machine *machine;
	cs_err failure;

	if (!ops)
		return error_create(ERROR_UNUSABLE,
				    "code for another processor (ELF machine %u), which can't be "
				    "patched",
				    number);
	machine = xcalloc(1, sizeof(*machine));
	machine->ops = ops;
	failure = cs_open(ops->arch, ops->mode, &machine->capstone);
	if (failure != CS_ERR_OK) {
		free(machine);
		return error_create(ERROR_INTERNAL, "opening Capstone: %s", cs_strerror(failure));
	}
	cs_option(machine->capstone, CS_OPT_DETAIL, CS_OPT_ON);
	machine->decoded = cs_malloc(machine->capstone);
	if (!machine->decoded)
		xalloc_die();
	*ret = machine;
	return NULL;
}

void machine_close(struct machine *machine)
{
	if (!machine)
		return;
	cs_free(machine->decoded, 1);
	cs_close(&machine->capstone);
	free(machine);
}

/* True if the bytes begin with an instruction, which is then the last one. */
static bool decode(struct machine *machine, const uint8_t *code, size_t size, uint64_t address)
{
	return cs_disasm_iter(machine->capstone, &code, &size, &address, machine->decoded) &&
	       machine->decoded->size <= MACHINE_MAX_SIZE;
}

bool machine_decode(struct machine *machine, const uint8_t *code, size_t size, uint64_t address,
		    struct instruction *ret)
{
	const cs_insn *decoded = machine->decoded;

	if (!decode(machine, code, size, address))
		return false;
	*ret = (struct instruction){
		.address = address,
		.size = (uint8_t)decoded->size,
		.target = MACHINE_NOWHERE,
	};
	snprintf(ret->text, sizeof(ret->text), "%s%s%s", decoded->mnemonic,
		 decoded->op_str[0] ? " " : "", decoded->op_str);
	machine->ops->classify(decoded, ret);
	return true;
}

/* The operands of an instruction, as text. */
static const char *operands(const struct instruction *instruction)
{
	const char *space = strchr(instruction->text, ' ');

	return space ? space + 1 : "";
}

/* Length of the mnemonic and all operands but the last one. */
static size_t length_before_last(const char *text)
{
	const char *comma = strrchr(text, ',');

	return comma ? (size_t)(comma - text) : 0;
}

/* True if CODE is the instruction with another immediate operand, that of the replacement. */
static bool has_constant(struct machine *machine, const uint8_t *code,
			 const struct instruction *instruction,
			 const struct replacement *replacement)
{
	struct instruction now;
	size_t length = length_before_last(instruction->text);
	int64_t constant;

	return machine_decode(machine, code, instruction->size, instruction->address, &now) &&
	       now.size == instruction->size && length && length_before_last(now.text) == length &&
	       strncmp(now.text, instruction->text, length) == 0 &&
	       machine->ops->read_constant(code, machine->decoded, &constant) &&
	       constant == replacement->constant;
}

bool machine_does(struct machine *machine, const uint8_t *code,
		  const struct instruction *instruction, const struct replacement *replacement)
{
	size_t at = 0;
	bool found = false;

	if (replacement->op == REMT_CRCR)
		return has_constant(machine, code, instruction, replacement);
	while (at < instruction->size) {
		if (!decode(machine, code + at, instruction->size - at, instruction->address + at))
			return false;
		at += machine->decoded->size;
		if (strcmp(machine->decoded->mnemonic, "nop") == 0)
			continue;
		if (found || strcmp(machine->decoded->mnemonic, replacement->to) != 0 ||
		    strcmp(machine->decoded->op_str, operands(instruction)) != 0)
			return false;
		found = true;
	}
	return found || strcmp(replacement->to, "nop") == 0;
}

static bool is_among(const struct replacement *replacements, unsigned count, const uint8_t *bytes,
		     size_t size)
{
	for (unsigned i = 0; i < count; i++) {
		if (memcmp(replacements[i].bytes, bytes, size) == 0)
			return true;
	}
	return false;
}

unsigned machine_replace(struct machine *machine, const uint8_t *code,
			 const struct instruction *instruction,
			 struct replacement ret[MACHINE_MAX_REPLACEMENTS])
{
	unsigned count, kept = 0;

	if (!decode(machine, code, instruction->size, instruction->address))
		return 0;
	count = machine->ops->replace(code, machine->decoded, ret);
	for (unsigned i = 0; i < count; i++) {
		if (memcmp(ret[i].bytes, code, instruction->size) != 0 &&
		    !is_among(ret, kept, ret[i].bytes, instruction->size) &&
		    machine_does(machine, ret[i].bytes, instruction, &ret[i]))
			ret[kept++] = ret[i];
	}
	return kept;
}

void machine_effect(struct machine *machine, const uint8_t *code,
		    const struct instruction *instruction, struct effect *ret)
{
	effect_init(ret);
	if (decode(machine, code, instruction->size, instruction->address))
		machine->ops->effect(machine->capstone, machine->decoded, ret);
}

enum fixup_kind machine_relocation_kind(uint16_t number, uint32_t type)
{
	const struct machine_ops *ops = find(number);

	return ops ? ops->relocation_kind(type) : FIXUP_OTHER;
}

uint64_t machine_relocation_size(uint16_t number, uint32_t type)
{
	const struct machine_ops *ops = find(number);

	return ops ? ops->relocation_size(type) : 0;
}
