/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sites/switched.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/strbuf.h"
#include "remt/unit.h"
#include "sites/elf_file.h"
#include "sites/unit_note.h"

struct switching {
	char *bytes; /* of the copy */
	size_t size;
	const struct remt_switch *on;
	size_t number;
	size_t nr_set;
};

static struct error *set_section(struct switching *switching, const GElf_Shdr *header,
				 const char *name)
{
	if (header->sh_offset > switching->size ||
	    header->sh_size > switching->size - header->sh_offset)
		return elf_file_error(name, REMT_UNIT_SECTION);
	for (size_t i = 0; i < switching->number; i++)
		switching->nr_set += unit_notes_switch(switching->bytes + header->sh_offset,
						       header->sh_size, &switching->on[i]);
	return NULL;
}

static struct error *set_flags(void *arg, Elf *elf, const char *name)
{
	Elf_Scn *scn = NULL;
	struct error *err = NULL;
	size_t names;

	if (elf_getshdrstrndx(elf, &names) < 0)
		return elf_file_error(name, "names of sections");
	while (!err && (scn = elf_nextscn(elf, scn))) {
		GElf_Shdr header;
		const char *section;

		if (!gelf_getshdr(scn, &header))
			return elf_file_error(name, "section header");
		section = elf_strptr(elf, names, header.sh_name);
		if (section && strcmp(section, REMT_UNIT_SECTION) == 0 &&
		    header.sh_type != SHT_NOBITS)
			err = set_section(arg, &header, name);
	}
	return err;
}

static struct error *refuse(const struct remt_switch *on, size_t number)
{
	for (size_t i = 0; i < number; i++) {
		if (on[i].mutant == REMT_SWITCH_LAYOUT)
			return error_create(ERROR_UNUSABLE, "a layout switch needs the run-time");
		if (!on[i].alternative || on[i].alternative >= REMT_COUNT)
			return error_create(ERROR_UNUSABLE,
					    "alternative %" PRIu32 " of a site needs the run-time",
					    on[i].alternative);
	}
	return NULL;
}

struct error *switched_write(const char *from, const char *to, const struct remt_switch *on,
			     size_t number)
{
	_cleanup_free_ char *bytes = NULL;
	struct switching switching = { .on = on, .number = number };
	struct error *err = refuse(on, number);

	if (!err)
		err = fs_read_file(from, &bytes, &switching.size);
	switching.bytes = bytes;
	if (!err)
		err = elf_file_each(from, set_flags, &switching);
	if (!err && switching.nr_set != number)
		err = error_create(ERROR_UNUSABLE, "%s has %zu of %zu places of the mutant", from,
				   switching.nr_set, number);
	if (!err)
		err = fs_write_file(to, bytes, switching.size);
	if (!err && chmod(to, 0755) < 0)
		err = error_errno(ERROR_UNUSABLE, errno, "%s", to);
	return err;
}
