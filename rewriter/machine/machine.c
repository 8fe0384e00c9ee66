/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The part of the instruction set that all processors share: decodes with Capstone and checks each
 * replacement by decoding it again. Everything else is asked of the processor's folder
 * (rewriter/machine/machine_ops.h).
 */
#include "rewriter/machine/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "rewriter/machine/machine_ops.h"

struct machine {
	const struct machine_ops *ops;
	csh capstone;
	cs_insn *decoded; /* the instruction that was decoded last */
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

/* True if the bytes begin with an instruction, and keeps it in `decoded`. */
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

static const char *operands(const struct instruction *instruction)
{
	const char *space = strchr(instruction->text, ' ');

	return space ? space + 1 : "";
}

/* Returns the length of the mnemonic and all operands but the last one. */
static size_t length_before_last(const char *text)
{
	const char *comma = strrchr(text, ',');

	return comma ? (size_t)(comma - text) : 0;
}

/* True if CODE is the instruction with the replacement's immediate operand. */
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

bool machine_describe(struct machine *machine, const uint8_t *code, size_t size, uint64_t address,
		      char ret[MACHINE_MAX_TEXT])
{
	char operands[MACHINE_MAX_TEXT];

	if (!decode(machine, code, size, address))
		return false;
	machine->ops->operands(machine->decoded, operands, sizeof(operands));
	if (snprintf(ret, MACHINE_MAX_TEXT, "%s%s%s", machine->decoded->mnemonic,
		     operands[0] ? " " : "", operands) >= MACHINE_MAX_TEXT)
		return false;
	return true;
}

/*
 * True if TEXT, the instruction decoded last, is LINE, which has LENGTH bytes. If the replacement
 * changes a constant the constant may differ from LINE's and must be the new one.
 */
static bool is_wanted(const struct machine *machine, const uint8_t *code, const char *text,
		      const char *line, size_t length, const struct replacement *replacement)
{
	_cleanup_free_ char *wanted = xstrndup(line, length);
	size_t common = length_before_last(wanted);
	int64_t constant;

	if (replacement->op != REMT_CRCR)
		return strcmp(text, wanted) == 0;
	return common && length_before_last(text) == common && strncmp(text, wanted, common) == 0 &&
	       machine->ops->read_constant(code, machine->decoded, &constant) &&
	       constant == replacement->constant;
}

/* Behind the wanted instructions there may only be nops. */
bool machine_does_at(struct machine *machine, const uint8_t *code, size_t size, uint64_t address,
		     const struct replacement *replacement)
{
	const char *line = replacement->text;
	char text[MACHINE_MAX_TEXT];

	for (size_t at = 0; at < size; at += machine->decoded->size) {
		size_t length = strcspn(line, "\n");

		if (!machine_describe(machine, code + at, size - at, address + at, text))
			return false;
		if (!*line) {
			if (strcmp(machine->decoded->mnemonic, "nop") != 0)
				return false;
			continue;
		}
		if (!is_wanted(machine, code + at, text, line, length, replacement))
			return false;
		line += length + (line[length] == '\n');
	}
	return !*line;
}

bool machine_does(struct machine *machine, const uint8_t *code,
		  const struct instruction *instruction, const struct replacement *replacement)
{
	size_t at = 0;
	bool found = false;

	if (replacement->text[0])
		return machine_does_at(machine, code, instruction->size, instruction->address,
				       replacement);
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

/* Fills the place of the instruction up with nops. */
static void fill_up(struct replacement *replacement, const struct instruction *instruction)
{
	static const uint8_t nop = 0x90;

	replacement->is_long = replacement->size > instruction->size;
	while (replacement->size < instruction->size)
		replacement->bytes[replacement->size++] = nop;
}

/* Returns false if the replacement is what CODE is, or one of the COUNT replacements. */
static bool is_new(const struct replacement *replacements, unsigned count,
		   const struct replacement *replacement, const uint8_t *code,
		   const struct instruction *instruction)
{
	if (!replacement->is_long && memcmp(replacement->bytes, code, instruction->size) == 0)
		return false;
	for (unsigned i = 0; i < count; i++) {
		if (replacements[i].size == replacement->size &&
		    memcmp(replacements[i].bytes, replacement->bytes, replacement->size) == 0)
			return false;
	}
	return true;
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
		fill_up(&ret[i], instruction);
		if (is_new(ret, kept, &ret[i], code, instruction) &&
		    (ret[i].is_long ? machine_does_at(machine, ret[i].bytes, ret[i].size,
						      instruction->address, &ret[i])
				    : machine_does(machine, ret[i].bytes, instruction, &ret[i])))
			ret[kept++] = ret[i];
	}
	return kept;
}

bool machine_place(const struct replacement *replacement, const struct instruction *instruction,
		   uint64_t address, uint8_t ret[MACHINE_MAX_SEQUENCE])
{
	int32_t coded;
	int64_t distance;

	memcpy(ret, replacement->bytes, replacement->size);
	if (!replacement->distance_end)
		return true;
	memcpy(&coded, ret + replacement->distance_at, sizeof(coded));
	distance = coded + (int64_t)(instruction->address - address);
	coded = (int32_t)distance;
	memcpy(ret + replacement->distance_at, &coded, sizeof(coded));
	return coded == distance;
}

bool machine_relocate(struct machine *machine, const uint8_t *code,
		      const struct instruction *instruction, uint64_t address, struct moved *ret)
{
	*ret = (struct moved){ 0 };
	return decode(machine, code, instruction->size, instruction->address) &&
	       machine->ops->relocate(code, machine->decoded, address, ret);
}

bool machine_jump(const struct machine *machine, uint64_t from, uint64_t to, struct moved *ret)
{
	*ret = (struct moved){ 0 };
	return machine->ops->jump(from, to, ret);
}

void machine_effect(struct machine *machine, const uint8_t *code,
		    const struct instruction *instruction, struct effect *ret)
{
	effect_init(ret);
	if (decode(machine, code, instruction->size, instruction->address))
		machine->ops->effect(machine->capstone, machine->decoded, ret);
}

unsigned machine_fields(struct machine *machine, const uint8_t *code,
			const struct instruction *instruction, struct field ret[MACHINE_MAX_FIELDS])
{
	return decode(machine, code, instruction->size, instruction->address)
		       ? machine->ops->fields(machine->decoded, ret)
		       : 0;
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
