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
	struct part *parts;  /* by entry */
	const char *refusal; /* why nothing is shown of the unit; NULL: there is no reason */
};

/* True for what the compiler answers as it likes, by what it knows where the call stands, or after inlining. */
static bool has_question(const struct ir_unit *ir)
{
	static const char *const names[] = { "__builtin_constant_p", "__builtin_object_size",
					     "__builtin_dynamic_object_size",
					     "__builtin_is_constant_evaluated" };

	for (uint32_t i = 0; i < ir->nr_symbols; i++) {
		for (size_t k = 0; k < sizeof(names) / sizeof(names[0]); k++) {
			if (strcmp(ir->symbols[i].name, names[k]) == 0 ||
			    strcmp(ir->symbols[i].source_name, names[k]) == 0)
				return true;
		}
	}
	return false;
}

/* True if an option gives arithmetic or addresses another meaning than terms have. */
static bool has_other_arithmetic(const struct site_table *table)
{
	static const char *const options[] = {
		"-ftrapv",
		"-fsanitize",
		"-frounding-math",
		"-mfpmath",
		"-ffast-math",
		"-Ofast",
		"-funsafe-math",
		"-ffinite-math",
		"-fassociative-math",
		"-freciprocal-math",
		"-fsignaling",
		"-fexcess-precision",
		"-ffloat-store",
		"-fno-signed-zeros",
		"-fno-trapping-math",
		"-fnon-call-exceptions",
		"-m32",
		"-mx32",
		"-m16",
	};
	const char *command = site_table_string(table, table->header->command_str);

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		if (strstr(command, options[i]))
			return true;
	}
	return !command[0];
}

struct equiv_prover *equiv_prover_create(const struct ir_unit *ir, const struct site_table *table)
{
	struct equiv_prover *unit = xcalloc(1, sizeof(*unit));

	unit->ir = ir;
	unit->table = table;
	if (has_question(ir))
		unit->refusal = "the unit asks the compiler what it knows";
	else if (has_other_arithmetic(table))
		unit->refusal = "the unit was compiled with options that change arithmetic";
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
	else if (unit->refusal)
		set_unknown(ret, unit->refusal);
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
