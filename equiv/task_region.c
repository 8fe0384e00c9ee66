/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "equiv/task_region.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "equiv/proof.h"

/* Of a process; the IR, which the parent has read, counts. */
#define MAX_MEMORY (UINT64_C(3) << 30)

static void limit(unsigned timeout_s)
{
#ifndef __SANITIZE_ADDRESS__ /* it needs more itself */
	const struct rlimit memory = { MAX_MEMORY, MAX_MEMORY };

	setrlimit(RLIMIT_DATA, &memory);
#endif
	const struct rlimit time = { timeout_s, timeout_s };
	const struct rlimit none = { 0, 0 };

	setrlimit(RLIMIT_CPU, &time);
	setrlimit(RLIMIT_CORE, &none);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
}

/* An edit of the file reaches each unit that has functions of it: one without a site can't be told. */
static bool has_all_units(const struct equiv_mutant *mutant)
{
	for (size_t u = 0; u < mutant->units.count; u++) {
		bool is_found = false;

		for (size_t i = 0; i < mutant->instances.count && !is_found; i++)
			is_found = mutant->instances.items[i].unit == mutant->units.items[u];
		if (!is_found)
			return false;
	}
	return true;
}

static bool is_site(const struct equiv_mutant *mutant, uint32_t unit, uint32_t site)
{
	for (size_t i = 0; i < mutant->instances.count; i++) {
		if (mutant->instances.items[i].unit == unit &&
		    mutant->instances.items[i].site == site)
			return true;
	}
	return false;
}

/* True if FUNCTION has a mark of the mutant. */
static bool has_mark(const struct equiv_mutant *mutant, uint32_t unit,
		     const struct site_table *table, const struct remt_function *function)
{
	for (uint32_t i = 0; i < table->header->marks.count; i++) {
		const struct remt_mark *mark = &table->marks[i];

		if (mark->block >= function->first_block &&
		    mark->block - function->first_block < function->nr_blocks &&
		    is_site(mutant, unit, mark->site))
			return true;
	}
	return false;
}

/* The same of functions: a file that is included twice in a unit gives it two of them on one line. */
static bool has_all_functions(const struct equiv_mutant *mutant, uint32_t u,
			      const struct equiv_unit *unit)
{
	const struct site_table *table = equiv_prover_table(unit->prover);

	for (uint32_t i = 0; i < table->header->functions.count; i++) {
		const struct remt_function *function = &table->functions[i];

		if (function->file < unit->files.count &&
		    strcmp(unit->files.items[function->file].path, mutant->mutant->file) == 0 &&
		    mutant->mutant->line >= function->line &&
		    mutant->mutant->line <= function->end_line &&
		    !has_mark(mutant, u, table, function))
			return false;
	}
	return true;
}

/* Returns what the text begins with. */
static const char *claim_of(enum equiv_verdict verdict)
{
	switch (verdict) {
	case EQUIV_EQUIVALENT: return STORE_PROBABLY ": ";
	case EQUIV_BUT_FOR_UNDEFINED: return STORE_PROBABLY_BUT_UB ": ";
	case EQUIV_UNKNOWN:
	case EQUIV_DIFFERS: break;
	}
	return "";
}

/* The regions are gone through in a model of the code, which is not trusted: its result is a text, and no proof. */
static void write_proof(const struct equiv_proof *proof, struct equiv_answer *ret)
{
	const char *claim = claim_of(proof->verdict);

	ret->kind = STORE_PROOF_NONE;
	if (!proof->first_line)
		snprintf(ret->text, sizeof(ret->text), "%s%s", claim, proof->words);
	else if (proof->first_line == proof->last_line)
		snprintf(ret->text, sizeof(ret->text), "%s%s (line %u)", claim, proof->words,
			 proof->first_line);
	else
		snprintf(ret->text, sizeof(ret->text), "%s%s (lines %u to %u)", claim, proof->words,
			 proof->first_line, proof->last_line);
}

void equiv_region_answer(const struct equiv_subject *subject, const struct equiv_task *task,
			 unsigned timeout_s, struct equiv_answer *ret)
{
	const struct equiv_mutant *mutant = &subject->mutants.items[task->mutant];
	enum equiv_verdict worst = EQUIV_UNKNOWN;
	bool is_first = true;

	limit(timeout_s);
	if (!has_all_units(mutant)) {
		snprintf(ret->text, sizeof(ret->text),
			 "a unit with functions of this file has no site of it");
		return;
	}
	if (!has_all_functions(mutant, task->unit, &subject->units.items[task->unit])) {
		snprintf(ret->text, sizeof(ret->text),
			 "a function with this line has no mark of it");
		return;
	}
	for (size_t i = 0; i < mutant->instances.count; i++) {
		const struct equiv_instance *instance = &mutant->instances.items[i];
		_cleanup_equiv_proof_ struct equiv_proof proof = { 0 };

		if (instance->unit != task->unit)
			continue;
		equiv_prove(subject->units.items[task->unit].prover, instance->site,
			    instance->alternative, &equiv_limits_default, &proof);
		if (is_first || equiv_is_weaker(proof.verdict, worst)) {
			worst = proof.verdict;
			write_proof(&proof, ret);
		}
		is_first = false;
	}
}
