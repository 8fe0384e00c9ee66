/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/symbol.h"

#include <stdlib.h>
#include <string.h>

#include "common/vec.h"
#include "common/xalloc.h"
#include "sites/elf_file.h"
#include "sites/frames.h"

struct symbol_table {
	VEC(struct symbol) by_name;    /* global ones */
	VEC(struct symbol) by_address; /* functions */
};

static int compare_names(const void *a, const void *b)
{
	return strcmp(((const struct symbol *)a)->name, ((const struct symbol *)b)->name);
}

static int compare_addresses(const void *a, const void *b)
{
	const struct symbol *x = a;
	const struct symbol *y = b;

	return x->address < y->address ? -1 : x->address > y->address;
}

static void add_symbol(void *arg, const GElf_Sym *symbol, const char *name)
{
	struct symbol_table *table = arg;
	unsigned type = GELF_ST_TYPE(symbol->st_info);
	unsigned binding = GELF_ST_BIND(symbol->st_info);
	bool is_code = type == STT_FUNC;

	/* What the loader chooses (STT_GNU_IFUNC) and what threads have (STT_TLS) is no address. */
	if (symbol->st_shndx == SHN_UNDEF || symbol->st_shndx == SHN_ABS ||
	    (!is_code && type != STT_OBJECT && type != STT_NOTYPE))
		return;
	struct symbol row = {
		.name = xstrdup(name),
		.address = symbol->st_value,
		.size = symbol->st_size,
		.is_global = binding != STB_LOCAL,
		.is_weak = binding == STB_WEAK,
		.is_preemptible =
			binding != STB_LOCAL && GELF_ST_VISIBILITY(symbol->st_other) == STV_DEFAULT,
	};
	if (row.is_global)
		vec_push(&table->by_name, row);
	if (is_code)
		vec_push(&table->by_address, row);
	if (!row.is_global && !is_code)
		free(row.name);
}

static struct error *read_elf(void *arg, Elf *elf, const char *name)
{
	(void)name;
	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
		GElf_Shdr header;

		if (gelf_getshdr(scn, &header) && header.sh_type == SHT_SYMTAB)
			elf_file_each_symbol(elf, scn, &header, add_symbol, arg);
	}
	return NULL;
}

static bool add_frame(void *arg, const struct eh_frame *frame)
{
	struct symbol_table *table = arg;

	if (frame->is_understood)
		vec_push(&table->by_address, ((struct symbol){ .name = xstrdup(""),
							       .address = frame->begin,
							       .size = frame->size }));
	return true;
}

/* What lies in front of a damage may be enough. */
static struct error *read_frames(void *arg, Elf *elf, const char *name)
{
	error_destroy(frames_each(elf, name, add_frame, arg));
	return NULL;
}

struct error *symbol_table_read(const char *path, struct symbol_table **ret)
{
	struct symbol_table *table = xcalloc(1, sizeof(*table));
	struct error *err = elf_file_each(path, read_elf, table);

	if (!err && !table->by_address.count)
		err = elf_file_each(path, read_frames, table);
	if (table->by_name.count)
		qsort(table->by_name.items, table->by_name.count, sizeof(struct symbol),
		      compare_names);
	if (table->by_address.count)
		qsort(table->by_address.items, table->by_address.count, sizeof(struct symbol),
		      compare_addresses);
	*ret = table;
	return err;
}

const struct symbol *symbol_find(const struct symbol_table *table, const char *name)
{
	struct symbol key = { .name = (char *)name };

	if (!table->by_name.count)
		return NULL;
	return bsearch(&key, table->by_name.items, table->by_name.count, sizeof(key),
		       compare_names);
}

const struct symbol *symbol_find_hidden(const struct symbol_table *table, const char *name)
{
	const struct symbol *found = NULL;

	for (size_t i = 0; i < table->by_address.count; i++) {
		const struct symbol *symbol = &table->by_address.items[i];

		if (symbol->is_global || strcmp(symbol->name, name) != 0)
			continue;
		if (found)
			return NULL;
		found = symbol;
	}
	return found;
}

static const struct symbol *find_at(const struct symbol_table *table, uint64_t address)
{
	struct symbol key = { .address = address };

	return table->by_address.count
		       ? bsearch(&key, table->by_address.items, table->by_address.count,
				 sizeof(key), compare_addresses)
		       : NULL;
}

uint64_t symbol_size_at(const struct symbol_table *table, uint64_t address)
{
	const struct symbol *found = find_at(table, address);

	return found ? found->size : 0;
}

const char *symbol_name_at(const struct symbol_table *table, uint64_t address)
{
	const struct symbol *found = find_at(table, address);

	return found ? found->name : "";
}
