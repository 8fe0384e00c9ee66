/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "equiv/proof.h"

#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"
#include "equiv/proof_attempt.h"
#include "equiv/proof_text.h"

const struct equiv_limits equiv_limits_default = {
	.nr_regions = 20,
	.nr_blocks = 200,
	.nr_parts = 60000,
	.nr_steps = 40000,
	.seconds = 10,
};

/* A function of the unit. */
struct part {
	const struct ir_entry *entry;
	bool is_read, has_failed;
	struct ir_function function;
	struct equiv_function structure;
};

struct equiv_prover {
	const struct ir_unit *ir;
	const struct site_table *table;
	struct part *parts; /* by entry */
};

struct equiv_prover *equiv_prover_create(const struct ir_unit *ir, const struct site_table *table)
{
	struct equiv_prover *unit = xcalloc(1, sizeof(*unit));

	unit->ir = ir;
	unit->table = table;
	unit->parts = xcalloc(ir->nr_entries + UINT32_C(1), sizeof(*unit->parts));
	for (uint32_t i = 0; i < ir->nr_entries; i++)
		unit->parts[i].entry = &ir->entries[i];
	return unit;
}

const struct site_table *equiv_prover_table(const struct equiv_prover *prover)
{
	return prover->table;
}

void equiv_prover_destroy(struct equiv_prover *unit)
{
	if (!unit)
		return;
	for (uint32_t i = 0; i < unit->ir->nr_entries; i++) {
		if (!unit->parts[i].is_read || unit->parts[i].has_failed)
			continue;
		equiv_function_deinit(&unit->parts[i].structure);
		ir_function_deinit(&unit->parts[i].function);
	}
	free(unit->parts);
	free(unit);
}

const char *equiv_verdict_text(enum equiv_verdict verdict)
{
	static const char *const texts[] = { "unknown", "equivalent",
					     "equivalent but for undefined behaviour",
					     "differs locally" };

	return texts[verdict];
}

void equiv_proof_deinit(struct equiv_proof *proof)
{
	free(proof->words);
	*proof = (struct equiv_proof){ 0 };
}

/* ---- which functions have marks of a site */

static bool read_part(const struct equiv_prover *unit, struct part *part)
{
	struct error *err;

	if (part->is_read)
		return !part->has_failed;
	part->is_read = true;
	err = ir_function_read(unit->ir, part->entry, &part->function);
	part->has_failed = err;
	error_destroy(err);
	if (!part->has_failed)
		equiv_function_init(&part->structure, &part->function);
	return !part->has_failed;
}

/* Returns the function of the unit that is called NAME by the assembler; NULL: there is none. */
static struct part *find_part(struct equiv_prover *unit, const char *name)
{
	for (uint32_t i = 0; i < unit->ir->nr_entries; i++) {
		if (strcmp(unit->ir->symbols[unit->ir->entries[i].symbol].name, name) == 0)
			return &unit->parts[i];
	}
	return NULL;
}

/* Returns the name of the function that has the block of MARK; NULL: the table does not tell. */
static const char *function_of_mark(const struct site_table *table, const struct remt_mark *mark)
{
	for (uint32_t i = 0; i < table->header->functions.count; i++) {
		const struct remt_function *function = &table->functions[i];

		if (mark->block >= function->first_block &&
		    mark->block - function->first_block < function->nr_blocks)
			return site_table_string(table, function->asm_name_str);
	}
	return NULL;
}

static void set_unknown(struct equiv_proof *proof, const char *cause)
{
	free(proof->words);
	proof->verdict = EQUIV_UNKNOWN;
	proof->cause = cause;
	proof->words = xstrdup(cause);
}

bool equiv_is_weaker(enum equiv_verdict a, enum equiv_verdict b)
{
	static const int strength[] = { 0, 3, 2, 1 };

	return strength[a] < strength[b];
}

/* Joins what was shown of one more function. PART_PROOF is taken over. */
static void join(struct equiv_proof *all, struct equiv_proof *part)
{
	unsigned nr_regions = all->nr_regions + part->nr_regions;

	if (!all->words || equiv_is_weaker(part->verdict, all->verdict)) {
		free(all->words);
		*all = *part;
		part->words = NULL;
	}
	all->nr_regions = nr_regions;
	equiv_proof_deinit(part);
}

/* ---- proofs */

static bool has_site(const struct equiv_prover *unit, uint32_t site, uint32_t alternative)
{
	return site < unit->table->header->sites.count && alternative &&
	       alternative <= unit->table->sites[site].nr_mutants;
}

static bool is_layout(const struct equiv_prover *unit, uint32_t site, uint32_t alternative)
{
	const struct remt_site *row = &unit->table->sites[site];

	return unit->table->mutants[row->first_mutant + alternative - 1].flags & REMT_MUTANT_LAYOUT;
}

void equiv_prove(struct equiv_prover *unit, uint32_t site, uint32_t alternative,
		 const struct equiv_limits *limits, struct equiv_proof *ret)
{
	const struct site_table *table = unit->table;
	bool *is_done = xcalloc(unit->ir->nr_entries + UINT32_C(1), sizeof(*is_done));

	*ret = (struct equiv_proof){ 0 };
	if (!has_site(unit, site, alternative) || is_layout(unit, site, alternative))
		set_unknown(ret, "there is no such mutant");
	for (uint32_t i = 0; i < table->header->marks.count && !ret->cause; i++) {
		const char *name = table->marks[i].site == site
					   ? function_of_mark(table, &table->marks[i])
					   : NULL;
		struct part *part = name ? find_part(unit, name) : NULL;
		struct equiv_proof proof = { 0 };

		if (table->marks[i].site != site)
			continue;
		if (!part || part->entry->refusal != REMT_IR_REFUSED_NONE ||
		    !read_part(unit, part)) {
			set_unknown(ret, "what the function does is not told");
			break;
		}
		if (is_done[part - unit->parts])
			continue;
		is_done[part - unit->parts] = true;
		function_prove(&part->structure, site, alternative, limits, &proof);
		join(ret, &proof);
	}
	if (!ret->words)
		set_unknown(ret, "the site has no marks");
	free(is_done);
}
