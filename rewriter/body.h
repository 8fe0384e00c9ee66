/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The body of a function: its instructions, one behind the other. */
#ifndef REWRITER_BODY_H
#define REWRITER_BODY_H

#include "common/vec.h"
#include "rewriter/binary.h"
#include "rewriter/machine.h"

#define BODY_NOWHERE SIZE_MAX

struct body {
	uint64_t address, size;
	VEC(struct instruction) instructions; /* by address */
	VEC(bool) is_target;		      /* by instruction: a jump in the body leads to it */
};

/* Decodes FUNCTION of BINARY, from its first byte to its last, in place of what BODY was; false:
 * they do not end there. */
bool body_decode(struct body *body, const struct binary *binary,
		 const struct binary_function *function, struct machine *machine);
/* Finds the targets; false: a jump leads into the middle of an instruction. */
bool body_link(struct body *body);
void body_deinit(struct body *body);

/* Index of the instruction at ADDRESS; BODY_NOWHERE: there is none. */
size_t body_find(const struct body *body, uint64_t address);

/*
 * True if what instruction number AT calls comes back, and nothing reads a result of it, whatever
 * way is taken then.  To be sure, a call is taken to return something where that can't be told:
 * where a way leads out of the function before the register is written, or where nobody knows.
 */
bool body_is_void_call(const struct body *body, size_t at);

#endif
