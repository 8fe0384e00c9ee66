/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Detours (trampolines): a jump replaces some instructions, the window. Code elsewhere executes
 * these instructions, one of them replaced, and jumps back behind the window.
 */
#ifndef REWRITER_VARIANT_DETOUR_H
#define REWRITER_VARIANT_DETOUR_H

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"
#include "rewriter/variant/variant.h"

struct detour_code {
	VEC(uint8_t) bytes;
	uint64_t address; /* address of the first byte */
};

/*
 * Appends the detour of VARIANT to CODE and writes the jump to it into DATA, the bytes of the
 * binary. The instructions of the window are taken from DATA, so variants in their places must be
 * there already. Fails if the detour is too far away.
 */
struct error *detour_make(const struct binary *binary, struct machine *machine,
			  const struct variant *variant, unsigned char *data,
			  struct detour_code *code) MUST_CHECK;
/*
 * True if DATA, as written, jumps from the window of VARIANT into CODE, and the code there executes
 * what BEFORE has in the window, with the variant in its place, and goes back. BEFORE is the binary
 * with all variants that need no detour.
 */
bool detour_is_made(struct machine *machine, const struct variant *variant,
		    const unsigned char *before, const unsigned char *data,
		    const struct detour_code *code);

#endif
