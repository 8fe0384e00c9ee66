/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The symbols of a binary that is being read: binary.c and binary_symbols.c alone include this. */
#ifndef REWRITER_ELF_BINARY_SYMBOLS_H
#define REWRITER_ELF_BINARY_SYMBOLS_H

#include <gelf.h>

#include "common/attr.h"
#include "rewriter/elf/binary.h"

/* Says that the file of BINARY can't be used, because WHY. */
struct error *binary_refuse(const struct binary *binary,
			    const char *why) RETURNS_NONNULL MUST_CHECK;
/*
 * Reads functions, variables and labels of ELF, whose sections are known. A stripped binary has
 * symbols for exported functions at most; a file with its debug information tells the others, or
 * .eh_frame does without names.
 */
struct error *binary_read_symbols(struct binary *binary, Elf *elf) MUST_CHECK;

#endif
