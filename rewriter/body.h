/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The body of a function: its instructions, one behind the other. */
#ifndef REWRITER_BODY_H
#define REWRITER_BODY_H

#include <stddef.h>

#include "common/vec.h"
#include "rewriter/binary.h"
#include "rewriter/machine.h"

struct body {
	uint64_t address, size;
	VEC(struct instruction) instructions; /* by address */
};

/* Decodes FUNCTION of BINARY, from its first byte to its last, in place of what BODY was; false:
 * they do not end there. */
bool body_decode(struct body *body, const struct binary *binary,
		 const struct binary_function *function, struct machine *machine);
/* The index of the instruction at ADDRESS; SIZE_MAX: none begins there. */
size_t body_find(const struct body *body, uint64_t address);
/* False: a jump leads into the middle of an instruction. */
bool body_is_sound(const struct body *body);
void body_deinit(struct body *body);

/* True if the function may come back, or somebody can't tell: it has a return, or a jump that leads
 * out of it. */
bool body_returns(const struct body *body);

#endif
