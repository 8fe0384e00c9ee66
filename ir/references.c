/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ir/references.h"

#include "common/cleanup.h"
#include "common/xalloc.h"

struct finding {
	bool *used;
	bool is_whole;
};

static void note_place(struct finding *finding, const struct ir_place *place);

static void note_operand(struct finding *finding, const struct ir_operand *operand)
{
	if (operand->kind == REMT_IR_ADDRESS)
		note_place(finding, operand->place);
}

static void note_place(struct finding *finding, const struct ir_place *place)
{
	if (!place)
		return;
	if (place->base == REMT_IR_SYMBOL)
		finding->used[place->index] = true;
	if (place->base == REMT_IR_POINTED)
		note_operand(finding, &place->pointer);
	for (uint32_t i = 0; i < place->nr_indices; i++)
		note_operand(finding, &place->indices[i].operand);
}

static void note_call(struct finding *finding, const struct ir_call *call)
{
	if (call->is_direct)
		finding->used[call->symbol] = true;
	else if (!call->name)
		finding->is_whole = false;
	note_operand(finding, &call->pointer);
	note_place(finding, call->target.place);
	for (uint32_t i = 0; i < call->nr_arguments; i++) {
		note_place(finding, call->arguments[i].place);
		if (!call->arguments[i].place)
			note_operand(finding, &call->arguments[i].operand);
	}
}

static void note_block(struct finding *finding, const struct ir_block *block)
{
	for (uint32_t i = 0; i < block->nr_phis; i++) {
		for (uint32_t k = 0; k < block->nr_predecessors; k++)
			note_operand(finding, &block->phis[i].operands[k]);
	}
	for (uint32_t i = 0; i < block->nr_statements; i++) {
		const struct ir_statement *statement = &block->statements[i];

		for (uint32_t k = 0; k < statement->nr_operands; k++)
			note_operand(finding, &statement->operands[k]);
		note_place(finding, statement->place);
		note_place(finding, statement->from);
		if (statement->call)
			note_call(finding, statement->call);
	}
	for (uint32_t i = 0; i < block->end.nr_operands; i++)
		note_operand(finding, &block->end.operands[i]);
	note_place(finding, block->end.place);
}

static struct error *note_entry(struct finding *finding, const struct ir_unit *unit,
				const struct ir_entry *entry)
{
	struct ir_function function;
	struct error *err;

	if (entry->refusal != REMT_IR_REFUSED_NONE) {
		finding->is_whole = false;
		return NULL;
	}
	err = ir_function_read(unit, entry, &function);
	if (err)
		return err;
	for (uint32_t i = 0; i < function.nr_blocks; i++)
		note_block(finding, &function.blocks[i]);
	ir_function_deinit(&function);
	return NULL;
}

struct error *ir_references_find(const struct ir_unit *unit, const struct ir_entry *entry,
				 bool *used, bool *ret)
{
	struct finding finding = { used, true };
	_cleanup_free_ bool *done = xcalloc(unit->nr_entries + 1, sizeof(*done));
	bool has_more = true;
	struct error *err = NULL;

	used[entry->symbol] = true;
	while (has_more && !err) {
		has_more = false;
		for (uint32_t i = 0; i < unit->nr_entries && !err; i++) {
			if (done[i] || !used[unit->entries[i].symbol])
				continue;
			done[i] = has_more = true;
			err = note_entry(&finding, unit, &unit->entries[i]);
		}
	}
	*ret = finding.is_whole;
	return err;
}
