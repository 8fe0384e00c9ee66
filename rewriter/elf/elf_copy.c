/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rewriter/elf/elf_copy.h"

#include <stdlib.h>
#include <string.h>

#include "common/fs.h"
#include "sites/elf_file.h"

struct error *elf_copy_open(const char *path, struct elf_copy *ret)
{
	struct elf_copy copy = { 0 };
	struct error *err = fs_read_file(path, &copy.data, &copy.size);

	if (err)
		return err;
	elf_version(EV_CURRENT);
	copy.elf = elf_memory(copy.data, copy.size);
	if (!copy.elf || elf_kind(copy.elf) != ELF_K_ELF || !gelf_getehdr(copy.elf, &copy.header))
		err = elf_file_error(path, "header");
	else
		err = elf_file_check(copy.elf, path);
	if (err)
		elf_copy_close(&copy);
	else
		*ret = copy;
	return err;
}

void elf_copy_close(struct elf_copy *copy)
{
	elf_end(copy->elf);
	free(copy->data);
	*copy = (struct elf_copy){ 0 };
}

const char *elf_copy_name(const struct elf_copy *copy, const GElf_Shdr *header)
{
	size_t names;
	const char *name = elf_getshdrstrndx(copy->elf, &names) == 0
				   ? elf_strptr(copy->elf, names, header->sh_name)
				   : NULL;

	return name ? name : "";
}

Elf_Scn *elf_copy_find(const struct elf_copy *copy, const char *name, GElf_Shdr *ret_header)
{
	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(copy->elf, scn));) {
		if (gelf_getshdr(scn, ret_header) &&
		    strcmp(elf_copy_name(copy, ret_header), name) == 0)
			return scn;
	}
	return NULL;
}
