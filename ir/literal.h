/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The string literals of a program that are variables (-fplugin-arg-remt-literals; remt/ir.h). */
#ifndef IR_LITERAL_H
#define IR_LITERAL_H

#include "common/vec.h"
#include "ir/unit.h"

/* A literal. All is owned. */
struct ir_literal {
	char *file, *function; /* as the compiler names them; "": in no function */
	char *text;	       /* without the NUL at its end, and with none within */
	unsigned line, column; /* where it begins, both from 1 on */
	uint64_t uid;	       /* of its unit */
	uint64_t address;      /* at link time */
};

struct ir_literals {
	VEC(struct ir_literal) items; /* by file, line and column */
};

/*
 * Reads the literals of the program PATH that are linked into it. ERROR_UNUSABLE: it can't be read, or a literal
 * does not lie where the file has bytes for memory that the program may write.
 */
struct error *ir_literals_read(const char *path, struct ir_literals *ret) MUST_CHECK;

void ir_literals_deinit(struct ir_literals *literals);
#define _cleanup_ir_literals_ _cleanup_(ir_literals_deinit)

#endif
