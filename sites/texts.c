/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sites/texts.h"

#include <stdbool.h>
#include <string.h>

#include "sites/elf_file.h"

struct reading {
	size_t min_size, max_size;
	texts_each_fn *each;
	void *arg;
};

static bool is_printable(char c)
{
	return c >= ' ' && c <= '~';
}

static void read_texts(const struct reading *reading, const char *bytes, size_t size)
{
	size_t begin = 0;

	for (size_t at = 0; at < size; at++) {
		if (is_printable(bytes[at]))
			continue;
		if (!bytes[at] && at - begin >= reading->min_size &&
		    at - begin <= reading->max_size)
			reading->each(reading->arg, bytes + begin, at - begin);
		begin = at + 1;
	}
}

static struct error *read_file(void *arg, Elf *elf, const char *name)
{
	const struct reading *reading = arg;
	struct error *err = elf_file_check(elf, name);
	Elf_Scn *scn = NULL;
	size_t names;

	if (err)
		return err;
	if (elf_getshdrstrndx(elf, &names) != 0)
		return NULL;
	while ((scn = elf_nextscn(elf, scn))) {
		GElf_Shdr header;
		const char *section =
			gelf_getshdr(scn, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
		const Elf_Data *data =
			section && strcmp(section, ".rodata") == 0 ? elf_getdata(scn, NULL) : NULL;

		if (data && data->d_buf)
			read_texts(reading, data->d_buf, data->d_size);
	}
	return NULL;
}

struct error *texts_each(const char *path, size_t min_size, size_t max_size, texts_each_fn *each,
			 void *arg)
{
	struct reading reading = { min_size, max_size, each, arg };

	return elf_file_each(path, read_file, &reading);
}
