/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Executes translated functions. */
#ifndef EXPLORE_RUN_H
#define EXPLORE_RUN_H

#include "explore/code.h"

/* Returns the label of an instruction, for insn.go. */
const void *run_label(enum instruction instruction);

/*
 * Executes CODE, which is translated. ARGUMENTS are its parameters, of its own types; for an object
 * its address, from where it is copied. RESULT gets the value; OBJECT, the returned object. OVERFLOW
 * has variadic arguments as va_arg() finds them in memory.
 */
void run_code(struct code *code, const union word *arguments, union word *result, void *object,
	      void *overflow);

/* Statements executed so far, with the ends of blocks. */
extern uint64_t run_nr_statements;

#endif
