/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds and expands `.remt` sections; libelf does the decoding. What a section contains is not
 * looked at (sites/table.h).
 */
#include "sites/section.h"

#include <gelf.h>
#include <string.h>

#include "common/cleanup.h"
#include "remt/ir.h"
#include "remt/sites.h"
#include "remt/unit.h"

/* A compressed section may claim to expand to any size. More than this counts as damage. */
#define MAX_EXPANDED ((uint64_t)1 << 30)

static const char *const section_names[] = {
	[SECTION_TABLES] = REMT_SITES_SECTION,
	[SECTION_UNITS] = REMT_UNIT_SECTION,
	[SECTION_IR] = REMT_IR_SECTION,
	[SECTION_ADDRESSES] = REMT_IR_ADDRESSES_SECTION,
	[SECTION_DEBUG_ADDRESSES] = REMT_IR_DEBUG_ADDRESSES_SECTION,
};

static enum section_kind kind_of(const char *section)
{
	for (size_t kind = 0; section && kind < ARRAY_SIZE(section_names); kind++) {
		if (section_names[kind] && strcmp(section, section_names[kind]) == 0)
			return (enum section_kind)kind;
	}
	return SECTION_OTHER;
}

/*
 * Finds the next section after SCN (NULL: the first) that is not of another kind; NULL in *RET:
 * none.
 */
static struct error *find_section(Elf *elf, const char *name, Elf_Scn *scn, Elf_Scn **ret,
				  enum section_kind *ret_kind)
{
	enum section_kind kind = SECTION_OTHER;
	size_t nr_sections;
	size_t names;

	if (elf_getshdrnum(elf, &nr_sections) < 0)
		return elf_file_error(name, "section headers");
	if (nr_sections == 0) {
		*ret = NULL;
		return NULL;
	}
	if (elf_getshdrstrndx(elf, &names) < 0)
		return elf_file_error(name, "section names");

	while ((scn = elf_nextscn(elf, scn))) {
		GElf_Shdr header;

		if (!gelf_getshdr(scn, &header))
			return elf_file_error(name, "section header");
		kind = kind_of(elf_strptr(elf, names, header.sh_name));
		if (kind != SECTION_OTHER)
			break;
	}
	*ret = scn;
	*ret_kind = kind;
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

struct section_reader {
	section_each_fn *each;
	void *arg;
};

static struct error *read_section(Elf_Scn *scn, const char *name, enum section_kind kind,
				  const struct section_reader *reader)
{
	GElf_Shdr header;
	if (!gelf_getshdr(scn, &header))
		return elf_file_error(name, "section header");
	if (header.sh_type == SHT_NOBITS)
		return error_create(ERROR_UNUSABLE, "%s: the section %s has no content", name,
				    section_names[kind]);
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
	return reader->each(reader->arg, kind, name, data->d_buf, data->d_size);
}

static struct error *read_elf(void *arg, Elf *elf, const char *name)
{
	for (Elf_Scn *scn = NULL;;) {
		enum section_kind kind;
		struct error *err = find_section(elf, name, scn, &scn, &kind);
		if (err || !scn)
			return err;
		err = read_section(scn, name, kind, arg);
		if (err)
			return err;
	}
}

struct error *section_each(const char *path, section_each_fn *each, void *arg)
{
	struct section_reader reader = { each, arg };

	return elf_file_each(path, read_elf, &reader);
}

bool section_is_in(Elf *elf)
{
	enum section_kind kind;
	Elf_Scn *scn = NULL;
	_cleanup_error_ struct error *err = NULL;

	do
		err = find_section(elf, "", scn, &scn, &kind);
	while (!err && scn && kind != SECTION_TABLES);
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
