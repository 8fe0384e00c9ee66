/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads ELF files of 64 bits (System V gABI): sections of code and data, functions, variables,
 * labels and the build-id; rewriter/elf/fixup.c finds the fixups. In a stripped binary the
 * functions come from a separate file with debug information, or from .eh_frame. libelf works on a
 * copy, so that the bytes stay as they are.
 *
 * Code that no symbol or frame describes is not searched for functions.
 */
#include "rewriter/elf/binary.h"

#include <elf.h>
#include <gelf.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/xalloc.h"
#include "rewriter/elf/child_reader.h"
#include "rewriter/elf/debug.h"
#include "rewriter/elf/fixup.h"
#include "sites/elf_file.h"

static struct error *refuse(const struct binary *binary, const char *why)
{
	return error_create(ERROR_UNUSABLE, "%s: %s", binary->path, why);
}

/* Checks the first bytes, so that libelf is not asked about what it can't read. */
static struct error *check_header(struct binary *binary)
{
	Elf64_Ehdr header;

	if (binary->size < EI_NIDENT || memcmp(binary->data, ELFMAG, SELFMAG) != 0)
		return refuse(binary, "no ELF file");
	if (binary->data[EI_CLASS] != ELFCLASS64)
		return refuse(binary, "a program of 32 bits, which can't be patched");
	if (binary->data[EI_DATA] != ELFDATA2LSB)
		return refuse(binary, "a program of another byte order, which can't be patched");
	if (binary->size < sizeof(header))
		return refuse(binary, "the ELF header is cut short");
	memcpy(&header, binary->data, sizeof(header));
	if (header.e_type != ET_EXEC && header.e_type != ET_DYN && header.e_type != ET_REL)
		return refuse(binary, "neither program, shared library nor object");
	if (!header.e_shoff)
		return refuse(binary, "it has no sections, as packed programs have none");
	binary->type = header.e_type;
	binary->machine = header.e_machine;
	return NULL;
}

/* Why a binary that may change itself is left alone. */
static const char writable[] =
	"its code can be written while it runs, so that it may change itself";

static bool overlaps(const struct binary *binary, const GElf_Shdr *header)
{
	for (size_t i = 0; i < binary->codes.count; i++) {
		const struct binary_code *code = &binary->codes.items[i];

		if (header->sh_offset < code->offset + code->size &&
		    code->offset < header->sh_offset + header->sh_size)
			return true;
	}
	return false;
}

static struct binary_code describe(Elf_Scn *scn, const GElf_Shdr *header, const char *name)
{
	static const char written_by_loader[] = ".data.rel.ro";

	return (struct binary_code){
		.name = xstrdup(name),
		.section = (uint32_t)elf_ndxscn(scn),
		.address = header->sh_addr,
		.offset = header->sh_offset,
		.size = header->sh_size,
		.is_constant = !(header->sh_flags & SHF_WRITE) ||
			       strncmp(name, written_by_loader, strlen(written_by_loader)) == 0,
	};
}

static struct error *add_code(struct binary *binary, Elf_Scn *scn, const char *name)
{
	GElf_Shdr header;

	if (!gelf_getshdr(scn, &header))
		return elf_file_error(binary->path, "section");
	if (header.sh_type != SHT_PROGBITS || !(header.sh_flags & SHF_EXECINSTR) || !header.sh_size)
		return NULL;
	if (header.sh_flags & SHF_COMPRESSED)
		return refuse(binary, "its code is compressed");
	if (header.sh_flags & SHF_WRITE)
		return refuse(binary, writable);
	if (header.sh_offset > binary->size || header.sh_size > binary->size - header.sh_offset)
		return refuse(binary, "its code is cut short");
	if (header.sh_addr + header.sh_size < header.sh_addr)
		return refuse(binary, "damaged ELF file: code behind the last address");
	if (overlaps(binary, &header))
		return refuse(binary, "damaged ELF file: sections of code overlap");
	vec_push(&binary->codes, describe(scn, &header, name));
	return NULL;
}

/* Adds a section of data. A damaged section is left out. */
static void add_data(struct binary *binary, Elf_Scn *scn, const GElf_Shdr *header, const char *name)
{
	if (header->sh_type == SHT_NOBITS || !(header->sh_flags & SHF_ALLOC) ||
	    header->sh_flags & (SHF_EXECINSTR | SHF_COMPRESSED) || !header->sh_size ||
	    header->sh_offset > binary->size ||
	    header->sh_size > binary->size - header->sh_offset ||
	    header->sh_addr + header->sh_size < header->sh_addr)
		return;
	vec_push(&binary->data_sections, describe(scn, header, name));
}

static struct error *find_codes(struct binary *binary, Elf *elf)
{
	size_t names;
	GElf_Shdr header;
	struct error *err = NULL;

	if (elf_getshdrstrndx(elf, &names) != 0)
		return elf_file_error(binary->path, "section names");
	for (Elf_Scn *scn = NULL; !err && (scn = elf_nextscn(elf, scn));) {
		const char *name;

		if (!gelf_getshdr(scn, &header))
			return elf_file_error(binary->path, "section");
		name = elf_strptr(elf, names, header.sh_name);
		err = add_code(binary, scn, name ? name : "");
		add_data(binary, scn, &header, name ? name : "");
	}
	if (!err && !binary->codes.count)
		err = refuse(binary, "it has no code");
	return err;
}

uint32_t binary_find_code(const struct binary *binary, uint32_t section, uint64_t address,
			  uint64_t size)
{
	for (uint32_t c = 0; c < binary->codes.count; c++) {
		const struct binary_code *code = &binary->codes.items[c];

		if ((section == BINARY_ANY_SECTION || code->section == section) &&
		    address >= code->address && address - code->address < code->size &&
		    size <= code->size - (address - code->address))
			return c;
	}
	return UINT32_MAX;
}

static const struct binary_code *find_section(const struct binary_code *sections, size_t count,
					      struct spot spot, uint64_t size)
{
	for (size_t i = 0; i < count; i++) {
		const struct binary_code *section = &sections[i];

		if ((!spot.section || section->section == spot.section) &&
		    spot.address >= section->address &&
		    spot.address - section->address < section->size &&
		    size <= section->size - (spot.address - section->address))
			return section;
	}
	return NULL;
}

const struct binary_code *binary_find_section(const struct binary *binary, struct spot spot,
					      uint64_t size)
{
	const struct binary_code *found =
		find_section(binary->codes.items, binary->codes.count, spot, size);

	return found ? found
		     : find_section(binary->data_sections.items, binary->data_sections.count, spot,
				    size);
}

bool binary_is_code(const struct binary *binary, uint64_t offset)
{
	for (size_t i = 0; i < binary->codes.count; i++) {
		const struct binary_code *code = &binary->codes.items[i];

		if (offset >= code->offset && offset - code->offset < code->size)
			return true;
	}
	return false;
}

bool binary_is_stub(const struct binary *binary, uint32_t function)
{
	static const char stubs[] = ".plt";

	return strncmp(binary->codes.items[binary->functions.items[function].code].name, stubs,
		       strlen(stubs)) == 0;
}

/* Adds a function and takes NAME over. NAME NULL: the function has no name. */
static void add_function(struct binary *binary, uint32_t code, char *name, uint64_t address,
			 uint64_t size)
{
	vec_push(&binary->functions, ((struct binary_function){
					     .name = name,
					     .code = code,
					     .address = address,
					     .size = size,
				     }));
}

static void add_object(struct binary *binary, const GElf_Sym *symbol, const char *name)
{
	struct spot spot = { binary->type == ET_REL ? symbol->st_shndx : 0, symbol->st_value };

	if (symbol->st_size && symbol->st_shndx != SHN_UNDEF && symbol->st_shndx < SHN_LORESERVE &&
	    *name)
		vec_push(&binary->objects,
			 ((struct binary_object){ xstrdup(name), spot, symbol->st_size }));
}

/* Labels also lie inside functions, and assemblers leave some without type or size. */
static void add_label(struct binary *binary, const GElf_Sym *symbol)
{
	unsigned type = GELF_ST_TYPE(symbol->st_info);
	bool is_local = GELF_ST_BIND(symbol->st_info) == STB_LOCAL;

	if ((type == STT_FUNC || type == STT_GNU_IFUNC || (type == STT_NOTYPE && !is_local)) &&
	    binary_find_code(binary, symbol->st_shndx, symbol->st_value, 1) != UINT32_MAX)
		vec_push(&binary->labels,
			 ((struct spot){ binary->type == ET_REL ? symbol->st_shndx : 0,
					 symbol->st_value }));
}

static void add_symbol(void *arg, const GElf_Sym *symbol, const char *name)
{
	struct binary *binary = arg;
	uint32_t code = UINT32_MAX;

	add_label(binary, symbol);
	if (GELF_ST_TYPE(symbol->st_info) == STT_OBJECT)
		add_object(binary, symbol, name);
	else if (GELF_ST_TYPE(symbol->st_info) == STT_FUNC && symbol->st_size)
		code = binary_find_code(binary, symbol->st_shndx, symbol->st_value,
					symbol->st_size);
	if (code != UINT32_MAX)
		add_function(binary, code, xstrdup(name), symbol->st_value, symbol->st_size);
}

/* Takes the output of debug_read_functions(). */
static void add_read_functions(struct binary *binary, const char *text)
{
	uint64_t address, size;

	while (child_reader_take_number(&text, &address) &&
	       child_reader_take_number(&text, &size)) {
		const char *name;
		size_t length = child_reader_take_rest(&text, &name);
		uint32_t code = size ? binary_find_code(binary, BINARY_ANY_SECTION, address, size)
				     : UINT32_MAX;

		if (code != UINT32_MAX)
			add_function(binary, code, length ? xstrndup(name, length) : NULL, address,
				     size);
	}
}

static int compare_places(const struct binary_function *x, const struct binary_function *y)
{
	if (x->code != y->code)
		return x->code < y->code ? -1 : 1;
	return (x->address > y->address) - (x->address < y->address);
}

static int compare_functions(const void *a, const void *b)
{
	const struct binary_function *x = a, *y = b;
	int by_place = compare_places(x, y);

	if (by_place)
		return by_place;
	if (!x->name != !y->name)
		return x->name ? -1 : 1;
	if (x->size != y->size)
		return x->size < y->size ? -1 : 1;
	return x->name ? strcmp(x->name, y->name) : 0;
}

/* Drops further names of a function, and functions that begin inside another one. */
static void drop_overlapping(struct binary *binary)
{
	size_t kept = 0;

	if (binary->functions.count)
		qsort(binary->functions.items, binary->functions.count,
		      sizeof(*binary->functions.items), compare_functions);
	for (size_t i = 0; i < binary->functions.count; i++) {
		struct binary_function *function = &binary->functions.items[i];
		const struct binary_function *last =
			kept ? &binary->functions.items[kept - 1] : NULL;

		if (last && last->code == function->code &&
		    function->address < last->address + last->size)
			free(function->name);
		else
			binary->functions.items[kept++] = *function;
	}
	binary->functions.count = kept;
}

uint32_t binary_find_function(const struct binary *binary, uint32_t section, uint64_t address)
{
	uint32_t code = binary_find_code(
		binary, binary->type == ET_REL ? section : BINARY_ANY_SECTION, address, 1);
	struct binary_function wanted = { .code = code, .address = address };
	uint32_t low = 0, high = (uint32_t)binary->functions.count;

	while (code != UINT32_MAX && low < high) {
		uint32_t middle = low + (high - low) / 2;
		int order = compare_places(&binary->functions.items[middle], &wanted);

		if (!order)
			return middle;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return UINT32_MAX;
}

bool binary_has_names(const struct binary *binary)
{
	for (size_t f = 0; f < binary->functions.count; f++) {
		if (binary->functions.items[f].is_unnamed)
			return false;
	}
	return true;
}

uint32_t binary_find_function_at(const struct binary *binary, struct spot spot)
{
	uint32_t code = binary_find_code(binary, spot.section ? spot.section : BINARY_ANY_SECTION,
					 spot.address, 1);
	struct binary_function wanted = { .code = code, .address = spot.address };
	uint32_t low = 0, high = (uint32_t)binary->functions.count;
	const struct binary_function *before;

	/* the first function behind SPOT */
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (compare_places(&binary->functions.items[middle], &wanted) <= 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (code == UINT32_MAX || !low)
		return UINT32_MAX;
	before = &binary->functions.items[low - 1];
	return before->code == code && spot.address - before->address < before->size ? low - 1
										     : UINT32_MAX;
}

static void add_symbols(struct binary *binary, Elf *elf, uint32_t type)
{
	GElf_Shdr header;

	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
		if (gelf_getshdr(scn, &header) && header.sh_type == type)
			elf_file_each_symbol(elf, scn, &header, add_symbol, binary);
	}
}

static void name_all(struct binary *binary)
{
	for (size_t i = 0; i < binary->functions.count; i++) {
		struct binary_function *function = &binary->functions.items[i];

		if (function->name)
			continue;
		function->name = xasprintf("at_%" PRIx64, function->address);
		function->is_unnamed = true;
	}
}

static int compare_objects(const void *a, const void *b)
{
	const struct binary_object *x = a, *y = b;
	int by_spot = spot_compare(&x->spot, &y->spot);

	return by_spot ? by_spot : strcmp(x->name, y->name);
}

static void sort_objects(struct binary *binary)
{
	if (binary->objects.count)
		qsort(binary->objects.items, binary->objects.count, sizeof(*binary->objects.items),
		      compare_objects);
}

const struct binary_object *binary_find_object(const struct binary *binary, struct spot spot)
{
	const struct binary_object *object;
	size_t low = 0, high = binary->objects.count;

	/* the first variable that does not begin before SPOT */
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (spot_compare(&binary->objects.items[middle].spot, &spot) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < binary->objects.count &&
	    spot_compare(&binary->objects.items[low].spot, &spot) == 0)
		return &binary->objects.items[low];
	object = low ? &binary->objects.items[low - 1] : NULL;
	return object && object->spot.section == spot.section &&
			       spot.address - object->spot.address < object->size
		       ? object
		       : NULL;
}

/*
 * Finds the functions by symbols. A stripped binary has symbols for exported functions at most; a
 * file with its debug information tells the others, or .eh_frame does without names.
 */
static struct error *find_functions(struct binary *binary, Elf *elf)
{
	_cleanup_free_ char *text = NULL;
	struct error *err = NULL;

	add_symbols(binary, elf, SHT_SYMTAB);
	if (!binary->functions.count) {
		add_symbols(binary, elf, SHT_DYNSYM);
		if (binary->type != ET_REL)
			err = child_reader_read(debug_read_functions, binary->path,
						"debug information or .eh_frame", &text);
		if (text)
			add_read_functions(binary, text);
	}
	drop_overlapping(binary);
	name_all(binary);
	sort_objects(binary);
	if (binary->functions.count) {
		error_destroy(err); /* the functions that symbols tell are enough */
		return NULL;
	}
	return err ? err
		   : refuse(binary, "it has no functions, neither by symbols nor by .eh_frame");
}

/* Finds the addresses of what is loaded, and the size of the thread's variables. */
static struct error *find_extent(struct binary *binary, Elf *elf)
{
	size_t count;
	GElf_Phdr header;

	if (elf_getphdrnum(elf, &count) != 0)
		return elf_file_error(binary->path, "program headers");
	binary->begin = UINT64_MAX;
	for (size_t i = 0; i < count && i <= INT_MAX; i++) {
		if (!gelf_getphdr(elf, (int)i, &header))
			continue;
		if (header.p_type == PT_TLS)
			binary->thread_size = header.p_memsz + header.p_align;
		if (header.p_type != PT_LOAD)
			continue;
		if (header.p_flags & PF_X && header.p_flags & PF_W)
			return refuse(binary, writable);
		if (header.p_vaddr < binary->begin)
			binary->begin = header.p_vaddr;
		if (header.p_vaddr + header.p_memsz > binary->end)
			binary->end = header.p_vaddr + header.p_memsz;
	}
	return NULL;
}

static void find_build_id(struct binary *binary, Elf *elf)
{
	GElf_Shdr header;
	GElf_Nhdr note;
	size_t name, content;

	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
		Elf_Data *data = gelf_getshdr(scn, &header) && header.sh_type == SHT_NOTE
					 ? elf_getdata(scn, NULL)
					 : NULL;

		for (size_t at = 0, next;
		     data && (next = gelf_getnote(data, at, &note, &name, &content)); at = next) {
			uint64_t offset = header.sh_offset + content;

			if (note.n_type != NT_GNU_BUILD_ID || note.n_namesz != sizeof("GNU") ||
			    memcmp((char *)data->d_buf + name, "GNU", sizeof("GNU")) != 0 ||
			    offset > binary->size || note.n_descsz > binary->size - offset)
				continue;
			binary->build_id_offset = offset;
			binary->build_id_size = note.n_descsz;
		}
	}
}

static struct error *read_elf(struct binary *binary)
{
	/* libelf may change what it is given. */
	_cleanup_free_ char *copy = xcalloc(binary->size + 1, 1);
	_cleanup_elf_ Elf *elf = NULL;
	struct error *err;

	memcpy(copy, binary->data, binary->size);
	elf_version(EV_CURRENT);
	elf = elf_memory(copy, binary->size);
	if (!elf || elf_kind(elf) != ELF_K_ELF)
		return elf_file_error(binary->path, "header");
	err = elf_file_check(elf, binary->path);
	if (!err)
		err = find_codes(binary, elf);
	if (err)
		return err;
	err = find_extent(binary, elf);
	if (!err)
		err = find_functions(binary, elf);
	if (err)
		return err;
	find_build_id(binary, elf);
	fixups_find(binary, elf);
	return NULL;
}

/* Other files may have no end, or block until somebody writes to them. */
static struct error *read_regular(const char *path, char **ret, size_t *size)
{
	struct stat status;

	if (stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
		return error_create(ERROR_UNUSABLE, "%s: no regular file", path);
	return fs_read_file(path, ret, size);
}

struct error *binary_open(const char *path, struct binary **ret)
{
	struct binary *binary = xcalloc(1, sizeof(*binary));
	size_t size;
	char *data = NULL;
	struct error *err = read_regular(path, &data, &size);

	binary->path = xstrdup(path);
	if (!err) {
		binary->data = (unsigned char *)data;
		binary->size = size;
		err = check_header(binary);
	}
	if (!err)
		err = read_elf(binary);
	if (err)
		binary_close(binary);
	else
		*ret = binary;
	return err;
}

void binary_close(struct binary *binary)
{
	if (!binary)
		return;
	for (size_t i = 0; i < binary->codes.count; i++)
		free(binary->codes.items[i].name);
	for (size_t i = 0; i < binary->functions.count; i++)
		free(binary->functions.items[i].name);
	for (size_t i = 0; i < binary->data_sections.count; i++)
		free(binary->data_sections.items[i].name);
	for (size_t i = 0; i < binary->fixups.count; i++)
		free(binary->fixups.items[i].symbol);
	for (size_t i = 0; i < binary->objects.count; i++)
		free(binary->objects.items[i].name);
	vec_deinit(&binary->objects);
	vec_deinit(&binary->labels);
	vec_deinit(&binary->codes);
	vec_deinit(&binary->data_sections);
	vec_deinit(&binary->functions);
	vec_deinit(&binary->fixups);
	free(binary->data);
	free(binary->path);
	free(binary);
}
