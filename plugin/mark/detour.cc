/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/base/gcc.h"

#include "plugin/mark/detour.h"

#include <sys/mman.h>

#ifdef __x86_64__

bool detour_prepare(detour *d, void *entry, void *target)
{
	size_t page = getpagesize();
	char *first = (char *)((uintptr_t)entry & ~(page - 1));
	char *last = (char *)(((uintptr_t)entry + DETOUR_SIZE - 1) & ~(page - 1));

	d->entry = (unsigned char *)entry;
	memcpy(d->original, entry, DETOUR_SIZE);
	/* movabs $target, %rax; jmp *%rax */
	d->jump[0] = 0x48;
	d->jump[1] = 0xb8;
	memcpy(d->jump + 2, &target, sizeof(target));
	d->jump[10] = 0xff;
	d->jump[11] = 0xe0;
	return !mprotect(first, last - first + page, PROT_READ | PROT_WRITE | PROT_EXEC);
}

static void set_entry(const detour &d, const unsigned char *bytes)
{
	memcpy(d.entry, bytes, DETOUR_SIZE);
	__builtin___clear_cache((char *)d.entry, (char *)d.entry + DETOUR_SIZE);
}

void detour_set(const detour &d)
{
	set_entry(d, d.jump);
}

void detour_clear(const detour &d)
{
	set_entry(d, d.original);
}

#endif
