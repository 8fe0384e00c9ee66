/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All blocks of the IR, for runs that tell which of them they came to. */
#include <inttypes.h>

#include "common/print.h"
#include "ir/structure/dominators.h"
#include "paths/change_state.h"

static void see_blocks(struct side *side, const struct ir_function *ir, struct change_block *row)
{
	_cleanup_ir_dominators_ struct ir_dominators tree;

	ir_postdominators(ir, &tree);
	for (uint32_t b = 0; b < ir->nr_blocks; b++) {
		row->block = b;
		row->join = ir->blocks[b].nr_successors > 1 ? tree.immediate[b] : UINT32_MAX;
		vec_push(&side->seen, *row);
	}
}

void change_see(struct change *change)
{
	for (unsigned version = 0; version < 2; version++) {
		struct side *side = &change->sides[version];
		const struct program *program = side->version.program;

		for (uint32_t f = 0; f < program->nr_functions; f++) {
			const struct program_unit *unit = program_unit_of_function(program, f);
			struct change_block row = { .uid = unit->table->header->uid,
						    .function = f - unit->first_function,
						    .node = PROGRAM_NONE };
			const struct ir_program_function *found =
				ir_program_find(side->ir, row.uid, row.function);

			if (found)
				see_blocks(side, &found->function, &row);
		}
	}
}

const struct change_block *change_seen(const struct change *change, unsigned version,
				       size_t *number)
{
	*number = change->sides[version].seen.count;
	return change->sides[version].seen.items;
}

void change_print_seen(FILE *file, const struct side *side)
{
	for (size_t i = 0; i < side->seen.count; i++) {
		const struct change_block *row = &side->seen.items[i];

		print_to(file, "seen %" PRIx64 " %" PRIu32 " %" PRIu32 " %" PRIu32 "\n", row->uid,
			 row->function, row->block, row->join);
	}
}
