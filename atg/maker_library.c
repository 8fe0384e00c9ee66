/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Calls of what has no body in the unit. Functions of the C library that only read and write memory have one in the
 * harness (caller/models.h), in C. Here is what C can't say: where memory comes from, the tables behind <ctype.h>, and
 * calls of which nothing is told. explore/ has the same functions as conditions on the way that one run took: a circuit
 * needs all ways at once.
 */
#include <ctype.h>
#include <string.h>

#include "atg/maker.h"
#include "common/xalloc.h"

#define HEAP_BYTES	  64 /* of a block whose size is not known */
#define MAX_HEAP_BYTES	  4096
#define CHARACTERS_BELOW  128 /* the tables of <ctype.h> begin so many before the character 0 */
#define CHARACTERS	  384
#define LIBRARY_ARGUMENTS 8
#define MODEL		  "harness_model_"

void maker_note_call(struct maker *maker, uint32_t symbol, const struct ir_operand *arguments,
		     uint32_t number)
{
	const char *before = maker->expansion->left_out;
	struct ir_operand digest = maker->now.cells[OUTPUT_CALLS];

	for (uint32_t i = 0; i <= number; i++) {
		struct ir_operand one = i < number ? maker_widen(maker, arguments[i])
						   : maker_number(maker, maker->word, symbol + 1);

		if (maker_width(maker, &one) != 64)
			continue;
		digest = maker_binary(maker, REMT_IR_OP_MULTIPLY, maker->word, digest,
				      maker_number(maker, maker->word, 8191));
		digest = maker_binary(maker, REMT_IR_OP_ADD, maker->word, digest, one);
	}
	maker->now.cells[OUTPUT_CALLS] = digest;
	/* It is no number that the program computes. */
	maker->expansion->left_out = before;
}

void maker_note_vague(struct maker *maker, const char *what)
{
	maker->expansion->left_out = what;
	maker->now.cells[OUTPUT_VAGUE] = maker_number(maker, maker->truth, 1);
}

/* ---- memory */

static struct ir_operand null_pointer(const struct maker *maker)
{
	return maker_number(maker, maker->word, 0);
}

/* Returns the address of a new block of SIZE bytes, which are 0 if it IS_ZERO. That there is memory is assumed. */
static struct ir_operand allocate(struct maker *maker, struct ir_operand size, bool is_zero)
{
	uint64_t bytes;
	uint32_t index;

	if (!maker_is_number(&size, &bytes) || bytes > MAX_HEAP_BYTES)
		bytes = HEAP_BYTES;
	if (maker->objects.count >= MAX_OBJECTS || maker->cells.count + bytes >= MAX_CELLS) {
		maker_leave_beyond(maker, "more blocks of memory than are followed");
		return null_pointer(maker);
	}
	index = maker_add_object(maker, bytes);
	maker_reserve_cells(maker, bytes, is_zero);
	return maker_number(maker, maker->word, maker_address(index));
}

static bool call_malloc(struct maker *maker, const struct ir_operand *arguments,
			struct ir_operand *ret)
{
	*ret = allocate(maker, arguments[0], false);
	return true;
}

static bool call_calloc(struct maker *maker, const struct ir_operand *arguments,
			struct ir_operand *ret)
{
	*ret = allocate(maker,
			maker_binary(maker, REMT_IR_OP_MULTIPLY, maker->word,
				     maker_convert(maker, arguments[0], maker->word),
				     maker_convert(maker, arguments[1], maker->word)),
			true);
	return true;
}

/* A block stays where it is, and is assumed to be large enough. */
static bool call_realloc(struct maker *maker, const struct ir_operand *arguments,
			 struct ir_operand *ret)
{
	struct ir_operand old = maker_convert(maker, arguments[0], maker->word), is_null;
	uint64_t number;

	if (maker_is_number(&old, &number) && number) {
		*ret = old;
		return true;
	}
	is_null = maker_binary(maker, REMT_IR_OP_EQUAL, maker->truth, old, null_pointer(maker));
	*ret = allocate(maker, arguments[1], false);
	*ret = maker_choose(maker, is_null, *ret, old);
	return true;
}

static bool call_free(struct maker *maker, const struct ir_operand *arguments,
		      struct ir_operand *ret)
{
	(void)arguments;
	*ret = null_pointer(maker);
	return true;
}

/* ---- characters */

/* Returns the address of a pointer to the entry of the character 0 of a table of CHARACTERS numbers of BYTES. */
static struct ir_operand make_table(struct maker *maker, uint32_t bytes,
				    uint64_t (*number)(int character))
{
	uint32_t table = maker_add_object(maker, CHARACTERS * (uint64_t)bytes), pointer;

	for (int i = 0; i < CHARACTERS; i++)
		maker_add_constant(maker, (uint64_t)i * bytes, bytes, number(i - CHARACTERS_BELOW));
	pointer = maker_add_object(maker, 8);
	maker_add_constant(maker, 0, 8, maker_address(table) + CHARACTERS_BELOW * (uint64_t)bytes);
	return maker_number(maker, maker->word, maker_address(pointer));
}

/* remt itself runs in the locale "C", as the harness does. */
static uint64_t class_of(int character)
{
	return (*__ctype_b_loc())[character];
}

static uint64_t lower_of(int character)
{
	return (uint64_t)(int64_t)(*__ctype_tolower_loc())[character];
}

static uint64_t upper_of(int character)
{
	return (uint64_t)(int64_t)(*__ctype_toupper_loc())[character];
}

static bool find_table(struct maker *maker, unsigned which, struct ir_operand *ret)
{
	static const struct {
		uint32_t bytes;
		uint64_t (*number)(int character);
	} tables[] = { { 2, class_of }, { 4, lower_of }, { 4, upper_of } };
	struct ir_operand *known = &maker->tables[which];
	size_t room = maker->cells.count + CHARACTERS + 1;

	if (known->kind != REMT_IR_NUMBER) {
		if (maker->objects.count + 2 > MAX_OBJECTS || room >= MAX_CELLS)
			return false;
		*known = make_table(maker, tables[which].bytes, tables[which].number);
	}
	*ret = *known;
	return true;
}

static bool call_classes(struct maker *maker, const struct ir_operand *arguments,
			 struct ir_operand *ret)
{
	(void)arguments;
	return find_table(maker, 0, ret);
}

static bool call_lower(struct maker *maker, const struct ir_operand *arguments,
		       struct ir_operand *ret)
{
	(void)arguments;
	return find_table(maker, 1, ret);
}

static bool call_upper(struct maker *maker, const struct ir_operand *arguments,
		       struct ir_operand *ret)
{
	(void)arguments;
	return find_table(maker, 2, ret);
}

/* ---- calls */

/* What is done here. `is_partial`: it can fail, or does more than is told: then no test can be ruled out. */
static const struct library_call {
	const char *name;
	uint32_t nr_arguments;
	bool is_partial;
	bool is_noted; /* that it is called is an output */
	bool (*call)(struct maker *maker, const struct ir_operand *arguments,
		     struct ir_operand *ret);
} library[] = {
	{ "malloc", 1, true, false, call_malloc },
	{ "calloc", 2, true, false, call_calloc },
	{ "realloc", 2, true, false, call_realloc },
	{ "harness_realloc", 2, true, false, call_realloc },
	{ "free", 1, true, true, call_free },
	{ "harness_free", 1, true, true, call_free },
	{ "__ctype_b_loc", 0, false, false, call_classes },
	{ "__ctype_tolower_loc", 0, false, false, call_lower },
	{ "__ctype_toupper_loc", 0, false, false, call_upper },
};

static const struct library_call *find_call(const char *name, uint32_t nr_arguments)
{
	for (size_t i = 0; i < sizeof(library) / sizeof(library[0]); i++) {
		if (strcmp(name, library[i].name) == 0 && nr_arguments == library[i].nr_arguments)
			return &library[i];
	}
	return NULL;
}

static const char *plain_name(const char *name)
{
	static const char builtin[] = "__builtin_";
	size_t length = sizeof(builtin) - 1;

	return strncmp(name, builtin, length) == 0 ? name + length : name;
}

bool instance_call_library(struct instance *instance, const struct ir_call *call, const char *name,
			   struct ir_operand *ret)
{
	struct maker *maker = instance->maker;
	struct ir_operand arguments[LIBRARY_ARGUMENTS];
	const struct library_call *row = find_call(plain_name(name), call->nr_arguments);

	for (uint32_t i = 0; row && i < call->nr_arguments; i++) {
		if (call->arguments[i].place)
			return false;
		arguments[i] = instance_operand(instance, &call->arguments[i].operand);
	}
	if (!row || !row->call(maker, arguments, ret))
		return false;
	if (row->is_partial)
		maker->expansion->left_out = row->name;
	if (row->is_noted && !maker->is_dead)
		maker_note_call(maker, call->symbol, arguments, row->nr_arguments);
	return true;
}

const struct ir_entry *maker_model(const struct ir_unit *unit, const char *name)
{
	name = plain_name(name);
	for (uint32_t i = 0; i < unit->nr_entries; i++) {
		const char *one = ir_symbol_name(&unit->symbols[unit->entries[i].symbol]);

		if (strncmp(one, MODEL, sizeof(MODEL) - 1) == 0 &&
		    strcmp(one + sizeof(MODEL) - 1, name) == 0 &&
		    unit->entries[i].refusal == REMT_IR_REFUSED_NONE)
			return &unit->entries[i];
	}
	return NULL;
}
