/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/kernel.h"

#include <stdio.h>
#include <sys/utsname.h>

bool kernel_is_from(unsigned major, unsigned minor)
{
	unsigned its_major, its_minor;
	struct utsname name;

	return uname(&name) == 0 && sscanf(name.release, "%u.%u", &its_major, &its_minor) == 2 &&
	       (its_major > major || (its_major == major && its_minor >= minor));
}
