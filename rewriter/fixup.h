/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes that belong to the linker or the loader: a patch leaves them alone. */
#ifndef REWRITER_FIXUP_H
#define REWRITER_FIXUP_H

#include <gelf.h>

#include "rewriter/binary.h"

/* Fills the fixups of BINARY, whose codes are known. */
void fixups_find(struct binary *binary, Elf *elf);

#endif
