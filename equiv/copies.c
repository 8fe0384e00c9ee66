/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Functions and variables have sections of their own, by -ffunction-sections and -fdata-sections, which have their names.
 * What a copy refers to counts by its name if the copies have it in common, as all functions and variables of the
 * source, and by its content where the compiler has made it for the copy: the rest of the code (".cold"), tables of
 * jumps and of values ("CSWTCH.12"), constants.
 */
#include "equiv/copies.h"

#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "equiv/object.h"
#include "sites/elf_file.h"

/* A section that is reached by more steps from a function counts by its name. */
#define MAX_DEPTH 8

struct section {
	const char *name;
	GElf_Shdr header;
	const unsigned char *bytes; /* NULL: it has none */
	uint64_t size;
	Elf_Data *relocations; /* NULL: there are none */
	size_t nr_relocations;
	bool has_addends;
};

struct object {
	VEC(struct section) sections; /* by their index; the first is none */
	Elf_Data *symbols;
	size_t nr_symbols;
	size_t names; /* the section with names of symbols */
	Elf *elf;
};

/* One copy while its code is hashed. */
struct walk {
	const struct object *object;
	const char *name;     /* of the copy */
	const GElf_Sym *self; /* its symbol */
	struct hash *hash;
	size_t path[MAX_DEPTH]; /* sections on the way to where the walk is */
	unsigned depth;
};

static const struct section *section_at(const struct object *object, size_t index)
{
	return index < object->sections.count ? &object->sections.items[index] : NULL;
}

/* False: there is no such symbol. */
static bool find_symbol(const struct object *object, size_t index, GElf_Sym *ret,
			const char **ret_name)
{
	const struct section *section;

	if (index >= object->nr_symbols || !gelf_getsym(object->symbols, (int)index, ret))
		return false;
	section = GELF_ST_TYPE(ret->st_info) == STT_SECTION ? section_at(object, ret->st_shndx)
							    : NULL;
	*ret_name = section ? section->name : elf_strptr(object->elf, object->names, ret->st_name);
	return *ret_name != NULL;
}

/* True if GCC has made what NAME names: it ends with a dot and a number. */
static bool is_numbered(const char *name)
{
	return equiv_object_name_length(name) != strlen(name);
}

/* Adds NAME without the copy's own name in it. */
static void add_name(struct walk *walk, const char *name)
{
	const char *own = strstr(name, walk->name);

	if (own) {
		hash_add(walk->hash, name, (size_t)(own - name));
		name = own + strlen(walk->name);
	}
	hash_add_string(walk->hash, name);
}

static void add_section(struct walk *walk, size_t index);

/* Adds the constant at SYMBOL plus ADDEND in a section of such; false: there is none. */
static bool add_constant(struct walk *walk, const struct section *section, const GElf_Sym *symbol,
			 int64_t addend)
{
	uint64_t size = section->header.sh_entsize, offset = symbol->st_value;

	if (!(section->header.sh_flags & SHF_MERGE) || (section->header.sh_flags & SHF_STRINGS) ||
	    !size || !section->bytes)
		return false;
	/* Where a symbol stays, as it counts from the end of an instruction, it is that of the constant. */
	if (GELF_ST_TYPE(symbol->st_info) == STT_SECTION)
		offset += (uint64_t)addend;
	if (offset >= section->size || section->size - offset < size)
		return false;
	hash_add(walk->hash, section->bytes + offset, size);
	return true;
}

/* Adds what SYMBOL plus ADDEND is. */
static void add_target(struct walk *walk, const GElf_Sym *symbol, const char *name, int64_t addend)
{
	const struct section *section = section_at(walk->object, symbol->st_shndx);
	uint64_t offset = symbol->st_value + (uint64_t)addend;
	bool is_written;

	if (symbol->st_shndx == walk->self->st_shndx) {
		hash_add_string(walk->hash, "self");
		hash_add_u64(walk->hash, offset - walk->self->st_value);
		return;
	}
	if (!section || !symbol->st_shndx || GELF_ST_BIND(symbol->st_info) != STB_LOCAL) {
		hash_add_string(walk->hash, name);
		hash_add_u64(walk->hash, (uint64_t)addend);
		return;
	}
	if (add_constant(walk, section, symbol, addend))
		return;
	is_written = (section->header.sh_flags & SHF_WRITE) != 0;
	if (strstr(section->name, walk->name) || (!is_written && is_numbered(section->name)))
		add_section(walk, symbol->st_shndx);
	else
		hash_add_string(walk->hash, section->name);
	hash_add_u64(walk->hash, offset);
}

/* Adds the relocation I of SECTION if it is of the SIZE bytes at START. */
static void add_relocation(struct walk *walk, const struct section *section, size_t i,
			   uint64_t start, uint64_t size)
{
	GElf_Rela rela = { 0 };
	GElf_Rel rel;
	GElf_Sym symbol;
	const char *name;

	if (section->has_addends) {
		if (!gelf_getrela(section->relocations, (int)i, &rela))
			return;
	} else {
		if (!gelf_getrel(section->relocations, (int)i, &rel))
			return;
		rela = (GElf_Rela){ .r_offset = rel.r_offset, .r_info = rel.r_info };
	}
	if (rela.r_offset < start || rela.r_offset - start >= size)
		return;
	hash_add_u64(walk->hash, rela.r_offset - start);
	hash_add_u64(walk->hash, GELF_R_TYPE(rela.r_info));
	if (find_symbol(walk->object, GELF_R_SYM(rela.r_info), &symbol, &name))
		add_target(walk, &symbol, name, rela.r_addend);
}

static void add_range(struct walk *walk, const struct section *section, uint64_t start,
		      uint64_t size)
{
	hash_add_u64(walk->hash, size);
	if (section->bytes && start <= section->size && size <= section->size - start)
		hash_add(walk->hash, section->bytes + start, size);
	for (size_t i = 0; i < section->nr_relocations; i++)
		add_relocation(walk, section, i, start, size);
}

/* Adds a section as a whole; one that the walk is in already by the number of steps to it. */
static void add_section(struct walk *walk, size_t index)
{
	const struct section *section = &walk->object->sections.items[index];

	for (unsigned i = 0; i < walk->depth; i++) {
		if (walk->path[i] == index) {
			hash_add_u64(walk->hash, i);
			return;
		}
	}
	if (walk->depth == MAX_DEPTH) {
		hash_add_string(walk->hash, section->name);
		return;
	}
	walk->path[walk->depth++] = index;
	if (strstr(section->name, walk->name))
		add_name(walk, section->name);
	add_range(walk, section, 0, section->size);
	walk->depth--;
}

static uint64_t hash_code(const struct object *object, const GElf_Sym *symbol, const char *name)
{
	struct walk walk = {
		.object = object,
		.name = name,
		.self = symbol,
		.hash = hash_create(),
	};

	add_range(&walk, &object->sections.items[symbol->st_shndx], symbol->st_value,
		  symbol->st_size);
	return hash_take(walk.hash);
}

/*
 * Reads "NAME.remt.SITE.ALTERNATIVE", or "NAME.remt.own", behind which GCC may add a number. False: NAME is no copy. Site
 * and alternative of "own" are UINT32_MAX.
 */
static bool read_name(const char *name, struct equiv_copy *ret)
{
	static const char mark[] = ".remt.";
	const char *found = NULL;
	char rest = '\0';
	int nr;
	unsigned number;

	for (const char *at = name; (at = strstr(at, mark)); at++)
		found = at;
	if (!found)
		return false;
	ret->site = ret->alternative = UINT32_MAX;
	nr = sscanf(found, ".remt.%u.%u.%u%c", &ret->site, &ret->alternative, &number, &rest);
	if (nr < 2)
		nr = strcmp(found, ".remt.own") == 0			    ? 2
		     : sscanf(found, ".remt.own.%u%c", &number, &rest) == 1 ? 3
									    : 0;
	if (nr < 2 || nr > 3)
		return false;
	ret->function = hash_bytes(name, (size_t)(found - name));
	return true;
}

static void read_sections(struct object *object, Elf *elf)
{
	size_t names;

	object->elf = elf;
	vec_push(&object->sections, ((struct section){ .name = "" }));
	if (elf_getshdrstrndx(elf, &names) < 0)
		return;
	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
		struct section *section = vec_add(&object->sections);
		Elf_Data *data = elf_getdata(scn, NULL);

		section->name = "";
		if (!gelf_getshdr(scn, &section->header))
			continue;
		section->name = elf_strptr(elf, names, section->header.sh_name);
		if (!section->name)
			section->name = "";
		section->size = section->header.sh_size;
		if (data && section->header.sh_type != SHT_NOBITS && data->d_buf &&
		    data->d_size == section->size)
			section->bytes = data->d_buf;
		if (section->header.sh_type == SHT_SYMTAB && data && section->header.sh_entsize) {
			object->symbols = data;
			object->nr_symbols = section->size / section->header.sh_entsize;
			object->names = section->header.sh_link;
		}
	}
}

/* Ties relocations to the sections that they are for. */
static void read_relocations(struct object *object, Elf *elf)
{
	for (size_t i = 1; i < object->sections.count; i++) {
		const struct section *section = &object->sections.items[i];
		GElf_Word type = section->header.sh_type;
		struct section *target;

		if ((type != SHT_RELA && type != SHT_REL) || !section->header.sh_entsize ||
		    section->header.sh_info >= object->sections.count)
			continue;
		target = &object->sections.items[section->header.sh_info];
		target->relocations = elf_getdata(elf_getscn(elf, i), NULL);
		target->nr_relocations =
			target->relocations ? section->size / section->header.sh_entsize : 0;
		target->has_addends = type == SHT_RELA;
	}
}

static int compare(const void *a, const void *b)
{
	const struct equiv_copy *x = a, *y = b;

	if (x->site != y->site)
		return x->site < y->site ? -1 : 1;
	if (x->alternative != y->alternative)
		return x->alternative < y->alternative ? -1 : 1;
	return x->function < y->function ? -1 : x->function > y->function;
}

/* Compares each copy with that of its function as it is. These come last, and are taken away. */
static void find_same(struct equiv_copies *copies)
{
	size_t nr_mutants = 0, count = 0;

	if (copies->items.count)
		qsort(copies->items.items, copies->items.count, sizeof(*copies->items.items),
		      compare);
	while (nr_mutants < copies->items.count &&
	       copies->items.items[nr_mutants].site != UINT32_MAX)
		nr_mutants++;
	for (size_t i = 0; i < nr_mutants; i++) {
		struct equiv_copy copy = copies->items.items[i];

		for (size_t k = nr_mutants; k < copies->items.count; k++) {
			if (copies->items.items[k].function != copy.function)
				continue;
			copy.is_same = copies->items.items[k].code == copy.code;
			copies->items.items[count++] = copy;
			break;
		}
	}
	copies->items.count = count;
}

static struct error *read_object(void *arg, Elf *elf, const char *path)
{
	struct equiv_copies *copies = arg;
	struct object object = { 0 };
	struct error *err = elf_file_check(elf, path);

	if (err)
		return err;
	read_sections(&object, elf);
	read_relocations(&object, elf);
	for (size_t i = 0; i < object.nr_symbols; i++) {
		struct equiv_copy copy = { 0 };
		GElf_Sym symbol;
		const char *name;

		if (!find_symbol(&object, i, &symbol, &name) || !read_name(name, &copy) ||
		    GELF_ST_TYPE(symbol.st_info) != STT_FUNC || !symbol.st_shndx ||
		    !section_at(&object, symbol.st_shndx))
			continue;
		copy.code = hash_code(&object, &symbol, name);
		vec_push(&copies->items, copy);
	}
	vec_deinit(&object.sections);
	return NULL;
}

struct error *equiv_copies_read(const char *path, struct equiv_copies *ret)
{
	struct error *err = elf_file_each(path, read_object, ret);

	find_same(ret);
	return err;
}
