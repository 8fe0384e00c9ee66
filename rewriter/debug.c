/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rewriter/debug.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

struct error *debug_error(const struct debug *debug, const char *what, Dwarf_Error failure)
{
	struct error *err = error_create(ERROR_UNUSABLE, "%s: damaged %s: %s", debug->path, what,
					 failure ? dwarf_errmsg(failure) : "unknown error");

	dwarf_dealloc_error(debug->dwarf, failure);
	return err;
}

struct error *debug_open(const char *path, struct debug *ret)
{
	Dwarf_Debug dwarf = NULL;
	Dwarf_Error failure = NULL;
	int found;

	*ret = (struct debug){ .path = path, .fd = open(path, O_RDONLY | O_CLOEXEC) };
	if (ret->fd < 0)
		return error_errno(ERROR_UNUSABLE, errno, "opening %s", path);
	found = dwarf_init_b(ret->fd, DW_DLC_READ, DW_GROUPNUMBER_ANY, NULL, NULL, &dwarf,
			     &failure);
	if (found == DW_DLV_ERROR)
		return debug_error(ret, "debug information", failure);
	if (found == DW_DLV_OK)
		ret->dwarf = dwarf;
	return NULL;
}

void debug_close(struct debug *debug)
{
	Dwarf_Error failure;

	if (debug->dwarf)
		dwarf_finish(debug->dwarf, &failure);
	if (debug->fd >= 0)
		close(debug->fd);
	*debug = (struct debug){ .fd = -1 };
}
