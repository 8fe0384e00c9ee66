/* SPDX-License-Identifier: GPL-3.0-or-later */
/* x86-64, as of "Intel 64 and IA-32 Architectures Software Developer's Manual", volume 2. */
#ifndef REWRITER_X86_64_H
#define REWRITER_X86_64_H

#include "rewriter/machine_ops.h"

bool x86_64_read_constant(const uint8_t *code, const cs_insn *decoded, int64_t *ret);
unsigned x86_64_replace(const uint8_t *code, const cs_insn *decoded,
			struct replacement ret[MACHINE_MAX_REPLACEMENTS]);
void x86_64_effect(csh capstone, const cs_insn *decoded, struct effect *ret);

#endif
