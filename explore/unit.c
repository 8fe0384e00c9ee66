/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds IR and addresses. What a unit has for itself lies where `.remt.ir.at` says; of other names
 * the file's symbol table tells which definition the linker chose, and the loader the rest.
 */
#include "explore/unit.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "common/vec.h"
#include "common/xalloc.h"
#include "explore/switched.h"
#include "explore/symbol.h"

struct object {
	const char *path;
	uintptr_t base;
	bool is_program;
	const ElfW(Phdr) * headers;
	size_t nr_headers;
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

/* ---- symbols */

const char *units_program_name_at(const void *address)
{
	for (size_t i = 0; i < all.units.count; i++) {
		const struct unit *unit = all.units.items[i];

		if (unit->is_program)
			return symbol_name_at(unit->symbols, (uintptr_t)address - unit->base);
	}
	return "";
}

/* Where the unit itself has SYMBOL, whichever definition the program uses. */
static void *own_address(const struct unit *unit, uint32_t symbol)
{
	uint64_t linked = unit->ir->addresses ? unit->ir->addresses[symbol] : 0;

	return linked ? (void *)(unit->base + linked) : NULL;
}

/* Finds NAME among what other units of the same file define for that file alone. */
static void *sibling_address(const struct unit *unit, const char *name)
{
	for (size_t i = 0; i < all.units.count; i++) {
		const struct unit *other = all.units.items[i];

		for (uint32_t s = 0; other->base == unit->base && s < other->ir->nr_symbols; s++) {
			const struct ir_symbol *row = &other->ir->symbols[s];

			if (row->flags & REMT_IR_DEFINED && !(row->flags & REMT_IR_STATIC) &&
			    strcmp(row->name, name) == 0 && own_address(other, s))
				return own_address(other, s);
		}
	}
	return NULL;
}

/* Finds a name that the linker resolved; NULL: it is no name of this file. */
static void *linked_address(const struct unit *unit, const char *name)
{
	const struct symbol *symbol = symbol_find(unit->symbols, name);
	void *found = NULL;

	if (!symbol)
		return NULL;
	if (!unit->is_program && symbol->is_preemptible)
		found = dlsym(RTLD_DEFAULT, name);
	return found ? found : (void *)(unit->base + symbol->address);
}

/* Finds a function of another unit without IR that only this file knows, such as atexit(). */
static void *hidden_address(const struct unit *unit, const char *name)
{
	const struct symbol *symbol = symbol_find_hidden(unit->symbols, name);

	return symbol ? (void *)(unit->base + symbol->address) : NULL;
}

/* A label that the compiler did not write is in no memory of the program: any address of its own will do. */
static void *label_address(const struct unit *unit, uint32_t symbol)
{
	void *own = own_address(unit, symbol);

	return own || !unit->ir->addresses ? own : xcalloc(1, 1);
}

static void *look_up(const struct unit *unit, uint32_t symbol)
{
	const struct ir_symbol *row = &unit->ir->symbols[symbol];
	void *found;

	if (row->flags & REMT_IR_LABEL)
		return label_address(unit, symbol);
	if (row->flags & REMT_IR_STATIC)
		return own_address(unit, symbol);
	found = linked_address(unit, row->name);
	/* A name that is hidden from other files is a local one by now. */
	if (!found)
		found = own_address(unit, symbol);
	if (!found)
		found = sibling_address(unit, row->name);
	if (!found)
		found = dlsym(RTLD_DEFAULT, row->name);
	return found ? found : hidden_address(unit, row->name);
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

/* True if the program may use another file's or unit's definition of a weak symbol. */
static bool is_replaced(const struct unit *unit, uint32_t symbol)
{
	const struct ir_symbol *row = &unit->ir->symbols[symbol];
	const struct symbol *linked = symbol_find(unit->symbols, row->name);

	return row->flags & REMT_IR_WEAK && !(linked && linked->is_weak);
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
		unit->entry_of[code->entry->symbol] = e + 1;
		if (code->entry->refusal != REMT_IR_REFUSED_NONE)
			code->refusal = ir_refusal_text(code->entry->refusal);
		if (is_replaced(unit, code->entry->symbol))
			code->refusal = "a weak function, in whose place another one may be";
		else
			code->address = own_address(unit, code->entry->symbol);
		if (code->address)
			code->size = symbol_size_at(unit->symbols,
						    (uintptr_t)code->address - unit->base);
	}
	all.nr_codes += ir->nr_entries;
}

static void add_unit(const struct object *object, const struct ir_unit *ir,
		     const struct symbol_table *symbols)
{
	struct unit *unit = xcalloc(1, sizeof(*unit));

	*unit = (struct unit){
		.ir = ir,
		.symbols = symbols,
		.path = object->path,
		.base = object->base,
		.is_program = object->is_program,
		.flags = switched_find(object->headers, object->nr_headers, object->base, ir->uid),
		.addresses = xcalloc((size_t)ir->nr_symbols + 1, sizeof(void *)),
	};
	vec_push(&all.units, unit);
	add_codes(unit);
}

static struct error *read_object(const struct object *object)
{
	struct ir_units *units = xcalloc(1, sizeof(*units)); /* lives as long as the process */
	struct symbol_table *symbols = NULL;
	struct error *err = ir_units_read(object->path, units);

	if (!err && units->nr_units)
		err = symbol_table_read(object->path, &symbols);
	for (size_t i = 0; !err && i < units->nr_units; i++)
		add_unit(object, &units->units[i], symbols);
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
		.headers = info->dlpi_phdr,
		.nr_headers = info->dlpi_phnum,
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
