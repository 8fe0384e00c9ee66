/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/dump_ir.h"

#include <inttypes.h>
#include <stdio.h>

#include "common/print.h"
#include "ir/structure/structure_text.h"
#include "ir/text.h"

/* What was printed of a file. Functions are counted by the reason why what they do is not told;
 * REMT_IR_REFUSED_NONE: told. */
struct totals {
	bool has_structure; /* functions are printed with it */
	size_t by_refusal[REMT_IR_NR_REFUSALS];
	size_t nr_functions;
	uint64_t nr_statements; /* of those told, with the ends of blocks */
};

static uint64_t statements_of(const struct ir_function *function)
{
	uint64_t number = 0;

	for (uint32_t i = 0; i < function->nr_blocks; i++)
		number += function->blocks[i].nr_statements + UINT64_C(1);
	return number;
}

static struct error *print_body(const struct ir_unit *unit, const struct ir_entry *entry,
				struct totals *totals)
{
	_cleanup_ir_function_ struct ir_function function = { 0 };
	_cleanup_strbuf_ struct strbuf text = { 0 };
	struct error *err = ir_function_read(unit, entry, &function);

	if (err)
		return err;
	ir_text_function(&text, &function);
	if (totals->has_structure)
		ir_structure_text(&text, &function);
	print_lines(stdout, strbuf_get(&text), text.length);
	totals->nr_statements += statements_of(&function);
	return NULL;
}

static struct error *print_entry(const struct ir_unit *unit, const struct ir_entry *entry,
				 struct totals *totals)
{
	totals->by_refusal[entry->refusal]++;
	totals->nr_functions++;
	print("%s:%u: function %s", entry->file, entry->line, unit->symbols[entry->symbol].name);
	if (entry->refusal == REMT_IR_REFUSED_NONE) {
		print("\n");
		return print_body(unit, entry, totals);
	}
	print(" is not told: %s in line %u\n", ir_refusal_text(entry->refusal),
	      entry->refused_line);
	return NULL;
}

static void print_totals(const struct totals *totals)
{
	print("# %zu functions, %zu of them told, with %" PRIu64 " statements\n",
	      totals->nr_functions, totals->by_refusal[REMT_IR_REFUSED_NONE],
	      totals->nr_statements);
	for (unsigned i = REMT_IR_REFUSED_NONE + 1; i < REMT_IR_NR_REFUSALS; i++) {
		if (totals->by_refusal[i])
			print("#   %zu not: %s\n", totals->by_refusal[i], ir_refusal_text(i));
	}
}

static struct error *print_units(const char *path, const struct ir_units *units, bool has_structure)
{
	struct totals totals = { .has_structure = has_structure };

	for (size_t u = 0; u < units->nr_units; u++) {
		const struct ir_unit *unit = &units->units[u];

		print("# %s: unit %016" PRIx64 "\n", path, unit->uid);
		for (uint32_t i = 0; i < unit->nr_entries; i++) {
			struct error *err = print_entry(unit, &unit->entries[i], &totals);

			if (err)
				return error_wrap(err, "%s", path);
		}
	}
	print_totals(&totals);
	return NULL;
}

struct error *dump_ir(const char *path, bool has_structure)
{
	_cleanup_ir_units_ struct ir_units units = { 0 };
	struct error *err = ir_units_read(path, &units);

	if (err)
		return err;
	if (units.nr_units == 0)
		return error_create(
			ERROR_UNUSABLE,
			"%s does not tell what its functions do: it is no ELF file or was not built "
			"with -fplugin-arg-remt-ir",
			path);
	return print_units(path, &units, has_structure);
}
