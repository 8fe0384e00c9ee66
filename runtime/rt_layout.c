/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * Tells which addresses could have other low bits in another build of the same program: data of
 * modules that are linked with it, and the strings of arguments and environment. Heap blocks and
 * stack frames begin at multiples of 16 whatever lies before them, and other modules at whole
 * pages.
 */
#include <elf.h>
#include <link.h>
#include <stddef.h>
#include <sys/auxv.h>

#include "runtime/rt.h"

#define NR_MODULES 128

struct range {
	uint64_t start, end;
};

static struct range modules[NR_MODULES];
static uint32_t nr_modules;
static bool are_too_many;

static struct range range_of(const struct dl_phdr_info *info)
{
	struct range range = { UINT64_MAX, 0 };

	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];
		uint64_t start = info->dlpi_addr + header->p_vaddr;

		if (header->p_type != PT_LOAD)
			continue;
		range.start = start < range.start ? start : range.start;
		range.end =
			start + header->p_memsz > range.end ? start + header->p_memsz : range.end;
	}
	return range;
}

void rt_layout_add(const struct dl_phdr_info *info)
{
	struct range range = range_of(info);

	for (uint32_t i = 0; i < nr_modules; i++) {
		if (modules[i].start == range.start && modules[i].end == range.end)
			return;
	}
	if (nr_modules == NR_MODULES) {
		are_too_many = true;
		return;
	}
	modules[nr_modules++] = range;
}

/*
 * True for the strings that the kernel puts on the stack: their order is fixed, their lengths are
 * not.
 */
static bool is_argument(uint64_t address)
{
	return address >= getauxval(AT_RANDOM) && address <= getauxval(AT_EXECFN) + PAGE_BYTES;
}

uint64_t rt_layout_shift(uint64_t address, uint32_t bytes)
{
	bool can_move = are_too_many || is_argument(address);

	for (uint32_t i = 0; i < nr_modules && !can_move; i++)
		can_move = address >= modules[i].start && address < modules[i].end;
	return can_move ? address + bytes : address;
}
