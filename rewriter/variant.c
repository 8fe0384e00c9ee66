/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rewriter/variant.h"

#include <elf.h>

#include "common/hash.h"
#include "rewriter/body.h"

/* A function while it is looked at. */
struct sweep {
	const struct binary *binary;
	struct machine *machine;
	uint32_t function;
	struct variants *ret;
	struct body body;
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

/* True if the constant may be an address: where a program is not loaded anywhere else, they are
 * constants. */
static bool is_address(const struct sweep *sweep, const struct replacement *replacement)
{
	const struct binary *binary = sweep->binary;

	return replacement->op == REMT_CRCR && binary->type == ET_EXEC &&
	       (uint64_t)replacement->was >= binary->begin &&
	       (uint64_t)replacement->was < binary->end;
}

/* True if the constant is for the call that follows, in the register that a result comes in: how
 * many floats it gets (psABI, 3.2.3), which makes no difference. */
static bool is_call_setup(const struct sweep *sweep, size_t at,
			  const struct replacement *replacement)
{
	const struct instruction *instruction = &sweep->body.instructions.items[at];

	return replacement->op == REMT_CRCR && instruction->writes & MACHINE_INTEGER_RESULT &&
	       at + 1 < sweep->body.instructions.count && instruction[1].is_call;
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

static void add_variants(struct sweep *sweep, size_t at)
{
	const struct instruction *instruction = &sweep->body.instructions.items[at];
	struct replacement replacements[MACHINE_MAX_REPLACEMENTS];
	uint64_t offset = offset_of(sweep, instruction->address);
	unsigned count = machine_replace(sweep->machine, sweep->binary->data + offset, instruction,
					 replacements);
	size_t before = sweep->ret->items.count;

	if (instruction->is_call && count && !body_is_void_call(&sweep->body, at))
		count = 0;
	for (unsigned i = 0; i < count; i++) {
		struct variant variant = {
			.function = sweep->function,
			.instruction = *instruction,
			.offset = offset,
			.replacement = replacements[i],
		};

		variant.id = identify(sweep, &variant);
		if (!changes_fixup(sweep, &variant) && !is_address(sweep, &replacements[i]) &&
		    !is_call_setup(sweep, at, &replacements[i]))
			vec_push(&sweep->ret->items, variant);
	}
	if (sweep->ret->items.count == before)
		count_refusal(sweep, instruction, count ? REFUSAL_FIXUP : REFUSAL_ENCODING);
}

static void refuse_all(struct sweep *sweep, enum refusal_reason reason)
{
	sweep->ret->nr_unsafe++;
	for (size_t i = 0; i < sweep->body.instructions.count; i++)
		count_refusal(sweep, &sweep->body.instructions.items[i], reason);
}

static void look_at(struct sweep *sweep)
{
	bool is_whole;

	is_whole = body_decode(&sweep->body, sweep->binary, function_of(sweep), sweep->machine);
	for (size_t i = 0; i < sweep->body.instructions.count; i++)
		sweep->ret->nr_jumps += sweep->body.instructions.items[i].is_conditional_jump;
	if (!is_whole) {
		refuse_all(sweep, REFUSAL_BYTES);
	} else if (!body_link(&sweep->body)) {
		refuse_all(sweep, REFUSAL_OVERLAP);
	} else {
		for (size_t i = 0; i < sweep->body.instructions.count; i++)
			add_variants(sweep, i);
	}
}

void variants_find(const struct binary *binary, struct machine *machine, struct variants *ret)
{
	struct sweep sweep = { .binary = binary, .machine = machine, .ret = ret };

	*ret = (struct variants){ 0 };
	for (; sweep.function < binary->functions.count; sweep.function++)
		look_at(&sweep);
	body_deinit(&sweep.body);
}

void variants_deinit(struct variants *variants)
{
	vec_deinit(&variants->items);
}
