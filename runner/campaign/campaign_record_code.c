/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts the code into the store: files, modules, units and mutants. */

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "runner/campaign/campaign_state.h"
#include "sites/foreign.h"
#include "sites/linkage.h"
#include "sites/resolution.h"

static struct error *record_files(struct campaign *campaign)
{
	for (size_t i = 0; i < campaign->inventory.files.count; i++) {
		const struct inventory_file *file = &campaign->inventory.files.items[i];
		struct store_file stored = {
			.path = file->path,
			.hash = file->hash,
			.folded = file->folded,
			.macro = file->macro,
			.shape = file->shape,
			.user = file->user,
		};

		if (file->is_test)
			continue;
		struct error *err = store_put_file(campaign->store, &stored);

		if (err)
			return err;
	}
	return NULL;
}

/* Of code that is not instrumented only its identity is known. */
static struct error *record_subject(struct campaign *campaign, uint32_t number,
				    const struct subject *subject)
{
	struct store_module stored = {
		.module = number,
		.path = subject->path,
		.foreign = subject->path,
		.content = subject->module.uid,
		.resolution = "",
	};

	return store_put_module(campaign->store, &stored);
}

static struct error *record_module(struct campaign *campaign, uint32_t number,
				   const struct site_tables *tables)
{
	const char *path = campaign->modules.modules.items[number].path;
	_cleanup_free_ char *resolution = NULL;
	struct store_module stored = { .module = number, .path = path };
	struct foreign foreign = { 0 };
	struct error *err = linkage_read(path, &stored.linkage);

	if (!err)
		err = resolution_read(path, tables, &resolution);
	if (!err)
		err = foreign_read(path, tables, &foreign);
	if (!err && (foreign_name(&foreign) || foreign.is_optimized))
		stored.content = resolution_image(resolution);
	stored.resolution = resolution;
	stored.foreign = foreign_name(&foreign);
	if (!stored.foreign)
		stored.foreign = "";
	if (!err)
		err = store_put_module(campaign->store, &stored);
	foreign_deinit(&foreign);
	return err;
}

/*
 * Records the units of one module. A unit that another module has, too, is put again, which changes
 * nothing.
 */
static struct error *record_units_of(struct campaign *campaign, uint32_t number)
{
	const struct module *module = &campaign->modules.modules.items[number];
	struct site_tables tables = { 0 };
	struct error *err = module_tables(module, &tables);

	if (!err)
		err = module->subject ? record_subject(campaign, number, module->subject)
				      : record_module(campaign, number, &tables);
	for (size_t i = 0; !err && i < tables.nr_tables; i++) {
		const struct site_table *table = &tables.tables[i];
		_cleanup_free_ char *source = inventory_path(
			&campaign->inventory, site_table_string(table, table->header->comp_dir_str),
			site_table_string(table, table->header->input_str));
		struct store_unit unit = {
			.uid = table->header->uid,
			.source = source,
			.content = table->header,
			.size = table->header->size,
		};

		struct store_link link = {
			.uid = unit.uid,
			.module = number,
			.is_library = module->kind == INVENTORY_LIBRARY,
		};

		err = store_put_unit(campaign->store, &unit);
		if (!err)
			err = store_put_link(campaign->store, &link);
	}
	if (!module->subject)
		site_tables_deinit(&tables);
	return err;
}

static struct error *record_units(struct campaign *campaign)
{
	struct error *err = NULL;

	for (uint32_t i = 0; !err && i < campaign->modules.modules.count; i++)
		err = record_units_of(campaign, i);
	return err;
}

static struct error *record_instances(struct campaign *campaign,
				      const struct inventory_mutant *mutant, int64_t key)
{
	const struct inventory *inventory = &campaign->inventory;

	for (uint32_t i = 0; i < mutant->nr_instances; i++) {
		const struct inventory_instance *instance =
			&inventory->instances.items[mutant->first_instance + i];
		struct store_instance stored = {
			.mutant = key,
			.uid = inventory->units.items[instance->unit].uid,
			.site = instance->site,
			.function = instance->function,
			.alternative = instance->alternative,
		};
		struct error *err = store_put_instance(campaign->store, &stored);

		if (err)
			return err;
	}
	return NULL;
}

static struct error *record_mutants(struct campaign *campaign)
{
	const struct inventory *inventory = &campaign->inventory;

	campaign->mutant_keys =
		xcalloc(inventory->mutants.count + 1, sizeof(*campaign->mutant_keys));
	for (size_t i = 0; i < inventory->mutants.count; i++) {
		const struct inventory_mutant *mutant = &inventory->mutants.items[i];
		struct store_mutant stored = {
			.file = mutant->file,
			.function = mutant->function,
			.line = mutant->line,
			.column = mutant->column,
			.end_line = mutant->end_line,
			.end_column = mutant->end_column,
			.site_line = mutant->site_line,
			.site_column = mutant->site_column,
			.site_end_line = mutant->site_end_line,
			.site_end_column = mutant->site_end_column,
			.op = mutant->op,
			.replacement = mutant->replacement,
			.description = mutant->description,
			.line_hash = mutant->line_hash,
			.flags = mutant->flags,
		};

		inventory_id_text(mutant->id, stored.id);
		struct error *err = store_put_mutant(campaign->store, &stored);

		if (!err)
			err = record_instances(campaign, mutant, stored.key);
		if (err)
			return err;
		campaign->mutant_keys[i] = stored.key;
	}
	return NULL;
}

struct error *campaign_record_code(struct campaign *campaign)
{
	struct error *err = record_files(campaign);

	if (!err)
		err = record_units(campaign);
	return err ? err : record_mutants(campaign);
}
