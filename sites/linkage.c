/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sites/linkage.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "common/compare.h"
#include "common/hash.h"
#include "common/slots.h"
#include "common/xalloc.h"
#include "sites/elf_file.h"

struct reader {
	const struct site_tables *tables;
	struct slots known; /* by hash of the name: functions and variables of the tables */
	struct hash *hash;
	char *foreign;
	bool has_symbols;
};

static void learn(struct slots *known, const char *name)
{
	uint64_t key = hash_string(name);

	if (slots_find(known, key) == SLOTS_NONE)
		slots_add(known, key, 0);
}

static void learn_tables(struct reader *reader)
{
	for (size_t t = 0; t < reader->tables->nr_tables; t++) {
		const struct site_table *table = &reader->tables->tables[t];

		for (uint32_t i = 0; i < table->header->functions.count; i++)
			learn(&reader->known,
			      site_table_string(table, table->functions[i].asm_name_str));
		for (uint32_t i = 0; i < table->header->symbols.count; i++) {
			if (table->symbols[i].flags & REMT_SYMBOL_DEFINED)
				learn(&reader->known,
				      site_table_string(table, table->symbols[i].name_str));
		}
	}
}

/* Start-up code, and what libc_nonshared.a and libgcc.a hold: they are as the compiler is. */
static bool is_of_gcc(const char *name)
{
	static const char *const names[] = {
		"_dl_relocate_static_pie",
		"_fini",
		"_init",
		"_start",
		"at_quick_exit",
		"atexit",
		"deregister_tm_clones",
		"frame_dummy",
		"fstat",
		"fstat64",
		"fstatat",
		"fstatat64",
		"lstat",
		"lstat64",
		"mknod",
		"mknodat",
		"pthread_atfork",
		"register_tm_clones",
		"stat",
		"stat64",
	};
	static const char *const ends[] = { "si2", "di2", "ti2", "si3", "di3", "ti3", "si4",
					    "di4", "ti4", "sf2", "df2", "xf2", "tf2", "sf3",
					    "df3", "xf3", "tf3", "sf",	"df",  "xf",  "tf",
					    "sc3", "dc3", "xc3", "tc3" };
	size_t length = strlen(name);

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (strcmp(name, names[i]) == 0)
			return true;
	}
	if (strcmp(name, "__do_global_dtors_aux") == 0 ||
	    strcmp(name, "__stack_chk_fail_local") == 0 ||
	    strncmp(name, "__x86.get_pc_thunk.", strlen("__x86.get_pc_thunk.")) == 0)
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(ends) && strncmp(name, "__", 2) == 0; i++) {
		size_t end = strlen(ends[i]);

		if (length > end && strcmp(name + length - end, ends[i]) == 0)
			return true;
	}
	return false;
}

/* GCC's clones are NAME.part.0 and the like, helpers of ours remt.helper.N. */
static bool is_known(const struct reader *reader, const char *name)
{
	_cleanup_free_ char *stem = xstrndup(name, strcspn(name, "."));

	return slots_find(&reader->known, hash_string(name)) != SLOTS_NONE ||
	       slots_find(&reader->known, hash_string(stem)) != SLOTS_NONE ||
	       strncmp(name, "remt.", strlen("remt.")) == 0 || is_of_gcc(name);
}

/* Variables of the linker and the libraries begin with "_"; copies of those of shared libraries
 * have a version. */
static bool is_foreign_variable(const struct reader *reader, const char *name)
{
	if (strncmp(name, "_binary_", strlen("_binary_")) == 0)
		return true;
	return name[0] != '_' && !strchr(name, '@') && strcmp(name, "data_start") != 0 &&
	       slots_find(&reader->known, hash_string(name)) == SLOTS_NONE;
}

static bool is_foreign(const struct reader *reader, const GElf_Sym *symbol, const char *name)
{
	switch (GELF_ST_TYPE(symbol->st_info)) {
	case STT_FUNC:
	case STT_GNU_IFUNC: return !is_known(reader, name);
	case STT_OBJECT:
	case STT_COMMON:
	case STT_TLS:
	case STT_NOTYPE:
		return GELF_ST_BIND(symbol->st_info) != STB_LOCAL &&
		       is_foreign_variable(reader, name);
	default: return false;
	}
}

static void read_symbols(struct reader *reader, Elf *elf, Elf_Scn *scn, const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	GElf_Sym symbol;

	for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
		const char *name = elf_strptr(elf, header->sh_link, symbol.st_name);

		if (symbol.st_shndx == SHN_UNDEF || !name || !*name)
			continue;
		reader->has_symbols = true;
		if (!reader->foreign && is_foreign(reader, &symbol, name))
			reader->foreign = xstrdup(name);
	}
}

/* What the loader goes by, but for addresses and sizes. */
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

/* Kind of the file, loader, and whether its stack may hold code. */
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
		if (header.sh_type == SHT_SYMTAB)
			read_symbols(reader, elf, scn, &header);
		else if (header.sh_type == SHT_DYNAMIC)
			read_dynamic(reader, elf, scn, &header);
	}
	return NULL;
}

struct error *linkage_read(const char *path, const struct site_tables *tables, struct linkage *ret)
{
	struct reader reader = { .tables = tables, .hash = hash_create() };
	struct error *err;

	learn_tables(&reader);
	err = elf_file_each(path, read_file, &reader);
	slots_deinit(&reader.known);
	*ret = (struct linkage){ .hash = hash_take(reader.hash), .foreign = reader.foreign };
	if (!ret->foreign && !reader.has_symbols)
		ret->foreign = xstrdup("?");
	if (err)
		linkage_deinit(ret);
	return err;
}

struct imports {
	void (*each)(void *arg, const char *name);
	void *arg;
};

static struct error *read_imports(void *arg, Elf *elf, const char *file)
{
	const struct imports *imports = arg;

	(void)file;
	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
		GElf_Shdr header;
		GElf_Sym symbol;
		Elf_Data *data;

		if (!gelf_getshdr(scn, &header) || header.sh_type != SHT_DYNSYM)
			continue;
		data = elf_getdata(scn, NULL);
		for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
			const char *name = elf_strptr(elf, header.sh_link, symbol.st_name);

			if (name && symbol.st_shndx == SHN_UNDEF)
				imports->each(imports->arg, name);
		}
	}
	return NULL;
}

struct error *linkage_each_import(const char *path, void (*each)(void *arg, const char *name),
				  void *arg)
{
	struct imports imports = { each, arg };

	return elf_file_each(path, read_imports, &imports);
}

void linkage_deinit(struct linkage *linkage)
{
	free(linkage->foreign);
	*linkage = (struct linkage){ 0 };
}
