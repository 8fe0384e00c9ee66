/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a function begins with, from what its harness fills. */
#include <string.h>

#include "cmd/gen/function/start.h"
#include "common/xalloc.h"

uint32_t gen_function_symbol(const struct ir_unit *unit, const struct entry *global)
{
	if (!global)
		return START_NONE;
	/* Static variables of functions may have that name in the source, too. */
	for (uint32_t i = 0; i < unit->nr_symbols; i++) {
		if (!(unit->symbols[i].flags & REMT_IR_CODE) &&
		    strcmp(unit->symbols[i].name, global->name) == 0)
			return i;
	}
	return START_NONE;
}

/* Finds the variable or function NAME of the harness itself. */
static uint32_t find_own(const struct ir_unit *unit, const char *name)
{
	for (uint32_t i = 0; i < unit->nr_symbols; i++) {
		if (strcmp(ir_symbol_name(&unit->symbols[i]), name) == 0)
			return i;
	}
	return START_NONE;
}

static struct start_cell make_cell(const struct program *program, const struct program_piece *piece)
{
	struct start_cell cell = { .kind = START_INPUT,
				   .offset = piece->offset,
				   .bytes = (uint32_t)piece->size,
				   .at = (uint32_t)piece->at,
				   .name = xstrdup(piece->name) };

	switch (piece->kind) {
	case PIECE_NUMBER: break;
	case PIECE_MODULO:
		cell.number = piece->modulus;
		/* The number has fewer bytes than what it fills. */
		if (piece->modulus == 1) {
			cell.kind = START_NUMBER;
			cell.number = 0;
			cell.is_bound = true; /* the end of a string */
		} else if (piece->nr_bytes != piece->size) {
			cell.kind = START_UNKNOWN;
		}
		break;
	case PIECE_POINTER:
		cell.kind = START_POINTER;
		cell.object = (uint32_t)piece->target - 1;
		if (!piece->nr_bytes)
			cell.at = START_NONE;
		break;
	case PIECE_CALLBACK:
		cell.kind = START_POINTER;
		cell.object = (uint32_t)program->callbacks.items[piece->target].object - 1;
		if (!piece->nr_bytes)
			cell.at = START_NONE;
		break;
	case PIECE_ZERO:
		cell.kind = START_NUMBER;
		cell.number = 0;
		break;
	case PIECE_NULL:
		cell.kind = START_NUMBER;
		cell.number = 0;
		cell.is_bound = true;
		break;
	case PIECE_ENUM:
	case PIECE_BITS:
	case PIECE_UNKNOWN: cell.kind = START_UNKNOWN; break;
	}
	return cell;
}

void gen_function_start(const struct program *program, const struct ir_unit *unit,
			struct start *ret)
{
	*ret = (struct start){ .nr_bytes = (uint32_t)program->seed.length };
	for (size_t i = 1; i < program->objects.count; i++) {
		struct start_object *object = vec_add(&ret->objects);

		object->bytes = program->objects.items[i].size;
		object->symbol =
			program->objects.items[i].is_harness
				? find_own(unit, program->objects.items[i].name)
				: gen_function_symbol(unit, program->objects.items[i].global);
	}
	for (size_t i = 0; i < program->pieces.count; i++) {
		const struct program_piece *piece = &program->pieces.items[i];
		struct start_cell cell = make_cell(program, piece);

		if (piece->object) {
			vec_push(&ret->objects.items[piece->object - 1].cells, cell);
			continue;
		}
		while (ret->arguments.count <= piece->offset)
			vec_push(&ret->arguments, ((struct start_cell){ .kind = START_UNKNOWN,
									.name = xstrdup("") }));
		free(ret->arguments.items[piece->offset].name);
		ret->arguments.items[piece->offset] = cell;
	}
}
