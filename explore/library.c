/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/library.h"

#include <dlfcn.h>
#include <string.h>

bool library_is_named(const char *path, const char *const *prefixes)
{
	const char *name = library_file(path);

	for (; *prefixes; prefixes++) {
		if (strncmp(name, *prefixes, strlen(*prefixes)) == 0)
			return true;
	}
	return false;
}

const char *library_file(const char *path)
{
	const char *name = strrchr(path, '/');

	return name ? name + 1 : path;
}

bool library_has(const void *address)
{
	/* The sanitizer's functions, our getenv() and the kernel's time() stand for those of the C library. */
	static const char *const names[] = { "libc.so",	      "libm.so",
					     "libasan.so",    "libremt-explore.so",
					     "linux-vdso.so", NULL };
	Dl_info info;

	return dladdr(address, &info) && info.dli_fname && library_is_named(info.dli_fname, names);
}

const char *library_name(const void *address)
{
	Dl_info info;

	return dladdr(address, &info) && info.dli_saddr == address ? info.dli_sname : NULL;
}
