/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes an object as a list of numbers and bytes, in the order of the file. Sections keep their indexes, so that what
 * refers to them by index (groups, sh_link) can be copied.
 */
#include "equiv/object.h"

#include <ctype.h>
#include <gelf.h>
#include <string.h>

#include "sites/elf_file.h"

static void add_number(struct strbuf *text, uint64_t value)
{
	strbuf_add(text, &value, sizeof(value));
}

static void add_bytes(struct strbuf *text, const void *data, size_t size)
{
	add_number(text, size);
	strbuf_add(text, data, size);
}

/* Returns the length of NAME without a number that GCC has added behind a dot, as in "CSWTCH.12". */
static size_t name_length(const char *name)
{
	size_t length = strlen(name), end = length;

	while (end && isdigit((unsigned char)name[end - 1]))
		end--;
	return end > 1 && end < length && name[end - 1] == '.' ? end : length;
}

static struct error *add_symbol(struct strbuf *text, Elf *elf, const GElf_Shdr *table,
				const GElf_Sym *symbol)
{
	const char *name = elf_strptr(elf, table->sh_link, symbol->st_name);
	bool is_local = GELF_ST_BIND(symbol->st_info) == STB_LOCAL &&
			GELF_ST_TYPE(symbol->st_info) != STT_FILE;

	if (!name || symbol->st_shndx == SHN_XINDEX)
		return error_create(ERROR_UNUSABLE, "the object has a symbol that can't be read");
	add_bytes(text, name, is_local ? name_length(name) : strlen(name));
	add_number(text, symbol->st_info);
	add_number(text, symbol->st_other);
	add_number(text, symbol->st_shndx);
	add_number(text, symbol->st_value);
	add_number(text, symbol->st_size);
	return NULL;
}

static struct error *add_symbols(struct strbuf *text, Elf *elf, Elf_Scn *scn,
				 const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	size_t count = header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
	struct error *err = NULL;
	GElf_Sym symbol;

	for (size_t i = 0; i < count && !err; i++) {
		if (!data || !gelf_getsym(data, (int)i, &symbol))
			return elf_file_error("the object", "a symbol");
		err = add_symbol(text, elf, header, &symbol);
	}
	return err;
}

static struct error *add_content(struct strbuf *text, Elf_Scn *scn, const GElf_Shdr *header)
{
	Elf_Data *data = NULL;

	if (header->sh_type == SHT_NOBITS)
		return NULL;
	while ((data = elf_rawdata(scn, data)))
		add_bytes(text, data->d_buf, data->d_size);
	return NULL;
}

/* The linker knows groups by the whole names of their signatures, local ones, too. */
static struct error *add_signature(struct strbuf *text, Elf *elf, const GElf_Shdr *header)
{
	Elf_Scn *scn = elf_getscn(elf, header->sh_link);
	Elf_Data *data = scn ? elf_getdata(scn, NULL) : NULL;
	const char *name = NULL;
	GElf_Shdr table;
	GElf_Sym symbol;

	if (data && gelf_getshdr(scn, &table) && gelf_getsym(data, (int)header->sh_info, &symbol))
		name = elf_strptr(elf, table.sh_link, symbol.st_name);
	if (!name)
		return elf_file_error("the object", "a group");
	add_bytes(text, name, strlen(name));
	return NULL;
}

/* Relocations name symbols by their index, and these keep their order. */
static struct error *add_section(struct strbuf *text, Elf *elf, Elf_Scn *scn, const char *name,
				 const GElf_Shdr *header)
{
	add_bytes(text, name, strlen(name));
	add_number(text, header->sh_type);
	add_number(text, header->sh_flags);
	add_number(text, header->sh_addr);
	add_number(text, header->sh_addralign);
	add_number(text, header->sh_entsize);
	add_number(text, header->sh_link);
	add_number(text, header->sh_info);
	/* The names themselves are where they are used. */
	if (!(header->sh_flags & SHF_ALLOC) &&
	    (header->sh_type == SHT_STRTAB || strcmp(name, ".comment") == 0))
		return NULL;
	add_number(text, header->sh_size);
	if (header->sh_type == SHT_GROUP) {
		struct error *err = add_signature(text, elf, header);

		if (err)
			return err;
	}
	if (header->sh_type == SHT_SYMTAB)
		return add_symbols(text, elf, scn, header);
	return add_content(text, scn, header);
}

static struct error *add_object(void *arg, Elf *elf, const char *path)
{
	struct strbuf *text = arg;
	struct error *err = elf_file_check(elf, path);
	GElf_Ehdr header;
	size_t names;

	if (err)
		return err;
	if (!gelf_getehdr(elf, &header) || header.e_type != ET_REL ||
	    elf_getshdrstrndx(elf, &names) < 0)
		return error_create(ERROR_UNUSABLE, "%s is no object", path);
	add_bytes(text, header.e_ident, sizeof(header.e_ident));
	add_number(text, header.e_machine);
	add_number(text, header.e_flags);
	for (Elf_Scn *scn = NULL; !err && (scn = elf_nextscn(elf, scn));) {
		GElf_Shdr section;
		const char *name = gelf_getshdr(scn, &section)
					   ? elf_strptr(elf, names, section.sh_name)
					   : NULL;

		if (!name)
			return elf_file_error(path, "a section");
		err = add_section(text, elf, scn, name, &section);
	}
	return err;
}

struct error *equiv_object_read(const char *path, struct strbuf *text)
{
	struct error *err = elf_file_each(path, add_object, text);

	if (!err && !text->length)
		err = error_create(ERROR_UNUSABLE, "%s is no object", path);
	return err;
}
