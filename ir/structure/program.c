/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ir/structure/program.h"

#include <stdlib.h>

#include "common/hash.h"
#include "common/slots.h"
#include "common/vec.h"
#include "common/xalloc.h"
#include "ir/unit.h"

struct ir_program {
	const char *path;
	bool is_read;
	struct ir_units units;
	VEC(struct ir_program_function *) functions; /* NULL: it can't be read */
	struct slots by_place;			     /* by a hash of unit and index */
};

struct ir_program *ir_program_create(const char *path)
{
	struct ir_program *program = xcalloc(1, sizeof(*program));

	program->path = path;
	return program;
}

void ir_program_destroy(struct ir_program *program)
{
	for (size_t i = 0; i < program->functions.count; i++) {
		struct ir_program_function *function = program->functions.items[i];

		if (!function)
			continue;
		ir_uses_deinit(&function->uses);
		ir_function_deinit(&function->function);
		free(function);
	}
	vec_deinit(&program->functions);
	slots_deinit(&program->by_place);
	ir_units_deinit(&program->units);
	free(program);
}

static const struct ir_unit *find_unit(struct ir_program *program, uint64_t uid)
{
	if (!program->is_read) {
		program->is_read = true;
		error_destroy(ir_units_read(program->path, &program->units));
	}
	for (size_t i = 0; i < program->units.nr_units; i++) {
		if (program->units.units[i].uid == uid)
			return &program->units.units[i];
	}
	return NULL;
}

static struct ir_program_function *read_function(struct ir_program *program, uint64_t uid,
						 uint32_t index)
{
	const struct ir_unit *unit = find_unit(program, uid);
	struct ir_program_function *ret;
	struct error *err;

	if (!unit || index >= unit->nr_entries ||
	    unit->entries[index].refusal != REMT_IR_REFUSED_NONE)
		return NULL;
	ret = xcalloc(1, sizeof(*ret));
	err = ir_function_read(unit, &unit->entries[index], &ret->function);
	if (err) {
		error_destroy(err);
		free(ret);
		return NULL;
	}
	ir_uses(&ret->function, &ret->uses);
	return ret;
}

const struct ir_program_function *ir_program_find(struct ir_program *program, uint64_t uid,
						  uint32_t index)
{
	uint64_t place[2] = { uid, index };
	uint64_t hash = hash_bytes(place, sizeof(place));
	uint32_t found = slots_find(&program->by_place, hash);

	if (found == SLOTS_NONE) {
		found = (uint32_t)program->functions.count;
		vec_push(&program->functions, read_function(program, uid, index));
		slots_add(&program->by_place, hash, found);
	}
	return program->functions.items[found];
}
