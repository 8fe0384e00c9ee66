/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rewriter/fixup.h"

#include <stdlib.h>

#include "rewriter/machine.h"

/* In an object a relocation names a section and a place in it, elsewhere an address. */
static bool locate(const struct binary *binary, const GElf_Shdr *header, uint64_t place,
		   uint64_t *ret)
{
	for (size_t c = 0; c < binary->codes.count; c++) {
		const struct binary_code *code = &binary->codes.items[c];

		if (binary->type == ET_REL && code->section != header->sh_info)
			continue;
		if (place >= code->address && place - code->address < code->size) {
			*ret = binary_offset(code, place);
			return true;
		}
	}
	return false;
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
	uint64_t offset;

	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
		Elf_Data *data = gelf_getshdr(scn, &header) && header.sh_type == SHT_RELA
					 ? elf_getdata(scn, NULL)
					 : NULL;

		for (int i = 0; data && gelf_getrela(data, i, &relocation); i++) {
			uint64_t size = machine_relocation_size(binary->machine,
								GELF_R_TYPE(relocation.r_info));

			if (size && locate(binary, &header, relocation.r_offset, &offset))
				vec_push(&binary->fixups, ((struct binary_fixup){ offset, size }));
		}
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
