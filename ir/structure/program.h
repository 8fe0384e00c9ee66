/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The functions of a program, each read when it is asked for first.
 *
 *	program = ir_program_create("./program");
 *	function = ir_program_find(program, uid, index);
 *	ir_program_destroy(program);
 */
#ifndef IR_STRUCTURE_PROGRAM_H
#define IR_STRUCTURE_PROGRAM_H

#include "ir/function.h"
#include "ir/structure/uses.h"

struct ir_program;

struct ir_program_function {
	struct ir_function function;
	struct ir_uses uses;
};

/* PATH is borrowed. */
struct ir_program *ir_program_create(const char *path) RETURNS_NONNULL MUST_CHECK;

/*
 * Returns the function INDEX of the unit UID, which stays until the end; NULL: the file does not have it,
 * it has no body, or it can't be read.
 */
const struct ir_program_function *ir_program_find(struct ir_program *program, uint64_t uid,
						  uint32_t index);

void ir_program_destroy(struct ir_program *program);

#endif
