/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The body of a function: its instructions, one after the other. */
#ifndef REWRITER_FLOW_BODY_H
#define REWRITER_FLOW_BODY_H

#include <stddef.h>

#include "common/vec.h"
#include "rewriter/elf/binary.h"
#include "rewriter/machine/machine.h"

struct body {
	uint64_t address, size;
	VEC(struct instruction) instructions; /* sorted by address */
};

/*
 * Decodes FUNCTION of BINARY from its first byte to its last and replaces the content of BODY. A
 * new BODY is zeroed. False: some bytes are no instruction, or the last instruction ends behind the
 * function. The caller ends BODY with body_deinit().
 */
bool body_decode(struct body *body, const struct binary *binary,
		 const struct binary_function *function, struct machine *machine);
/* Returns the index of the instruction that begins at ADDRESS, or SIZE_MAX. */
size_t body_find(const struct body *body, uint64_t address);
/* Returns false if a jump leads into the middle of an instruction. */
bool body_is_sound(const struct body *body);
void body_deinit(struct body *body);

/*
 * True if the function may return to its caller: it has a return, or a jump that leads out of it.
 */
bool body_returns(const struct body *body);

#endif
