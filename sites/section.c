/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds and expands `.remt` sections; libelf does the decoding. What a section contains is not
 * looked at (sites/table.h). */
#include "sites/section.h"

#include <gelf.h>
#include <string.h>

#include "common/cleanup.h"
#include "remt/sites.h"

/* A compressed section may claim to expand to any size. More than this counts as damage. */
#define MAX_EXPANDED ((uint64_t)1 << 30)

/* Finds the next .remt section after SCN, or the first one if SCN is NULL. *RET is NULL if there is
 * none. */
static struct error *find_section(Elf *elf, const char *name, Elf_Scn *scn, Elf_Scn **ret)
{
	size_t nr_sections;
	size_t names;
	GElf_Ehdr file;

	if (!gelf_getehdr(elf, &file))
		return elf_file_error(name, "header");
	if (elf_getshdrnum(elf, &nr_sections) < 0)
		return elf_file_error(name, "section headers");
	if (nr_sections == 0) {
		/* libelf takes a file that was cut before its section headers for one without
		 * sections. */
		if (file.e_shoff)
			return error_create(
				ERROR_UNUSABLE,
				"%s: damaged ELF file: section headers lie outside of it", name);
		*ret = NULL;
		return NULL;
	}
	if (elf_getshdrstrndx(elf, &names) < 0)
		return elf_file_error(name, "section names");

	while ((scn = elf_nextscn(elf, scn))) {
		GElf_Shdr header;

		if (!gelf_getshdr(scn, &header))
			return elf_file_error(name, "section header");
		const char *section = elf_strptr(elf, names, header.sh_name);
		if (section && strcmp(section, REMT_SITES_SECTION) == 0)
			break;
	}
	*ret = scn;
	return NULL;
}

static struct error *expand_section(Elf_Scn *scn, const char *name)
{
	GElf_Chdr header;

	if (!gelf_getchdr(scn, &header))
		return elf_file_error(name, "compressed .remt section");
	if (header.ch_size > MAX_EXPANDED)
		return error_create(
			ERROR_UNUSABLE,
			"%s: damaged ELF file: .remt section claims to expand to %llu bytes", name,
			(unsigned long long)header.ch_size);
	if (elf_compress(scn, 0, 0) < 0)
		return elf_file_error(name, "compressed .remt section");
	return NULL;
}

static struct error *read_section(Elf_Scn *scn, const char *name, section_each_fn *each, void *arg)
{
	GElf_Shdr header;
	if (!gelf_getshdr(scn, &header))
		return elf_file_error(name, "section header");
	if (header.sh_type == SHT_NOBITS)
		return error_create(ERROR_UNUSABLE, "%s: the .remt section has no content", name);
	if (header.sh_flags & SHF_COMPRESSED) {
		struct error *err = expand_section(scn, name);
		if (err)
			return err;
	}

	Elf_Data *data = elf_rawdata(scn, NULL);
	if (!data)
		return elf_file_error(name, ".remt section");
	if (data->d_size && !data->d_buf)
		return error_create(ERROR_UNUSABLE,
				    "%s: the .remt section lies outside of the file", name);
	return each(arg, name, data->d_buf, data->d_size);
}

static struct error *each_of_elf(Elf *elf, const char *name, section_each_fn *each, void *arg)
{
	for (Elf_Scn *scn = NULL;;) {
		struct error *err = find_section(elf, name, scn, &scn);
		if (err || !scn)
			return err;
		err = read_section(scn, name, each, arg);
		if (err)
			return err;
	}
}

struct section_reader {
	section_each_fn *each;
	void *arg;
};

static struct error *read_elf(void *arg, Elf *elf, const char *name)
{
	const struct section_reader *reader = arg;

	return each_of_elf(elf, name, reader->each, reader->arg);
}

struct error *section_each(const char *path, section_each_fn *each, void *arg)
{
	struct section_reader reader = { each, arg };

	return elf_file_each(path, read_elf, &reader);
}

bool section_is_in(Elf *elf)
{
	Elf_Scn *scn;
	_cleanup_error_ struct error *err = find_section(elf, "", NULL, &scn);

	return !err && scn;
}

static struct error *look(void *arg, Elf *elf, const char *name)
{
	(void)name;
	*(bool *)arg |= section_is_in(elf);
	return NULL;
}

bool section_present(const char *path)
{
	bool is_present = false;

	error_destroy(elf_file_each(path, look, &is_present));
	return is_present;
}
