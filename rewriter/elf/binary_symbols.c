/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Functions, variables and labels of a binary, by its symbols, and who is at an address. In a
 * stripped binary the functions come from a separate file with debug information, or from .eh_frame.
 *
 * Code that no symbol or frame describes is not searched for functions.
 */
#include "rewriter/elf/binary_symbols.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "rewriter/elf/child_reader.h"
#include "rewriter/elf/debug.h"
#include "sites/elf_file.h"

/* Takes NAME over. NULL: the function has no name. */
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

	/* Finds the first function behind SPOT. */
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

	/* Finds the first variable that does not begin before SPOT. */
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

struct error *binary_read_symbols(struct binary *binary, Elf *elf)
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
		   : binary_refuse(binary,
				   "it has no functions, neither by symbols nor by .eh_frame");
}
