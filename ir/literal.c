/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ir/literal.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"
#include "sites/elf_file.h"

struct reading {
	const struct ir_units *units;
	struct ir_literals *ret;
};

static int compare(const void *a, const void *b)
{
	const struct ir_literal *x = a, *y = b;
	int order = strcmp(x->file, y->file);

	if (order)
		return order;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return (x->column > y->column) - (x->column < y->column);
}

/* Reads a number from 1 on and the colon behind it; 0: there is none. */
static unsigned take_number(const char **at)
{
	char *end;
	unsigned long number = **at >= '0' && **at <= '9' ? strtoul(*at, &end, 10) : 0;

	if (!number || number > INT_MAX || *end != ':')
		return 0;
	*at = end + 1;
	return (unsigned)number;
}

/* Reads LINE:COLUMN:FUNCTION:FILE. */
static bool read_place(const char *place, struct ir_literal *literal)
{
	const char *colon;

	literal->line = take_number(&place);
	literal->column = literal->line ? take_number(&place) : 0;
	colon = literal->column ? strchr(place, ':') : NULL;
	if (!colon || !colon[1])
		return false;
	literal->function = xstrndup(place, (size_t)(colon - place));
	literal->file = xstrdup(colon + 1);
	return true;
}

/* Returns the SIZE bytes at ADDRESS in memory that may be written; NULL: the file has none. */
static const char *find_bytes(Elf *elf, uint64_t address, uint64_t size)
{
	size_t number, file_size;
	const char *bytes = elf_rawfile(elf, &file_size);

	if (!bytes || elf_getphdrnum(elf, &number) < 0)
		return NULL;
	for (size_t i = 0; i < number && i <= INT_MAX; i++) {
		GElf_Phdr header;

		if (gelf_getphdr(elf, (int)i, &header) && header.p_type == PT_LOAD &&
		    header.p_flags & PF_W && address >= header.p_vaddr &&
		    address - header.p_vaddr <= header.p_filesz &&
		    size <= header.p_filesz - (address - header.p_vaddr) &&
		    header.p_offset <= file_size && header.p_filesz <= file_size - header.p_offset)
			return bytes + header.p_offset + (address - header.p_vaddr);
	}
	return NULL;
}

static struct error *add_literal(const struct reading *reading, Elf *elf, const char *name,
				 const struct ir_unit *unit, uint32_t symbol)
{
	const struct ir_symbol *row = &unit->symbols[symbol];
	uint64_t size = unit->types[row->type].size;
	struct ir_literal literal = { .uid = unit->uid, .address = unit->addresses[symbol] };
	const char *bytes = size > 1 ? find_bytes(elf, literal.address, size) : NULL;

	if (!bytes || strnlen(bytes, size) != size - 1 || !read_place(row->source_name, &literal))
		return error_create(ERROR_UNUSABLE, "%s: damaged IR: no literal is at %s", name,
				    row->source_name);
	literal.text = xstrdup(bytes);
	vec_push(&reading->ret->items, literal);
	return NULL;
}

static struct error *read_elf(void *arg, Elf *elf, const char *name)
{
	const struct reading *reading = arg;
	struct error *err = NULL;

	for (size_t i = 0; i < reading->units->nr_units && !err; i++) {
		const struct ir_unit *unit = &reading->units->units[i];

		for (uint32_t s = 0; s < unit->nr_symbols && unit->addresses && !err; s++) {
			if (unit->symbols[s].flags & REMT_IR_LITERAL && unit->addresses[s])
				err = add_literal(reading, elf, name, unit, s);
		}
	}
	return err;
}

struct error *ir_literals_read(const char *path, struct ir_literals *ret)
{
	_cleanup_ir_units_ struct ir_units units = { 0 };
	struct reading reading = { &units, ret };
	struct error *err = ir_units_read(path, &units);

	*ret = (struct ir_literals){ 0 };
	if (!err)
		err = elf_file_each(path, read_elf, &reading);
	if (err)
		ir_literals_deinit(ret);
	else if (ret->items.count)
		qsort(ret->items.items, ret->items.count, sizeof(*ret->items.items), compare);
	return err;
}

void ir_literals_deinit(struct ir_literals *literals)
{
	for (size_t i = 0; i < literals->items.count; i++) {
		free(literals->items.items[i].file);
		free(literals->items.items[i].function);
		free(literals->items.items[i].text);
	}
	vec_deinit(&literals->items);
}
