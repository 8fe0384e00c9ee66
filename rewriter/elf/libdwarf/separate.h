/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the files that hold the debug information of another file, where GDB and libdw look for
 * them.
 */
#ifndef REWRITER_ELF_LIBDWARF_SEPARATE_H
#define REWRITER_ELF_LIBDWARF_SEPARATE_H

#include "rewriter/elf/elf_copy.h"

/*
 * Returns the path of the file with the debug information of FILE, which is at PATH: by build-id
 * below /usr/lib/debug, or by .gnu_debuglink beside PATH, in .debug beside it, or below
 * /usr/lib/debug. It has the build-id of FILE, or, if FILE has none, the checksum that
 * .gnu_debuglink tells. NULL: there is none. The caller frees it.
 */
char *debug_separate_find(const struct elf_copy *file, const char *path);
/*
 * Returns the path of the file that holds what FILE, which is at PATH, shares with others
 * (.gnu_debugaltlink). NULL: there is none. The caller frees it.
 */
char *debug_separate_find_shared(const struct elf_copy *file, const char *path);

#endif
