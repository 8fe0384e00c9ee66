/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/library.h"

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
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

struct search {
	uintptr_t address;
	const char *path; /* of the file that has it; NULL: none has */
};

static int find_file(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct search *search = arg;

	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];

		if (header->p_type == PT_LOAD &&
		    search->address - info->dlpi_addr - header->p_vaddr < header->p_memsz)
			search->path = info->dlpi_name;
	}
	return search->path != NULL;
}

/* dladdr() would look at each symbol of the file, too. */
bool library_has(const void *address)
{
	/* The sanitizer's functions, our getenv() and the kernel's time() stand for those of the C library. */
	static const char *const names[] = { "libc.so",	      "libm.so",
					     "libasan.so",    "libremt-explore.so",
					     "linux-vdso.so", NULL };
	struct search search = { (uintptr_t)address, NULL };

	dl_iterate_phdr(find_file, &search);
	return search.path && library_is_named(search.path, names);
}

const char *library_name(const void *address)
{
	Dl_info info;

	return dladdr(address, &info) && info.dli_saddr == address ? info.dli_sname : NULL;
}
