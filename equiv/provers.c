/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "equiv/provers.h"

#include <stdlib.h>

#include "common/xalloc.h"

struct loader {
	struct equiv_provers *provers;
	struct equiv_subject *subject;
};

static const struct site_table *find_table(const struct site_tables *tables, uint64_t uid)
{
	for (size_t i = 0; i < tables->nr_tables; i++) {
		if (tables->tables[i].header->uid == uid)
			return &tables->tables[i];
	}
	return NULL;
}

/* Returns the used unit of the run with this uid that has no prover yet; NULL: there is none. */
static struct equiv_unit *find_open(const struct equiv_subject *subject, uint64_t uid)
{
	for (size_t i = 0; i < subject->units.count; i++) {
		struct equiv_unit *unit = &subject->units.items[i];

		if (unit->uid == uid && unit->is_used && !unit->prover)
			return unit;
	}
	return NULL;
}

/* Returns true if a unit has got its prover from SOURCE. */
static bool take_units(struct loader *loader, const struct equiv_source *source)
{
	bool is_taken = false;

	for (size_t i = 0; i < source->units.nr_units; i++) {
		const struct ir_unit *ir = &source->units.units[i];
		const struct site_table *table = find_table(&source->tables, ir->uid);
		struct equiv_unit *unit = find_open(loader->subject, ir->uid);

		if (!table || !unit)
			continue;
		unit->prover = equiv_prover_create(ir, table);
		vec_push(&loader->provers->provers, unit->prover);
		is_taken = true;
	}
	return is_taken;
}

static void destroy_source(struct equiv_source *source)
{
	site_tables_deinit(&source->tables);
	ir_units_deinit(&source->units);
	free(source);
}

static struct error *load_module(void *arg, const struct store_module *module)
{
	struct loader *loader = arg;
	struct equiv_source *source = xcalloc(1, sizeof(*source));
	struct error *err = ir_units_read(module->path, &source->units);

	if (err) {
		/* Its units are told to have no IR. */
		error_destroy(err);
		free(source);
		return NULL;
	}
	err = site_tables_read(module->path, &source->tables);
	if (err)
		source->tables = (struct site_tables){ 0 };
	error_destroy(err);
	if (take_units(loader, source))
		vec_push(&loader->provers->sources, source);
	else
		destroy_source(source);
	return NULL;
}

struct error *equiv_provers_load(struct store *store, struct equiv_subject *subject,
				 struct equiv_provers *ret)
{
	struct loader loader = { .provers = ret, .subject = subject };

	*ret = (struct equiv_provers){ 0 };
	return store_each_module(store, load_module, &loader);
}

void equiv_provers_deinit(struct equiv_provers *provers, struct equiv_subject *subject)
{
	for (size_t i = 0; i < subject->units.count; i++)
		subject->units.items[i].prover = NULL;
	for (size_t i = 0; i < provers->provers.count; i++)
		equiv_prover_destroy(provers->provers.items[i]);
	for (size_t i = 0; i < provers->sources.count; i++)
		destroy_source(provers->sources.items[i]);
	vec_deinit(&provers->provers);
	vec_deinit(&provers->sources);
}
