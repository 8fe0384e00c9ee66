/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The constants of changed code: what it compares inputs with is likely to be among them. */
#include <string.h>

#include "paths/change_state.h"
#include "paths/words.h"

/* A function whose constants are added. */
struct reading {
	const struct ir_function *function;
	struct words *words;
	enum words_kind kind;
};

static void add_string(const struct reading *reading, const struct ir_place *place)
{
	const struct ir_string *string;
	size_t size;

	if (place->base != REMT_IR_STRING)
		return;
	string = &reading->function->unit->strings[place->index];
	size = strnlen(string->bytes, string->length);
	words_add(reading->words, reading->kind, string->bytes, size);
	if (reading->kind == WORDS_CHANGED)
		words_add(reading->words, WORDS_ASKED, string->bytes, size);
}

static void add_operand(const struct reading *reading, const struct ir_operand *operand)
{
	if (operand->kind == REMT_IR_NUMBER)
		words_add_number(reading->words, reading->kind, (int64_t)operand->number.low);
	if (operand->kind == REMT_IR_ADDRESS)
		add_string(reading, operand->place);
}

static void add_statement(const struct reading *reading, const struct ir_statement *statement)
{
	for (uint32_t i = 0; i < statement->nr_operands; i++)
		add_operand(reading, &statement->operands[i]);
	if (statement->from)
		add_string(reading, statement->from);
	if (statement->kind == REMT_IR_LOAD)
		add_string(reading, statement->place);
	for (uint32_t i = 0; statement->call && i < statement->call->nr_arguments; i++) {
		if (!statement->call->arguments[i].place)
			add_operand(reading, &statement->call->arguments[i].operand);
	}
}

static void add_block(const struct reading *reading, const struct ir_block *block)
{
	for (uint32_t i = 0; i < block->nr_statements; i++)
		add_statement(reading, &block->statements[i]);
	for (uint32_t i = 0; i < block->end.nr_operands; i++)
		add_operand(reading, &block->end.operands[i]);
	for (uint32_t i = 0; i < block->end.nr_cases; i++) {
		add_operand(reading, &block->end.cases[i].low);
		add_operand(reading, &block->end.cases[i].high);
	}
}

/* Adds a changed block; and if it is the FIRST of its function, what stands beside it there. */
static void add_changed(const struct side *side, const struct change_block *changed, bool is_first,
			struct words *words)
{
	const struct ir_program_function *found =
		ir_program_find(side->ir, changed->uid, changed->function);
	struct reading reading = { .words = words, .kind = WORDS_NEAR };

	if (!found)
		return;
	reading.function = &found->function;
	for (uint32_t b = 0; is_first && b < found->function.nr_blocks; b++)
		add_block(&reading, &found->function.blocks[b]);
	if (changed->is_own)
		reading.kind = WORDS_CHANGED;
	add_block(&reading, &found->function.blocks[changed->block]);
}

void change_add_words(const struct change *change, struct words *words)
{
	for (unsigned i = 0; i < 2; i++) {
		const struct side *side = &change->sides[i];
		const struct change_block *before = NULL;

		for (size_t w = 0; w < side->watched.count; w++) {
			const struct change_block *now = &side->watched.items[w];

			add_changed(side, now,
				    !before || before->uid != now->uid ||
					    before->function != now->function,
				    words);
			before = now;
		}
	}
}
