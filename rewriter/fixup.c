/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rewriter/fixup.h"

#include <stdlib.h>

#include "rewriter/machine.h"

/* In an object a relocation names a section and a place in it, elsewhere an address. */
static void add(struct binary *binary, const GElf_Shdr *header, const GElf_Rela *relocation)
{
	uint64_t size = machine_relocation_size(binary->machine, GELF_R_TYPE(relocation->r_info));
	uint32_t code = binary_find_code(
		binary, binary->type == ET_REL ? header->sh_info : BINARY_ANY_SECTION,
		relocation->r_offset, 1);

	if (size && code != UINT32_MAX)
		vec_push(&binary->fixups,
			 ((struct binary_fixup){
				 binary_offset(&binary->codes.items[code], relocation->r_offset),
				 size }));
}

static int compare(const void *a, const void *b)
{
	const struct binary_fixup *x = a, *y = b;

	return (x->offset > y->offset) - (x->offset < y->offset);
}

void fixups_find(struct binary *binary, Elf *elf)
{
	GElf_Shdr header;
	GElf_Rela relocation;

	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
		Elf_Data *data = gelf_getshdr(scn, &header) && header.sh_type == SHT_RELA
					 ? elf_getdata(scn, NULL)
					 : NULL;

		for (int i = 0; data && gelf_getrela(data, i, &relocation); i++)
			add(binary, &header, &relocation);
	}
	if (binary->fixups.count)
		qsort(binary->fixups.items, binary->fixups.count, sizeof(*binary->fixups.items),
		      compare);
}

bool binary_has_fixup(const struct binary *binary, uint64_t offset, uint64_t size)
{
	size_t low = 0, high = binary->fixups.count;

	/* The first one that is not over before OFFSET. */
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct binary_fixup *fixup = &binary->fixups.items[middle];

		if (fixup->offset + fixup->size <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low < binary->fixups.count && binary->fixups.items[low].offset < offset + size;
}
