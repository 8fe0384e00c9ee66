/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the fixups: bytes that belong to the linker or the loader, and that a patch leaves alone.
 */
#ifndef REWRITER_ELF_FIXUP_H
#define REWRITER_ELF_FIXUP_H

#include <gelf.h>

#include "rewriter/elf/binary.h"

/* Fills the fixups of BINARY, whose sections are known. ELF is the open file of BINARY. */
void fixups_find(struct binary *binary, Elf *elf);

#endif
