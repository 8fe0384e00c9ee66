/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds IR and addresses. The plugin writes the link-time addresses of what a unit defines into
 * `.remt.ir.at`. What another unit defines is looked up by its name among these, and last by dlsym().
 */
#include "explore/unit.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <gelf.h>
#include <link.h>
#include <string.h>

#include "common/vec.h"
#include "common/xalloc.h"
#include "sites/elf_file.h"

struct object {
	const char *path;
	uintptr_t base;
	bool is_program;
};

static struct {
	VEC(struct unit *) units;
	/* open addressing by address */
	struct code **codes;
	size_t nr_slots;
	size_t nr_codes;
} all;

static size_t place_of(const void *address)
{
	return ((uintptr_t)address * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (all.nr_slots - 1);
}

static void insert(struct code *code)
{
	size_t i = place_of(code->address);

	while (all.codes[i] && all.codes[i]->address != code->address)
		i = (i + 1) & (all.nr_slots - 1);
	if (!all.codes[i])
		all.codes[i] = code;
}

struct code *units_code_at(const void *address)
{
	if (!all.nr_slots)
		return NULL;
	for (size_t i = place_of(address); all.codes[i]; i = (i + 1) & (all.nr_slots - 1)) {
		if (all.codes[i]->address == address)
			return all.codes[i];
	}
	return NULL;
}

void units_each_code(void (*each)(struct code *code))
{
	for (size_t i = 0; i < all.units.count; i++) {
		struct unit *unit = all.units.items[i];

		for (uint32_t e = 0; e < unit->ir->nr_entries; e++)
			each(&unit->codes[e]);
	}
}

/* ---- addresses */

/* The rows of `.remt.ir.at`: uid, number of symbols, then the address of each. */
struct addresses {
	uint64_t *words;
	size_t nr_words;
};

static void take_section(void *arg, Elf_Scn *scn)
{
	struct addresses *ret = arg;
	Elf_Data *data = elf_getdata(scn, NULL);

	if (!data || !data->d_buf)
		return;
	ret->words = xreallocarray(ret->words, ret->nr_words + data->d_size / 8, 8);
	memcpy(ret->words + ret->nr_words, data->d_buf, data->d_size / 8 * 8);
	ret->nr_words += data->d_size / 8;
}

static struct error *find_addresses(void *arg, Elf *elf, const char *name)
{
	size_t names;

	(void)name;
	if (elf_getshdrstrndx(elf, &names) < 0)
		return NULL;
	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
		GElf_Shdr header;
		const char *section;

		if (!gelf_getshdr(scn, &header))
			continue;
		section = elf_strptr(elf, names, header.sh_name);
		if (section && strcmp(section, REMT_IR_ADDRESSES_SECTION) == 0)
			take_section(arg, scn);
	}
	return NULL;
}

static const uint64_t *addresses_of(const struct addresses *addresses, const struct ir_unit *ir)
{
	for (size_t i = 0; i + 2 <= addresses->nr_words;) {
		uint64_t count = addresses->words[i + 1];

		if (count > addresses->nr_words - i - 2)
			break;
		if (addresses->words[i] == ir->uid && count == ir->nr_symbols)
			return &addresses->words[i + 2];
		i += 2 + count;
	}
	return NULL;
}

/* ---- symbols */

static void *own_address(struct unit *unit, uint32_t symbol)
{
	uint64_t *linked = (uint64_t *)unit->addresses + unit->ir->nr_symbols;

	if (!linked[symbol])
		return NULL;
	return (void *)(unit->base + linked[symbol]);
}

/* Finds NAME among what other units of the same file define. */
static void *sibling_address(struct unit *unit, const char *name)
{
	for (size_t i = 0; i < all.units.count; i++) {
		struct unit *other = all.units.items[i];

		if (other->base != unit->base)
			continue;
		for (uint32_t s = 0; s < other->ir->nr_symbols; s++) {
			const struct ir_symbol *row = &other->ir->symbols[s];

			if (row->flags & REMT_IR_DEFINED && !(row->flags & REMT_IR_STATIC) &&
			    strcmp(row->name, name) == 0) {
				void *found = own_address(other, s);

				if (found)
					return found;
			}
		}
	}
	return NULL;
}

static void *look_up(struct unit *unit, uint32_t symbol)
{
	const struct ir_symbol *row = &unit->ir->symbols[symbol];
	void *found = NULL;

	/* What a shared library exports may be another file's. */
	if (!unit->is_program && !(row->flags & REMT_IR_STATIC) && !(row->flags & REMT_IR_THREAD))
		found = dlsym(RTLD_DEFAULT, row->name);
	if (!found && row->flags & REMT_IR_DEFINED)
		found = own_address(unit, symbol);
	if (!found && !(row->flags & REMT_IR_STATIC))
		found = sibling_address(unit, row->name);
	if (!found && !(row->flags & REMT_IR_STATIC))
		found = dlsym(RTLD_DEFAULT, row->name);
	return found;
}

void *unit_address(struct unit *unit, uint32_t symbol, bool *is_found)
{
	void *found = unit->addresses[symbol];

	if (!found) {
		found = look_up(unit, symbol);
		if (!(unit->ir->symbols[symbol].flags & REMT_IR_THREAD))
			unit->addresses[symbol] = found;
	}
	*is_found = found || unit->ir->symbols[symbol].flags & REMT_IR_WEAK;
	return found;
}

/* ---- IR */

static void add_codes(struct unit *unit)
{
	const struct ir_unit *ir = unit->ir;

	unit->codes = xcalloc(ir->nr_entries + 1, sizeof(*unit->codes));
	unit->entry_of = xcalloc(ir->nr_symbols + 1, sizeof(*unit->entry_of));
	for (uint32_t e = 0; e < ir->nr_entries; e++) {
		struct code *code = &unit->codes[e];

		code->unit = unit;
		code->entry = &ir->entries[e];
		code->name = ir->symbols[code->entry->symbol].name;
		code->address = own_address(unit, code->entry->symbol);
		if (code->entry->refusal != REMT_IR_REFUSED_NONE)
			code->refusal = ir_refusal_text(code->entry->refusal);
		unit->entry_of[code->entry->symbol] = e + 1;
	}
	all.nr_codes += ir->nr_entries;
}

static void add_unit(const struct object *object, const struct ir_unit *ir,
		     const struct addresses *addresses)
{
	struct unit *unit = xcalloc(1, sizeof(*unit));
	const uint64_t *linked = addresses_of(addresses, ir);

	*unit = (struct unit){
		.ir = ir,
		.path = object->path,
		.base = object->base,
		.is_program = object->is_program,
		/* addresses at run time, then those at link time */
		.addresses = xcalloc((size_t)ir->nr_symbols * 2 + 1, sizeof(void *)),
	};
	if (linked)
		memcpy(unit->addresses + ir->nr_symbols, linked, ir->nr_symbols * 8);
	vec_push(&all.units, unit);
	add_codes(unit);
}

static struct error *read_object(const struct object *object)
{
	struct ir_units *units = xcalloc(1, sizeof(*units)); /* lives as long as the process */
	struct addresses addresses = { 0 };
	struct error *err = ir_units_read(object->path, units);

	if (!err && units->nr_units)
		err = elf_file_each(object->path, find_addresses, &addresses);
	for (size_t i = 0; !err && i < units->nr_units; i++)
		add_unit(object, &units->units[i], &addresses);
	free(addresses.words);
	return err;
}

typedef VEC(struct object) objects;

static int add_object(struct dl_phdr_info *info, size_t size, void *arg)
{
	objects *list = arg;
	bool is_program = !*info->dlpi_name;

	(void)size;
	if (!is_program && info->dlpi_name[0] != '/')
		return 0; /* the kernel's */
	struct object object = {
		.path = xstrdup(is_program ? "/proc/self/exe" : info->dlpi_name),
		.base = info->dlpi_addr,
		.is_program = list->count == 0,
	};
	vec_push(list, object);
	return 0;
}

static void build_index(void)
{
	for (all.nr_slots = 64; all.nr_slots < 4 * all.nr_codes;)
		all.nr_slots *= 2;
	all.codes = xcalloc(all.nr_slots, sizeof(*all.codes));
	for (size_t i = 0; i < all.units.count; i++) {
		struct unit *unit = all.units.items[i];

		for (uint32_t e = 0; e < unit->ir->nr_entries; e++) {
			if (unit->codes[e].address)
				insert(&unit->codes[e]);
		}
	}
}

struct error *units_read(void)
{
	objects list = { 0 };
	struct error *err = NULL;

	dl_iterate_phdr(add_object, &list);
	for (size_t i = 0; !err && i < list.count; i++)
		err = read_object(&list.items[i]);
	vec_deinit(&list);
	if (!err)
		build_index();
	return err;
}
