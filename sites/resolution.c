/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes the facts of sites/resolution.h from a file's symbols, relocations and loaded sections.
 * The order of units comes from the symbols of type STT_FILE. The options of the linker are not
 * stored in the file; whether --wrap was given is concluded from names that are defined or
 * imported.
 */
#include "sites/resolution.h"

#include <ctype.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/hash.h"
#include "common/path.h"
#include "common/slots.h"
#include "common/strbuf.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "remt/unit.h"
#include "sites/elf_file.h"

#define WRAP "__wrap_"
#define REAL "__real_"

struct reader {
	const struct site_tables *tables;
	size_t nr_told; /* number of tables whose line was written */
	/* names that may be wrapped and that the file defines or imports */
	char **defined, **imported;
	char **wraps;	     /* the NAME of each __wrap_NAME */
	struct slots copies; /* by address to which a library's variable is copied */
	struct strbuf text;
	struct hash *image;
};

static bool is_defined(const struct remt_symbol *symbol)
{
	return symbol->flags & REMT_SYMBOL_DEFINED;
}

static void find_wraps(struct reader *reader)
{
	for (size_t t = 0; t < reader->tables->nr_tables; t++) {
		const struct site_table *table = &reader->tables->tables[t];

		for (uint32_t i = 0; i < table->header->symbols.count; i++) {
			const char *name = site_table_string(table, table->symbols[i].name_str);

			if (is_defined(&table->symbols[i]) &&
			    strncmp(name, WRAP, strlen(WRAP)) == 0)
				strv_append(&reader->wraps, name + strlen(WRAP));
		}
	}
}

/* True if a table mentions __real_NAME, the function behind the wrapper. */
static bool has_real(const struct reader *reader, const char *name)
{
	for (size_t t = 0; t < reader->tables->nr_tables; t++) {
		const struct site_table *table = &reader->tables->tables[t];

		for (uint32_t i = 0; i < table->header->symbols.count; i++) {
			const char *other = site_table_string(table, table->symbols[i].name_str);

			if (strncmp(other, REAL, strlen(REAL)) == 0 &&
			    strcmp(other + strlen(REAL), name) == 0)
				return true;
		}
	}
	return false;
}

/* If the file defines NAME itself, it does not show where calls of NAME go. */
static const char *state_of_wrap(const struct reader *reader, const char *name)
{
	if (reader->defined && strv_contains(reader->defined, name))
		return "?";
	if (!reader->imported || !strv_contains(reader->imported, name))
		return "on";
	return has_real(reader, name) ? "on" : "off";
}

static void tell_wraps(struct reader *reader)
{
	for (char **name = reader->wraps; name && *name; name++)
		strbuf_addf(&reader->text, "wrap %s %s\n", *name, state_of_wrap(reader, *name));
}

static void tell_unit(struct reader *reader)
{
	const struct site_table *table = &reader->tables->tables[reader->nr_told++];

	strbuf_addf(&reader->text, "unit %016llx\n", (unsigned long long)table->header->uid);
}

static const char *source_of(const struct site_table *table)
{
	return path_basename(site_table_string(table, table->header->input_str));
}

static bool is_of_table(const struct reader *reader, const char *name)
{
	for (size_t t = 0; t < reader->tables->nr_tables; t++) {
		if (strcmp(source_of(&reader->tables->tables[t]), name) == 0)
			return true;
	}
	return false;
}

/*
 * Tells the file that a symbol of type STT_FILE names, and before it the units up to its own. These
 * symbols and the tables come in the same order. Files without local symbols have no such symbol;
 * they are told after all others.
 */
static void tell_file(struct reader *reader, const char *name)
{
	size_t t = reader->nr_told;

	while (t < reader->tables->nr_tables &&
	       strcmp(source_of(&reader->tables->tables[t]), name) != 0)
		t++;
	if (t == reader->tables->nr_tables) {
		if (*name && !strchr(name, '\n') && !is_of_table(reader, name))
			strbuf_addf(&reader->text, "file %s\n", name);
		return;
	}
	while (reader->nr_told <= t)
		tell_unit(reader);
}

static void read_symbol(void *arg, const GElf_Sym *symbol, const char *name)
{
	struct reader *reader = arg;

	if (GELF_ST_TYPE(symbol->st_info) == STT_FILE)
		tell_file(reader, name);
	else if (GELF_ST_TYPE(symbol->st_info) == STT_GNU_IFUNC && symbol->st_shndx != SHN_UNDEF)
		strbuf_addf(&reader->text, "ifunc %s\n", name);
	else if (symbol->st_shndx != SHN_UNDEF && reader->wraps &&
		 strv_contains(reader->wraps, name))
		strv_append(&reader->defined, name);
}

/* Returns the version numbers by symbol, or NULL if there are none. */
static Elf_Data *find_versions(Elf *elf)
{
	GElf_Shdr header;

	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
		if (gelf_getshdr(scn, &header) && header.sh_type == SHT_GNU_versym)
			return elf_getdata(scn, NULL);
	}
	return NULL;
}

static void read_exports(struct reader *reader, Elf *elf, Elf_Scn *scn, const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(scn, NULL), *versions = find_versions(elf);
	GElf_Sym symbol;

	for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
		const char *name = elf_strptr(elf, header->sh_link, symbol.st_name);
		GElf_Versym version = 0;

		if (!name || !*name)
			continue;
		if (symbol.st_shndx == SHN_UNDEF) {
			if (reader->wraps && strv_contains(reader->wraps, name))
				strv_append(&reader->imported, name);
			continue;
		}
		if (slots_find(&reader->copies, symbol.st_value) != SLOTS_NONE)
			continue;
		if (versions)
			gelf_getversym(versions, i, &version);
		strbuf_addf(&reader->text, "export %s %u:%u:%u\n", name, symbol.st_info,
			    GELF_ST_VISIBILITY(symbol.st_other), version);
	}
}

static Elf_Data *symbols_of(Elf *elf, const GElf_Shdr *header, GElf_Shdr *ret)
{
	Elf_Scn *scn = elf_getscn(elf, header->sh_link);

	return scn && gelf_getshdr(scn, ret) && ret->sh_type == SHT_DYNSYM ? elf_getdata(scn, NULL)
									   : NULL;
}

static void read_relocations(struct reader *reader, Elf *elf, Elf_Scn *scn, const GElf_Shdr *header)
{
	_cleanup_strv_ char **names = NULL;
	Elf_Data *data = elf_getdata(scn, NULL);
	GElf_Shdr of_symbols;
	Elf_Data *symbols = symbols_of(elf, header, &of_symbols);
	GElf_Rela relocation;
	GElf_Sym symbol;

	for (int i = 0; data && symbols && gelf_getrela(data, i, &relocation); i++) {
		int index = (int)GELF_R_SYM(relocation.r_info);
		const char *name = index && gelf_getsym(symbols, index, &symbol) &&
						   symbol.st_shndx != SHN_UNDEF
					   ? elf_strptr(elf, of_symbols.sh_link, symbol.st_name)
					   : NULL;

		if (name && *name)
			strv_append(&names, name);
	}
	if (!names)
		return;
	strv_sort(names);
	for (char **name = names; *name; name++) {
		if (name == names || strcmp(name[-1], *name) != 0)
			strbuf_addf(&reader->text, "through %s\n", *name);
	}
}

/* True if the linker puts parts of many units into the section, one after the other. */
static bool is_collected(const char *name)
{
	if (strcmp(name, ".init_array") == 0 || strcmp(name, ".fini_array") == 0 ||
	    strcmp(name, ".preinit_array") == 0 || strcmp(name, ".ctors") == 0 ||
	    strcmp(name, ".dtors") == 0)
		return true;
	for (const char *c = name; *c; c++) {
		if (!isalnum((unsigned char)*c) && *c != '_')
			return false;
	}
	return *name;
}

static void read_loaded(struct reader *reader, Elf_Scn *scn, const GElf_Shdr *header,
			const char *name)
{
	Elf_Data *data = header->sh_type == SHT_NOBITS ? NULL : elf_rawdata(scn, NULL);

	if (is_collected(name) && !(header->sh_flags & SHF_EXECINSTR))
		strbuf_addf(&reader->text, "section %s %llu\n", name,
			    (unsigned long long)header->sh_size);
	if (header->sh_type == SHT_NOTE &&
	    (strcmp(name, ".note.gnu.build-id") == 0 || strcmp(name, REMT_UNIT_SECTION) == 0))
		/* these notes do not matter for what is executed, but depend on line numbers */
		return;
	hash_add_string(reader->image, name);
	hash_add_u64(reader->image, header->sh_addr);
	hash_add_u64(reader->image, header->sh_size);
	if (data && data->d_buf)
		hash_add(reader->image, data->d_buf, data->d_size);
}

static void read_section(struct reader *reader, Elf *elf, Elf_Scn *scn, size_t names)
{
	GElf_Shdr header;
	const char *name =
		gelf_getshdr(scn, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;

	if (!name)
		return;
	if (header.sh_flags & SHF_ALLOC)
		read_loaded(reader, scn, &header, name);
	switch (header.sh_type) {
	case SHT_SYMTAB: elf_file_each_symbol(elf, scn, &header, read_symbol, reader); break;
	case SHT_DYNSYM: read_exports(reader, elf, scn, &header); break;
	case SHT_RELA: read_relocations(reader, elf, scn, &header); break;
	default: break;
	}
}

static struct error *read_file(void *arg, Elf *elf, const char *name)
{
	struct reader *reader = arg;
	size_t names;
	GElf_Ehdr header;

	if (gelf_getehdr(elf, &header))
		hash_add_u64(reader->image, header.e_entry);
	if (elf_getshdrstrndx(elf, &names) < 0)
		return elf_file_error(name, "section names");
	elf_file_find_copies(elf, &reader->copies);
	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));)
		read_section(reader, elf, scn, names);
	return NULL;
}

struct error *resolution_read(const char *path, const struct site_tables *tables, char **ret)
{
	struct reader reader = { .tables = tables, .image = hash_create() };
	struct error *err;
	char hex[HASH_HEX_SIZE];

	find_wraps(&reader);
	err = elf_file_each(path, read_file, &reader);
	while (reader.nr_told < tables->nr_tables)
		tell_unit(&reader);
	tell_wraps(&reader);
	hash_to_hex(hash_take(reader.image), hex);
	strbuf_addf(&reader.text, "image %s\n", hex);
	slots_deinit(&reader.copies);
	strv_destroy(reader.wraps);
	strv_destroy(reader.defined);
	strv_destroy(reader.imported);
	if (err)
		strbuf_deinit(&reader.text);
	else
		*ret = strbuf_take(&reader.text);
	return err;
}

bool resolution_next(const char *kind, const char **at, const char **ret, size_t *size)
{
	size_t length = strlen(kind);

	while (**at) {
		const char *line = *at;
		size_t end = strcspn(line, "\n");

		*at = line + end + (line[end] != '\0');
		if (end <= length || strncmp(line, kind, length) != 0 || line[length] != ' ')
			continue;
		*ret = line + length + 1;
		*size = end - length - 1;
		return true;
	}
	return false;
}

uint64_t resolution_image(const char *resolution)
{
	const char *line;
	size_t size;

	return resolution_next("image", &resolution, &line, &size) ? hash_bytes(line, size) : 0;
}
