/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the variants of all instructions. Replacements come from rewriter/machine/machine.h. Those
 * that would change fixups are dropped, and so are those that correspond to no change of the
 * source: constants that may be addresses, that tell a callee the number of floats, or that only
 * clear a register; and calls whose result is not known to be a number or nothing.
 *
 * A function that can't be decoded completely is left alone as a whole. Equivalent mutants are not
 * detected.
 */
#include "rewriter/variant/variant.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "common/path.h"
#include "common/xalloc.h"
#include "rewriter/flow/body.h"

enum { UNKNOWN, YES, NO };

/* A function while its variants are looked for. */
struct sweep {
	const struct binary *binary;
	struct machine *machine;
	uint32_t function;
	struct variants *ret;
	const struct lines *lines;
	const struct flows *flows; /* NULL: no long replacements are wanted */
	struct body body, callee;
	uint8_t *returns;    /* by function: whether it returns */
	uint32_t *namesakes; /* by function: number of functions of the same name before it */
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
	if (sweep->namesakes[sweep->function])
		hash_add_u64(hash, sweep->namesakes[sweep->function]);
	hash_add_u64(hash, variant->instruction.address - function->address);
	hash_add_string(hash, remt_operators[variant->replacement.op].name);
	hash_add_string(hash, variant->replacement.from);
	hash_add_string(hash, variant->replacement.to);
	return hash_take(hash);
}

/*
 * True if the constant may be an address. In a program that is always loaded at the same address,
 * addresses are constants. So are offsets of a thread's variables, which lie before the thread
 * pointer.
 */
static bool is_address(const struct sweep *sweep, const struct replacement *replacement)
{
	const struct binary *binary = sweep->binary;
	uint64_t was = (uint64_t)replacement->was;

	return (binary->type == ET_EXEC && was >= binary->begin && was <= binary->end) ||
	       (replacement->can_be_offset && replacement->was < 0 && -was <= binary->thread_size);
}

/*
 * True if the constant is the number of floats that a call passes (psABI, 3.2.3), in the register
 * in which results are returned.
 */
static bool is_call_setup(const struct sweep *sweep, size_t at)
{
	const struct instruction *instruction = &sweep->body.instructions.items[at];
	size_t left = sweep->body.instructions.count - at;

	if (!instruction->sets_result)
		return false;
	for (size_t i = 1; i < left; i++) {
		if (instruction[i].is_call || instruction[i].is_jump)
			return !instruction[i].is_conditional_jump;
		if (instruction[i].names_result)
			return false;
	}
	return false;
}

/* True if the register is set to 0 only for instructions that write a part of it. */
static bool is_cleared(const struct sweep *sweep, size_t at)
{
	const struct instruction *instruction = &sweep->body.instructions.items[at];
	size_t left = sweep->body.instructions.count - at;

	for (size_t i = 1; i < left && !instruction[i].is_call && !instruction[i].is_jump; i++) {
		if (instruction[i].parted & instruction->named)
			return true;
		if (instruction[i].named & instruction->named)
			return false;
	}
	return false;
}

/* True if the function may return. */
static bool returns(struct sweep *sweep, uint32_t function)
{
	uint8_t *known = &sweep->returns[function];

	if (*known == UNKNOWN)
		*known = !body_decode(&sweep->callee, sweep->binary,
				      &sweep->binary->functions.items[function], sweep->machine) ||
					 body_returns(&sweep->callee)
				 ? YES
				 : NO;
	return *known == YES;
}

/*
 * True if the instruction calls a function that returns RESULT according to the debug information,
 * and that may return.
 */
static bool is_call(struct sweep *sweep, const struct instruction *instruction,
		    enum lines_result result)
{
	const struct binary *binary = sweep->binary;
	uint32_t callee = binary_find_function(binary, binary_section(binary, sweep->function),
					       instruction->target);

	return callee != UINT32_MAX && returns(sweep, callee) &&
	       lines_return(sweep->lines, binary_section(binary, callee), instruction->target,
			    result);
}

/* True if the replacement is not the change of the source that it looks like. */
static bool misleads(struct sweep *sweep, size_t at, const struct replacement *replacement)
{
	const struct instruction *instruction = &sweep->body.instructions.items[at];

	if (replacement->op == REMT_SSDL)
		return !is_call(sweep, instruction, LINES_NOTHING);
	if (replacement->op == REMT_SRSR)
		return !is_call(sweep, instruction, LINES_NUMBER);
	return replacement->op == REMT_CRCR &&
	       (is_address(sweep, replacement) || is_call_setup(sweep, at) ||
		(replacement->is_long && is_cleared(sweep, at)));
}

/* True if bytes would be changed that the linker or the loader fills in. */
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

/* True if VARIANT of instruction AT can be made. */
static bool is_possible(struct sweep *sweep, size_t at, struct variant *variant)
{
	const struct window_search search = { sweep->binary, sweep->flows, sweep->machine,
					      sweep->function, &sweep->body };
	enum window_refusal refusal;

	if (misleads(sweep, at, &variant->replacement))
		return false;
	if (!variant->replacement.is_long)
		return !changes_fixup(sweep, variant);
	if (!sweep->flows)
		return false;
	refusal = window_find(&search, at, &variant->window);
	sweep->ret->no_window[refusal] += refusal != WINDOW_FITS;
	sweep->ret->nr_long += refusal == WINDOW_FITS;
	return refusal == WINDOW_FITS;
}

static void add_variants(struct sweep *sweep, size_t at)
{
	const struct instruction *instruction = &sweep->body.instructions.items[at];
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
		if (is_possible(sweep, at, &variant))
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
	} else if (!body_is_sound(&sweep->body)) {
		refuse_all(sweep, REFUSAL_OVERLAP);
	} else {
		for (size_t i = 0; i < sweep->body.instructions.count; i++)
			add_variants(sweep, i);
	}
}

struct named {
	const char *name;
	uint32_t function;
};

static int compare_named(const void *a, const void *b)
{
	const struct named *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	return order ? order : (x->function > y->function) - (x->function < y->function);
}

/* Counts functions of one name: static functions of several sources may share it. */
static uint32_t *count_namesakes(const struct binary *binary)
{
	size_t count = binary->functions.count;
	uint32_t *ret = xcalloc(count + 1, sizeof(*ret));
	struct named *named = xcalloc(count + 1, sizeof(*named));

	for (uint32_t i = 0; i < count; i++)
		named[i] = (struct named){ binary->functions.items[i].name, i };
	qsort(named, count, sizeof(*named), compare_named);
	for (size_t i = 1; i < count; i++) {
		if (strcmp(named[i].name, named[i - 1].name) == 0)
			ret[named[i].function] = ret[named[i - 1].function] + 1;
	}
	free(named);
	return ret;
}

void variants_find(const struct binary *binary, const struct lines *lines, struct machine *machine,
		   struct variants *ret)
{
	variants_find_all(binary, lines, machine, NULL, ret);
}

void variants_find_all(const struct binary *binary, const struct lines *lines,
		       struct machine *machine, const struct flows *flows, struct variants *ret)
{
	struct sweep sweep = {
		.binary = binary,
		.flows = flows,
		.lines = lines,
		.machine = machine,
		.returns = xcalloc(binary->functions.count + 1, 1),
		.namesakes = count_namesakes(binary),
		.ret = ret,
	};

	*ret = (struct variants){ 0 };
	for (; sweep.function < binary->functions.count; sweep.function++)
		look_at(&sweep);
	body_deinit(&sweep.body);
	body_deinit(&sweep.callee);
	free(sweep.returns);
	free(sweep.namesakes);
}

uint64_t variant_id_visible(uint64_t id)
{
	return id >> (64 - 4 * VARIANT_ID_DIGITS);
}

uint64_t variant_id_of_file(uint64_t id, const char *path)
{
	struct hash *hash = hash_create();

	hash_add_u64(hash, id);
	hash_add_string(hash, path_basename(path));
	return hash_take(hash);
}

void variants_deinit(struct variants *variants)
{
	vec_deinit(&variants->items);
}
