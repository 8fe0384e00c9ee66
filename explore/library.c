/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/library.h"

#include <dlfcn.h>
#include <string.h>

/* The sanitizer's functions, our getenv() and the kernel's time() stand for those of the C library. */
static const char *const names[] = { "libc.so", "libm.so", "libasan.so", "libremt-explore.so",
				     "linux-vdso.so" };

bool library_has(const void *address)
{
	Dl_info info;
	const char *name;

	if (!dladdr(address, &info) || !info.dli_fname)
		return false;
	name = strrchr(info.dli_fname, '/');
	name = name ? name + 1 : info.dli_fname;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (strncmp(name, names[i], strlen(names[i])) == 0)
			return true;
	}
	return false;
}

const char *library_name(const void *address)
{
	Dl_info info;

	return dladdr(address, &info) && info.dli_saddr == address ? info.dli_sname : NULL;
}
