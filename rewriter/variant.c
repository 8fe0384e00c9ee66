/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rewriter/variant.h"

#include <stdlib.h>
#include <string.h>

#include "common/hash.h"

/* A function while it is looked at. */
struct sweep {
	const struct binary *binary;
	struct machine *machine;
	uint32_t function;
	struct variants *ret;
	VEC(struct instruction) instructions; /* all of the function */
};

const char *refusal_describe(enum refusal_reason reason)
{
	static const char *const texts[] = {
		[REFUSAL_BYTES] = "data among the code",
		[REFUSAL_OVERLAP] = "a jump into the middle of an instruction",
		[REFUSAL_FIXUP] = "bytes that the linker or the loader fills in",
		[REFUSAL_ENCODING] = "nothing else fits in its place",
	};

	return texts[reason];
}

static const struct binary_function *function_of(const struct sweep *sweep)
{
	return &sweep->binary->functions.items[sweep->function];
}

static uint64_t offset_of(const struct sweep *sweep, uint64_t address)
{
	return binary_offset(&sweep->binary->codes.items[function_of(sweep)->code], address);
}

/* One instruction after the other, from the first byte to the last; false: they do not end there.
 */
static bool decode_all(struct sweep *sweep)
{
	const struct binary_function *function = function_of(sweep);
	const uint8_t *code = sweep->binary->data + offset_of(sweep, function->address);
	uint64_t at = 0;

	while (at < function->size) {
		struct instruction *instruction = vec_add(&sweep->instructions);

		if (!machine_decode(sweep->machine, code + at, function->size - at,
				    function->address + at, instruction)) {
			sweep->instructions.count--;
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

/* True if all jumps within the function lead to instructions of it. */
static bool is_sound(const struct sweep *sweep)
{
	const struct binary_function *function = function_of(sweep);

	for (size_t i = 0; i < sweep->instructions.count; i++) {
		uint64_t target = sweep->instructions.items[i].target;

		if (target < function->address || target - function->address >= function->size)
			continue;
		if (!bsearch(&target, sweep->instructions.items, sweep->instructions.count,
			     sizeof(struct instruction), compare_addresses))
			return false;
	}
	return true;
}

static void count_refusal(struct sweep *sweep, const struct instruction *instruction,
			  enum refusal_reason reason)
{
	if (!instruction->is_conditional_jump)
		return;
	sweep->ret->nr_refused++;
	sweep->ret->refused[reason]++;
}

static uint64_t identify(const struct sweep *sweep, const struct variant *variant)
{
	const struct binary_function *function = function_of(sweep);
	struct hash *hash = hash_create();

	hash_add_string(hash, function->name);
	hash_add_u64(hash, variant->instruction.address - function->address);
	hash_add_string(hash, remt_operators[variant->replacement.op].name);
	hash_add_string(hash, variant->replacement.from);
	hash_add_string(hash, variant->replacement.to);
	return hash_take(hash);
}

/* True if what would be changed is the linker's or the loader's. */
static bool changes_fixup(const struct sweep *sweep, const struct variant *variant)
{
	const uint8_t *code = sweep->binary->data + variant->offset;

	for (unsigned i = 0; i < variant->instruction.size; i++) {
		if (code[i] != variant->replacement.bytes[i] &&
		    binary_has_fixup(sweep->binary, variant->offset + i, 1))
			return true;
	}
	return false;
}

static void add_variants(struct sweep *sweep, const struct instruction *instruction)
{
	struct replacement replacements[MACHINE_MAX_REPLACEMENTS];
	uint64_t offset = offset_of(sweep, instruction->address);
	unsigned count = machine_replace(sweep->machine, sweep->binary->data + offset, instruction,
					 replacements);
	size_t before = sweep->ret->items.count;

	for (unsigned i = 0; i < count; i++) {
		struct variant variant = {
			.function = sweep->function,
			.instruction = *instruction,
			.offset = offset,
			.replacement = replacements[i],
		};

		variant.id = identify(sweep, &variant);
		if (!changes_fixup(sweep, &variant))
			vec_push(&sweep->ret->items, variant);
	}
	if (sweep->ret->items.count == before)
		count_refusal(sweep, instruction, count ? REFUSAL_FIXUP : REFUSAL_ENCODING);
}

static void refuse_all(struct sweep *sweep, enum refusal_reason reason)
{
	sweep->ret->nr_unsafe++;
	for (size_t i = 0; i < sweep->instructions.count; i++)
		count_refusal(sweep, &sweep->instructions.items[i], reason);
}

static void look_at(struct sweep *sweep)
{
	bool is_whole;

	sweep->instructions.count = 0;
	is_whole = decode_all(sweep);
	for (size_t i = 0; i < sweep->instructions.count; i++)
		sweep->ret->nr_jumps += sweep->instructions.items[i].is_conditional_jump;
	if (!is_whole) {
		refuse_all(sweep, REFUSAL_BYTES);
	} else if (!is_sound(sweep)) {
		refuse_all(sweep, REFUSAL_OVERLAP);
	} else {
		for (size_t i = 0; i < sweep->instructions.count; i++)
			add_variants(sweep, &sweep->instructions.items[i]);
	}
}

void variants_find(const struct binary *binary, struct machine *machine, struct variants *ret)
{
	struct sweep sweep = { .binary = binary, .machine = machine, .ret = ret };

	*ret = (struct variants){ 0 };
	for (; sweep.function < binary->functions.count; sweep.function++)
		look_at(&sweep);
	vec_deinit(&sweep.instructions);
}

void variants_deinit(struct variants *variants)
{
	vec_deinit(&variants->items);
}
