/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/shadow_effect.h"

#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "common/slots.h"
#include "common/vec.h"
#include "common/xalloc.h"
#include "explore/path.h"
#include "explore/shadow_memory.h"
#include "explore/variable.h"
#include "explore/watch.h"

/* No page below may be mapped. */
#define FIRST_ADDRESS 65536
/* A region that writes more bytes, or leaves more terms, is not compared. */
#define MAX_WRITTEN 4096
#define MAX_LEFT    256

/* A byte that the region wrote, as it was before. */
struct byte {
	const unsigned char *address;
	uint32_t term; /* 0: none */
	unsigned char value;
	bool may_point; /* what was written last may be a part of an address */
};

/* What a byte is known by in both versions, and what it has become. */
struct left {
	uint64_t key;
	uint32_t term; /* 0: it is `value` */
	unsigned char value;
};

static VEC(const struct frame *) frames; /* the outermost first; on the stack, which grows down */

static struct {
	const struct frame *frame; /* NULL: there is none */
	size_t nr_callers;	   /* `frames` before it */
	bool is_reached;	   /* control came to a watched block */
	bool is_spread;		   /* anything may have happened */
	VEC(struct byte) bytes;
	struct slots by_address;
} region;

bool effect_is_open;
static bool is_infected; /* for ever */

bool effect_is_small(uint64_t value)
{
	return value < FIRST_ADDRESS;
}

/* ---- functions */

static bool are_defined(const struct ir_operand *operands, uint32_t number)
{
	bool ret = true;

	for (uint32_t i = 0; i < number; i++)
		ret = ret && operands[i].kind != REMT_IR_UNDEFINED;
	return ret;
}

/* True if STATEMENT makes a number of an address. */
static bool numbers_address(const struct ir_function *function,
			    const struct ir_statement *statement)
{
	const struct ir_type *types = function->unit->types;
	bool ret = false;

	if (statement->value == UINT32_MAX || statement->nr_operands != 1 ||
	    (statement->kind != REMT_IR_UNARY && statement->kind != REMT_IR_COPY) ||
	    types[function->values[statement->value].type].kind == REMT_IR_POINTER)
		return false;
	for (uint32_t i = 0; i < statement->nr_operands; i++)
		ret = ret || types[statement->operands[i].type].kind == REMT_IR_POINTER;
	return ret;
}

static bool block_is_plain(const struct ir_function *function, const struct ir_block *block)
{
	bool ret = !block->nr_ways && are_defined(block->end.operands, block->end.nr_operands);

	for (uint32_t i = 0; ret && i < block->nr_statements; i++) {
		const struct ir_statement *statement = &block->statements[i];

		ret = are_defined(statement->operands, statement->nr_operands) &&
		      !numbers_address(function, statement);
	}
	return ret;
}

/* True if all that CODE returns is a number that can be no address, or nothing. */
static bool returns_number(const struct code *code)
{
	const struct ir_unit *unit = code->function.unit;
	const struct ir_type *type = &unit->types[unit->symbols[code->entry->symbol].type];
	const struct ir_type *result = &unit->types[type->element];

	if (type->kind != REMT_IR_FUNCTION)
		return false;
	return result->kind == REMT_IR_VOID ||
	       (result->kind == REMT_IR_FLOAT && result->size <= sizeof(uint64_t)) ||
	       (result->kind == REMT_IR_INTEGER && result->precision <= 32);
}

void effect_prepare(struct code *code)
{
	const struct ir_function *function = &code->function;

	code->is_changed = watch_is_changed(code);
	code->is_plain = true;
	for (uint32_t b = 0; code->is_plain && b < function->nr_blocks; b++)
		code->is_plain = block_is_plain(function, &function->blocks[b]);
	code->returns_number = code->is_changed && returns_number(code);
}

/* ---- the region */

static void reset(void)
{
	region.frame = NULL;
	effect_is_open = false;
	region.is_reached = region.is_spread = false;
	region.bytes.count = 0;
	slots_deinit(&region.by_address);
}

/* Frames that were left in another way than by their end are below the one that begins. */
static void drop_frames(const struct frame *frame)
{
	while (frames.count && frames.items[frames.count - 1] <= frame)
		frames.count--;
	if (!region.frame || frames.count > region.nr_callers)
		return;
	is_infected |= region.is_reached;
	reset();
}

void effect_enter(const struct frame *frame)
{
	drop_frames(frame);
	if (!region.frame && frame->code->is_changed) {
		region.frame = frame;
		effect_is_open = true;
		region.nr_callers = frames.count;
	}
	vec_push(&frames, frame);
	if (region.frame && !frame->code->is_plain)
		region.is_spread = true;
}

void effect_watch(uint32_t index)
{
	if (index >= path_nr_watched())
		return;
	region.is_reached = true;
	is_infected |= !region.frame;
	path_infect(true);
}

void effect_spread(void)
{
	region.is_spread |= region.frame != NULL;
}

void effect_jump(void)
{
	is_infected = true;
	path_infect(true);
}

/* True if ADDRESS is in a frame of the region's. */
static bool is_local(const unsigned char *address)
{
	return (uintptr_t)address < (uintptr_t)region.frame &&
	       (uintptr_t)address >= (uintptr_t)__builtin_frame_address(0);
}

static void write_byte(const unsigned char *address, bool may_point)
{
	uint32_t index = slots_find(&region.by_address, (uintptr_t)address);

	if (index == SLOTS_NONE) {
		index = (uint32_t)region.bytes.count;
		slots_add(&region.by_address, (uintptr_t)address, index);
		vec_push(&region.bytes,
			 ((struct byte){ address, shadow_load(address, 1), *address, false }));
	}
	region.bytes.items[index].may_point = may_point;
}

void effect_write(const void *address, size_t size, bool may_point)
{
	const unsigned char *bytes = address;

	if (!region.frame || region.is_spread || !size ||
	    (is_local(bytes) && is_local(bytes + size - 1)))
		return;
	if (size > MAX_WRITTEN || region.bytes.count > MAX_WRITTEN)
		region.is_spread = true;
	for (size_t i = 0; i < size && !region.is_spread; i++)
		write_byte(bytes + i, may_point);
}

void effect_call(const char *name)
{
	static const char *const quiet[] = {
		"strlen",
		"strnlen",
		"strcmp",
		"strncmp",
		"memcmp",
		"strcasecmp",
		"strncasecmp",
		"strchr",
		"strrchr",
		"memchr",
		"memrchr",
		"strspn",
		"strcspn",
		"strstr",
		"strpbrk",
		"isalnum",
		"isalpha",
		"isblank",
		"iscntrl",
		"isdigit",
		"isgraph",
		"islower",
		"isprint",
		"ispunct",
		"isspace",
		"isupper",
		"isxdigit",
		"tolower",
		"toupper",
		"abs",
		"labs",
		"llabs",
		"__ctype_b_loc",
		"__ctype_tolower_loc",
		"__ctype_toupper_loc",
	};
	bool is_quiet = false;

	if (!region.frame || region.is_spread)
		return;
	for (size_t i = 0; name && i < sizeof(quiet) / sizeof(*quiet); i++)
		is_quiet = is_quiet || strcmp(name, quiet[i]) == 0;
	region.is_spread = !is_quiet;
}

/* ---- its end */

/* Returns a hash of the local of FRAME, the number DEPTH of all, that has ADDRESS, and of which byte it is; 0: none has it. */
static uint64_t local_byte(const struct frame *frame, size_t depth, const unsigned char *address)
{
	const struct code *code = frame->code;
	const struct ir_function *function = &code->function;
	size_t at = (size_t)(address - (const unsigned char *)frame->memory);

	for (uint32_t i = 0; i < function->nr_locals; i++) {
		const struct ir_local *local = &function->locals[i];
		uint64_t key[5] = { depth, hash_bytes(code->name, strlen(code->name)), i,
				    hash_bytes(local->name, strlen(local->name)) };

		if (code->offsets[i] == SIZE_MAX || at < code->offsets[i] ||
		    at - code->offsets[i] >= function->unit->types[local->type].size)
			continue;
		key[4] = at - code->offsets[i];
		return hash_bytes(key, sizeof(key));
	}
	return 0;
}

/* Returns what the byte at ADDRESS is known by in both versions; 0: nothing. */
static uint64_t key_of(const unsigned char *address)
{
	for (size_t i = 0; i < region.nr_callers; i++) {
		const struct frame *frame = frames.items[i];
		const unsigned char *memory = (const unsigned char *)frame->memory;

		if (address >= memory && address < memory + frame->code->memory_size)
			return local_byte(frame, i, address);
	}
	return variable_byte(address);
}

static int compare_keys(const void *a, const void *b)
{
	const struct left *x = a;
	const struct left *y = b;

	return x->key < y->key ? -1 : x->key > y->key;
}

/* Fills RET with the bytes that are not as they were; false: one may be an address, or is not known by anything. */
static bool find_left(struct left *ret, size_t *number)
{
	*number = 0;
	for (size_t i = 0; i < region.bytes.count; i++) {
		const struct byte *byte = &region.bytes.items[i];
		struct left left = { .term = shadow_load(byte->address, 1),
				     .value = *byte->address };

		if (left.term == byte->term && (left.term || left.value == byte->value))
			continue;
		left.key = byte->may_point ? 0 : key_of(byte->address);
		if (!left.key)
			return false;
		ret[(*number)++] = left;
	}
	if (*number)
		qsort(ret, *number, sizeof(*ret), compare_keys);
	return true;
}

/* Tells what the region left, and that it returned TERM; false: that is too much. */
static bool tell(const struct frame *frame, uint32_t term, const struct left *left, size_t number)
{
	uint64_t hash = hash_bytes(frame->code->name, strlen(frame->code->name));
	size_t nr_terms = 0;

	for (size_t i = 0; i < number; i++) {
		uint64_t key[3] = { hash, left[i].key, left[i].value };

		nr_terms += left[i].term != 0;
		if (!left[i].term)
			hash = hash_bytes(key, sizeof(key));
	}
	if (nr_terms > MAX_LEFT)
		return false;
	for (size_t i = 0; i < number; i++) {
		if (left[i].term)
			path_leave(REMT_PATH_LEFT, left[i].term, left[i].key);
	}
	path_leave(REMT_PATH_RETURNED, term, hash);
	return true;
}

static bool end_region(const struct frame *frame, uint32_t term, uint64_t value)
{
	struct left *left = NULL;
	uint64_t number;
	bool is_number = frame->code->returns_number ||
			 (term_is_constant(&path_terms, term, &number) && effect_is_small(value));
	size_t nr_left;
	bool ret;

	if (region.is_spread || !is_number)
		return false;
	left = xcalloc(region.bytes.count + 1, sizeof(*left));
	ret = find_left(left, &nr_left) && tell(frame, term, left, nr_left);
	free(left);
	return ret;
}

static void pop_frame(const struct frame *frame)
{
	size_t at = frames.count;

	while (at && frames.items[at - 1] != frame)
		at--;
	if (at)
		frames.count = at - 1;
}

void effect_return_object(const struct frame *frame, size_t size)
{
	if (frame->object)
		effect_write(frame->object, size, true);
	if (frame == region.frame)
		effect_spread();
	effect_return(frame, term_constant(&path_terms, 0, 64), 0);
}

void effect_return(const struct frame *frame, uint32_t term, uint64_t value)
{
	pop_frame(frame);
	if (frame != region.frame)
		return;
	if (region.is_reached)
		is_infected |= !end_region(frame, term, value);
	if (!is_infected)
		path_infect(false);
	reset();
}
