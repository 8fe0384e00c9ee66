/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rewriter/elf/debug.h"

/* Only libdw is asked for types so far. */
struct error *debug_read_entries(const char *path, FILE *out)
{
	(void)out;
	return error_create(ERROR_UNUSABLE,
			    "%s: this remt can't read types, as it was configured with libdwarf; "
			    "configure it --with-dwarf=libdw",
			    path);
}
