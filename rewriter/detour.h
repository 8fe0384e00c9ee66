/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Detours: a jump takes the place of some instructions, which are executed elsewhere, one of them
 * as something else, and control comes back behind them.
 */
#ifndef REWRITER_DETOUR_H
#define REWRITER_DETOUR_H

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"
#include "rewriter/variant.h"

struct detour_code {
	VEC(uint8_t) bytes;
	uint64_t address; /* of the first one */
};

/* Adds the detour of VARIANT to CODE, and puts the jump to it into DATA, the bytes of the binary,
 * where what is displaced is as it is to be executed. */
struct error *detour_make(const struct binary *binary, struct machine *machine,
			  const struct variant *variant, unsigned char *data,
			  struct detour_code *code) MUST_CHECK;
/*
 * True if DATA jumps from VARIANT's window to somewhere in CODE, the bytes as they were written,
 * where the same is executed as in BEFORE, the bytes of the binary with the variants in their
 * places, but for the variant; and back.
 */
bool detour_is_made(struct machine *machine, const struct variant *variant,
		    const unsigned char *before, const unsigned char *data,
		    const struct detour_code *code);

#endif
