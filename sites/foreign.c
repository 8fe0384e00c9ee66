/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds foreign code by the symbols of a linked file. A symbol table has the symbols of one input
 * after the other: first the name of its source, then its local symbols. Public symbols are last. A
 * source without a table is foreign, and so are functions and public symbols that no table defines.
 * Entry point, initialisers and finalisers are compared with what tables and start-up files
 * explain.
 *
 * Instructions are not read: code without any symbol is noticed by these entries only. Files of GCC
 * and the C library are recognised by name.
 */
#include "sites/foreign.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/hash.h"
#include "common/path.h"
#include "common/slots.h"
#include "common/strv.h"
#include "common/vec.h"
#include "common/xalloc.h"
#include "sites/elf_file.h"

/* What the tables say of a name. */
enum known {
	KNOWN_MENTIONED = 1,
	KNOWN_DEFINED = 2,
	KNOWN_STRONG = 4, /* one of the definitions is not weak */
	KNOWN_ALIAS = 8,
};

struct reader {
	const struct site_tables *tables;
	struct slots slots; /* by hash of the name: index in `known` */
	VEC(unsigned) known;
	struct slots places; /* by address of a public function: index in `names` */
	VEC(const char *) names;
	struct slots copied; /* by address to which the loader copies a library's variable */
	bool *is_matched;    /* by table: the file names its source */
	size_t next;	     /* index behind the last matched table */
	struct foreign *foreign;
	bool has_symbols;
	bool is_in_gcc; /* the local symbols belong to a file of GCC or the C library */
	GElf_Addr start, init, fini; /* addresses of _start, _init and _fini; 0: there is none */
	uint64_t nr_constructors, nr_destructors; /* number of those in the tables */
	bool has_startup;     /* the file has the C library's start-up code, which defines _start */
	bool is_odd;	      /* something unexplained is executed first or last */
	bool is_behind_files; /* public symbols that the linker made local follow */
};

static void learn(struct reader *reader, const char *name, unsigned flags)
{
	uint64_t key = hash_string(name);
	uint32_t index = slots_find(&reader->slots, key);

	if (index == SLOTS_NONE) {
		index = (uint32_t)reader->known.count;
		slots_add(&reader->slots, key, index);
		vec_push(&reader->known, 0u);
	}
	reader->known.items[index] |= flags;
}

static unsigned look_up(const struct reader *reader, const char *name)
{
	uint32_t index = slots_find(&reader->slots, hash_string(name));

	return index == SLOTS_NONE ? 0 : reader->known.items[index];
}

static unsigned flags_of(const struct remt_symbol *symbol)
{
	if (!(symbol->flags & REMT_SYMBOL_DEFINED))
		return KNOWN_MENTIONED;
	return KNOWN_MENTIONED | KNOWN_DEFINED |
	       (symbol->flags & REMT_SYMBOL_WEAK ? 0 : KNOWN_STRONG) |
	       (symbol->flags & REMT_SYMBOL_ALIAS ? KNOWN_ALIAS : 0);
}

static void learn_symbol(struct reader *reader, const struct site_table *table,
			 const struct remt_symbol *symbol)
{
	learn(reader, site_table_string(table, symbol->name_str), flags_of(symbol));
	if (!(symbol->flags & REMT_SYMBOL_DEFINED))
		return;
	reader->nr_constructors += symbol->flags & REMT_SYMBOL_CONSTRUCTOR ? 1 : 0;
	reader->nr_destructors += symbol->flags & REMT_SYMBOL_DESTRUCTOR ? 1 : 0;
}

static void learn_tables(struct reader *reader)
{
	for (size_t t = 0; t < reader->tables->nr_tables; t++) {
		const struct site_table *table = &reader->tables->tables[t];

		for (uint32_t i = 0; i < table->header->symbols.count; i++)
			learn_symbol(reader, table, &table->symbols[i]);
		for (uint32_t i = 0; i < table->header->functions.count; i++) {
			const struct remt_function *function = &table->functions[i];

			learn(reader, site_table_string(table, function->asm_name_str),
			      KNOWN_DEFINED | flags_of(&table->symbols[function->symbol]));
		}
	}
}

/*
 * True for functions of start-up code, libc_nonshared.a and libgcc.a. They are those of the
 * compiler in use.
 */
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

/* True for symbols that start-up files, linker and libgcc define beside functions. */
static bool is_of_linker(const char *name)
{
	static const char *const names[] = {
		"_DYNAMIC",
		"_GLOBAL_OFFSET_TABLE_",
		"_IO_stdin_used",
		"_PROCEDURE_LINKAGE_TABLE_",
		"_TLS_MODULE_BASE_",
		"__FRAME_END__",
		"__GNU_EH_FRAME_HDR",
		"__TMC_END__",
		"__abi_tag",
		"__bss_start",
		"__bss_start__",
		"__bss_end__",
		"__data_start",
		"__do_global_dtors_aux_fini_array_entry",
		"__dso_handle",
		"__ehdr_start",
		"__end__",
		"__etext",
		"__executable_start",
		"__fini_array_end",
		"__fini_array_start",
		"__frame_dummy_init_array_entry",
		"__init_array_end",
		"__init_array_start",
		"__preinit_array_end",
		"__preinit_array_start",
		"__rela_iplt_end",
		"__rela_iplt_start",
		"_bss_end__",
		"_edata",
		"_end",
		"_etext",
		"_fp_hw",
		"data_start",
		"edata",
		"end",
		"etext",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (strcmp(name, names[i]) == 0)
			return true;
	}
	return strncmp(name, "__start_", strlen("__start_")) == 0 ||
	       strncmp(name, "__stop_", strlen("__stop_")) == 0 ||
	       strncmp(name, "completed.", strlen("completed.")) == 0;
}

/*
 * True if a table defines the local function. GCC's clones are called NAME.part.0 and the like, and
 * helpers of the plugin remt.helper.N.
 */
static bool is_known_local(const struct reader *reader, const char *name)
{
	_cleanup_free_ char *stem = xstrndup(name, strcspn(name, "."));

	return look_up(reader, name) & KNOWN_DEFINED || look_up(reader, stem) & KNOWN_DEFINED ||
	       strncmp(name, "remt.", strlen("remt.")) == 0;
}

static void add_symbol(struct reader *reader, const char *name)
{
	strv_append(&reader->foreign->symbols, name);
}

/*
 * True if another public function lies at the same address and neither is an alias: then the linker
 * was told to make one name stand for the other.
 */
static bool is_another(struct reader *reader, const GElf_Sym *symbol, const char *name)
{
	uint32_t index = slots_find(&reader->places, symbol->st_value);

	if (GELF_ST_TYPE(symbol->st_info) != STT_FUNC || !symbol->st_size)
		return false;
	if (index == SLOTS_NONE) {
		slots_add(&reader->places, symbol->st_value, (uint32_t)reader->names.count);
		vec_push(&reader->names, name);
		return false;
	}
	return strcmp(reader->names.items[index], name) != 0 &&
	       !((look_up(reader, name) | look_up(reader, reader->names.items[index])) &
		 KNOWN_ALIAS);
}

/*
 * True for a copy of a shared library's variable, which has a version or is copied by the loader.
 */
static bool is_of_library(const struct reader *reader, const GElf_Sym *symbol, const char *name)
{
	return strchr(name, '@') || slots_find(&reader->copied, symbol->st_value) != SLOTS_NONE;
}

/*
 * True for symbols that come with GCC and the C library. All but _start are hidden from other
 * files; in a library the linker makes them local.
 */
static bool is_public_of_gcc(const struct reader *reader, const GElf_Sym *symbol, const char *name)
{
	if (strcmp(name, "_start") == 0)
		return reader->has_startup;
	return is_of_gcc(name) && (GELF_ST_VISIBILITY(symbol->st_other) == STV_HIDDEN ||
				   (GELF_ST_BIND(symbol->st_info) == STB_LOCAL &&
				    !strstr(name, "stat") && !strstr(name, "mknod")));
}

static bool is_foreign_public(struct reader *reader, const GElf_Sym *symbol, const char *name)
{
	unsigned known = look_up(reader, name);

	if (is_of_linker(name) || is_of_library(reader, symbol, name))
		return false;
	if (!(known & KNOWN_DEFINED))
		return !is_public_of_gcc(reader, symbol, name) &&
		       strncmp(name, "remt.", strlen("remt.")) != 0;
	if (!(known & KNOWN_STRONG) && GELF_ST_BIND(symbol->st_info) == STB_GLOBAL)
		/* a strong definition from elsewhere replaced the weak ones of the tables */
		return true;
	return is_another(reader, symbol, name);
}

static bool is_foreign_local(const struct reader *reader, const GElf_Sym *symbol, const char *name)
{
	unsigned type = GELF_ST_TYPE(symbol->st_info);

	if (type != STT_FUNC && type != STT_GNU_IFUNC)
		return false;
	if (reader->is_in_gcc)
		return !is_of_gcc(name);
	return !is_known_local(reader, name) && !is_of_gcc(name) && !is_of_linker(name);
}

static void read_symbol(struct reader *reader, const GElf_Sym *symbol, const char *name)
{
	if (symbol->st_shndx == SHN_UNDEF || !*name)
		return;
	reader->has_symbols = true;
	if (strcmp(name, "_start") == 0)
		reader->start = symbol->st_value;
	else if (strcmp(name, "_init") == 0)
		reader->init = symbol->st_value;
	else if (strcmp(name, "_fini") == 0)
		reader->fini = symbol->st_value;
	switch (GELF_ST_TYPE(symbol->st_info)) {
	case STT_FILE:
	case STT_SECTION: return;
	default: break;
	}
	if (GELF_ST_BIND(symbol->st_info) == STB_LOCAL && !reader->is_behind_files
		    ? is_foreign_local(reader, symbol, name)
		    : is_foreign_public(reader, symbol, name))
		add_symbol(reader, name);
}

/*
 * True for start-up files, for the linker's own symbols, and for files of libc_nonshared.a and
 * libgcc.a that are named after a function in them.
 */
static bool is_file_of_gcc(const char *name)
{
	static const char *const names[] = { "",	"crtstuff.c", "crt1.o",	   "Scrt1.o",
					     "gcrt1.o", "grcrt1.o",   "rcrt1.o",   "crti.o",
					     "crtn.o",	"libgcc2.c",  "cpuinfo.c", "<artificial>" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (strcmp(name, names[i]) == 0)
			return true;
	}
	_cleanup_free_ char *stem = xstrndup(name, strcspn(name, "."));

	return is_of_gcc(stem);
}

/* Marks the next unmatched table whose source is called NAME as matched. False: there is none. */
static bool match_table(struct reader *reader, const char *name)
{
	size_t count = reader->tables->nr_tables;

	/* The tables come in the order of their files, except for files without local symbols. */
	for (size_t i = 0; i < count; i++) {
		size_t t = (reader->next + i) % count;
		const struct site_table *table = &reader->tables->tables[t];

		if (reader->is_matched[t] ||
		    strcmp(path_basename(site_table_string(table, table->header->input_str)),
			   name) != 0)
			continue;
		reader->is_matched[t] = true;
		reader->next = t + 1;
		return true;
	}
	return false;
}

static void read_source(struct reader *reader, const char *name)
{
	reader->is_behind_files = !*name;
	reader->is_in_gcc = false;
	if (match_table(reader, name))
		return;
	if (strcmp(name, "<artificial>") == 0)
		reader->foreign->is_optimized = true;
	reader->is_in_gcc = *name && is_file_of_gcc(name);
	reader->has_startup |= reader->is_in_gcc && strstr(name, "crt1.o");
	if (!is_file_of_gcc(name))
		strv_append(&reader->foreign->files, name);
}

static void read_row(void *arg, const GElf_Sym *symbol, const char *name)
{
	struct reader *reader = arg;

	if (GELF_ST_TYPE(symbol->st_info) == STT_FILE)
		read_source(reader, name);
	else
		read_symbol(reader, symbol, name);
}

/* True if a list has more entries than the tables and start-up files explain. */
static bool has_odd_list(const struct reader *reader, const GElf_Shdr *header)
{
	uint64_t count = header->sh_size / sizeof(Elf64_Addr);

	switch (header->sh_type) {
	case SHT_INIT_ARRAY: return count > reader->nr_constructors + 1;
	case SHT_FINI_ARRAY: return count > reader->nr_destructors + 1;
	case SHT_PREINIT_ARRAY: return header->sh_size > 0;
	default: return false;
	}
}

/* Detects -Wl,-init=NAME and -Wl,-fini=NAME. */
static bool has_odd_ends(const struct reader *reader, Elf_Scn *scn)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	GElf_Dyn entry;

	for (int i = 0; data && gelf_getdyn(data, i, &entry) && entry.d_tag != DT_NULL; i++) {
		if ((entry.d_tag == DT_INIT && entry.d_un.d_ptr != reader->init) ||
		    (entry.d_tag == DT_FINI && entry.d_un.d_ptr != reader->fini))
			return true;
	}
	return false;
}

/* Detects -Wl,-e,NAME. The entry point of a library does not count, as nobody goes there. */
static bool has_odd_entry(const struct reader *reader, Elf *elf)
{
	size_t count = 0;
	GElf_Phdr segment;
	GElf_Ehdr file;
	bool is_program = gelf_getehdr(elf, &file) && file.e_type == ET_EXEC;

	elf_getphdrnum(elf, &count);
	for (size_t i = 0; i < count; i++)
		is_program |= gelf_getphdr(elf, (int)i, &segment) && segment.p_type == PT_INTERP;
	return is_program && file.e_entry != reader->start;
}

static bool is_matched(const struct reader *reader)
{
	for (size_t t = 0; t < reader->tables->nr_tables; t++) {
		if (!reader->is_matched[t])
			return false;
	}
	return true;
}

static struct error *read_file(void *arg, Elf *elf, const char *name)
{
	struct reader *reader = arg;
	GElf_Shdr header;

	(void)name;
	elf_file_find_copies(elf, &reader->copied);
	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
		if (gelf_getshdr(scn, &header) && header.sh_type == SHT_SYMTAB)
			elf_file_each_symbol(elf, scn, &header, read_row, reader);
	}
	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
		if (gelf_getshdr(scn, &header))
			reader->is_odd |= has_odd_list(reader, &header);
		if (gelf_getshdr(scn, &header) && header.sh_type == SHT_DYNAMIC)
			reader->is_odd |= has_odd_ends(reader, scn);
	}
	reader->is_odd |= has_odd_entry(reader, elf);
	return NULL;
}

struct error *foreign_read(const char *path, const struct site_tables *tables, struct foreign *ret)
{
	struct reader reader = {
		.tables = tables,
		.is_matched = xcalloc(tables->nr_tables + 1, sizeof(bool)),
		.foreign = ret,
	};
	struct error *err;

	*ret = (struct foreign){ 0 };
	learn_tables(&reader);
	err = elf_file_each(path, read_file, &reader);
	/* A table whose source is not named could stand for another source of the same name. */
	ret->is_stripped = !reader.has_symbols || reader.is_odd ||
			   (!ret->is_optimized && !is_matched(&reader));
	free(reader.is_matched);
	slots_deinit(&reader.slots);
	slots_deinit(&reader.places);
	slots_deinit(&reader.copied);
	vec_deinit(&reader.known);
	vec_deinit(&reader.names);
	if (err)
		foreign_deinit(ret);
	return err;
}

const char *foreign_name(const struct foreign *foreign)
{
	if (foreign->symbols)
		return foreign->symbols[0];
	if (foreign->files)
		return foreign->files[0];
	return foreign->is_stripped ? "?" : NULL;
}

void foreign_deinit(struct foreign *foreign)
{
	strv_destroy(foreign->symbols);
	strv_destroy(foreign->files);
	*foreign = (struct foreign){ 0 };
}
