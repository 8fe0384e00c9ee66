/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads what the loader goes by: the dynamic section, the kind of the file, its loader, and the
 * flags of its stack. Symbol versions, relocations and the layout of segments are not hashed.
 */
#include "sites/linkage.h"

#include <gelf.h>
#include <string.h>

#include "common/hash.h"
#include "sites/elf_file.h"

struct reader {
	struct hash *hash;
};

/*
 * Hashes the entries of the dynamic section that decide what is loaded and how symbols are bound.
 * Addresses and sizes are left out.
 */
static void read_dynamic(struct reader *reader, Elf *elf, Elf_Scn *scn, const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	GElf_Dyn entry;

	for (int i = 0; data && gelf_getdyn(data, i, &entry); i++) {
		const char *text = NULL;

		switch (entry.d_tag) {
		case DT_NEEDED:
		case DT_SONAME:
		case DT_RPATH:
		case DT_RUNPATH:
		case DT_AUXILIARY:
		case DT_FILTER:
			text = elf_strptr(elf, header->sh_link, entry.d_un.d_val);
			hash_add_u64(reader->hash, (uint64_t)entry.d_tag);
			hash_add_string(reader->hash, text ? text : "");
			break;
		case DT_SYMBOLIC:
		case DT_TEXTREL:
		case DT_BIND_NOW:
		case DT_FLAGS:
		case DT_FLAGS_1:
			hash_add_u64(reader->hash, (uint64_t)entry.d_tag);
			hash_add_u64(reader->hash, entry.d_un.d_val);
			break;
		default: break;
		}
	}
}

/* Hashes the kind of the file, its loader, and whether its stack may hold code. */
static void read_header(struct reader *reader, Elf *elf)
{
	size_t nr_segments = 0, size = 0;
	const char *image = elf_rawfile(elf, &size);
	GElf_Ehdr file;

	if (gelf_getehdr(elf, &file))
		hash_add_u64(reader->hash, file.e_type);
	if (elf_getphdrnum(elf, &nr_segments) != 0)
		return;
	for (size_t i = 0; i < nr_segments; i++) {
		GElf_Phdr segment;

		if (!gelf_getphdr(elf, (int)i, &segment))
			continue;
		if (segment.p_type == PT_GNU_STACK)
			hash_add_u64(reader->hash, segment.p_flags);
		if (segment.p_type == PT_INTERP && image && segment.p_offset < size &&
		    segment.p_filesz <= size - segment.p_offset)
			hash_add(reader->hash, image + segment.p_offset, segment.p_filesz);
	}
}

static struct error *read_file(void *arg, Elf *elf, const char *name)
{
	struct reader *reader = arg;

	(void)name;
	read_header(reader, elf);
	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
		GElf_Shdr header;

		if (!gelf_getshdr(scn, &header))
			continue;
		if (header.sh_type == SHT_DYNAMIC)
			read_dynamic(reader, elf, scn, &header);
	}
	return NULL;
}

struct error *linkage_read(const char *path, uint64_t *ret)
{
	struct reader reader = { .hash = hash_create() };
	struct error *err = elf_file_each(path, read_file, &reader);
	uint64_t hash = hash_take(reader.hash);

	if (!err)
		*ret = hash;
	return err;
}

struct libraries {
	linkage_library_fn *each;
	void *arg;
};

static struct error *read_libraries(void *arg, Elf *elf, const char *name)
{
	const struct libraries *libraries = arg;

	(void)name;
	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
		GElf_Shdr header;
		Elf_Data *data;
		GElf_Dyn entry;

		if (!gelf_getshdr(scn, &header) || header.sh_type != SHT_DYNAMIC)
			continue;
		data = elf_getdata(scn, NULL);
		for (int i = 0; data && gelf_getdyn(data, i, &entry); i++) {
			const char *text =
				entry.d_tag == DT_NEEDED
					? elf_strptr(elf, header.sh_link, entry.d_un.d_val)
					: NULL;

			if (text)
				libraries->each(libraries->arg, text);
		}
	}
	return NULL;
}

struct error *linkage_each_library(const char *path, linkage_library_fn *each, void *arg)
{
	struct libraries libraries = { each, arg };

	return elf_file_each(path, read_libraries, &libraries);
}

struct names {
	linkage_name_fn *each;
	void *arg;
};

static void read_name(void *arg, const GElf_Sym *symbol, const char *name)
{
	const struct names *names = arg;

	if (*name)
		names->each(names->arg, name, symbol->st_shndx != SHN_UNDEF);
}

static struct error *read_names(void *arg, Elf *elf, const char *file)
{
	GElf_Shdr header;

	(void)file;
	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
		if (gelf_getshdr(scn, &header) && header.sh_type == SHT_DYNSYM)
			elf_file_each_symbol(elf, scn, &header, read_name, arg);
	}
	return NULL;
}

struct error *linkage_each_name(const char *path, linkage_name_fn *each, void *arg)
{
	struct names names = { each, arg };

	return elf_file_each(path, read_names, &names);
}
