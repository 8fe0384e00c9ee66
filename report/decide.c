/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/decide.h"

#include <string.h>

/*
 * Marks all mutants of a function as changing if one of them is. Where a test takes other ways
 * from run to run, its next run may reach mutants that it did not reach, and kill ones that
 * survived.
 */
static void spread_changing(struct report_model *model, const struct report_file *file)
{
	const char *last = "";
	struct report_mutant *mutants = model->mutants + file->first_mutant;

	for (size_t i = 0; i < file->nr_mutants; i++) {
		const char *function = mutants[i].store.function;

		/* Equal texts are the same string in the pool. */
		if (!mutants[i].is_changing || !function[0] || function == last)
			continue;
		last = function;
		for (size_t j = 0; j < file->nr_mutants; j++)
			mutants[j].is_changing |= mutants[j].store.function == function;
	}
}

static void doubt(struct report_mutant *mutant, bool is_quarantined)
{
	bool is_reached = mutant->status == REPORT_SURVIVED;

	if (is_quarantined) {
		mutant->doubt = REPORT_QUARANTINED;
		mutant->reason = is_reached ? "a quarantined test reaches it, too"
					    : "reached by quarantined tests only";
	} else if (mutant->is_changing) {
		mutant->doubt = REPORT_CHANGING;
		mutant->reason = "a test takes other ways through its function from run to run";
	}
}

/* Decides status, doubt and reason of a mutant that was not killed. */
static void decide(struct report_model *model, size_t m)
{
	struct report_mutant *mutant = &model->mutants[m];
	const struct report_test *blind = NULL;
	bool is_reached = false, is_pending = false, is_quarantined = false;

	for (size_t t = 0; t < model->nr_tests; t++) {
		const struct report_test *test = &model->tests[t];
		bool covers = report_covers(model, m, t), decides = report_decides(model, m, t);

		if (test->quarantined) {
			is_quarantined |= covers;
			continue;
		}
		is_reached |= covers;
		is_pending |= (covers && !decides) || report_is_unknown(model, m, t);
		if (test->reason[0] && !decides && !blind)
			blind = test;
	}
	if (is_pending || blind) {
		mutant->status = REPORT_UNKNOWN;
		mutant->doubt = REPORT_UNDECIDED;
		if (blind && !mutant->reason[0])
			mutant->reason = blind->reason;
		if (!mutant->reason[0])
			mutant->reason = "not run";
		return;
	}
	mutant->reason = "";
	mutant->status = is_reached ? REPORT_SURVIVED : REPORT_NOT_REACHED;
	doubt(mutant, is_quarantined);
}

static void count_mutant(struct report_count *count, const struct report_mutant *mutant)
{
	count->by_status[mutant->status]++;
	count->by_doubt[mutant->doubt]++;
	count->equivalent[mutant->status] += report_is_equivalent(mutant);
	count->but_ub += report_is_but_ub(mutant);
}

/* True if the compiler makes the same object of both. Equal texts are the same string in the pool. */
static bool is_same(const struct report_mutant *one, const struct report_mutant *other)
{
	return one->first_same[0] && one->first_same == other->first_same;
}

/*
 * Ties MUTANT to the first one before it, from FIRST on, that has its object and its status. What the first of all can't
 * stand for, as that has another status, another one may.
 */
static void tie_duplicate(struct report_model *model, struct report_mutant *first,
			  struct report_mutant *mutant)
{
	bool is_unlike = false;

	for (; first < mutant; first++) {
		if (!is_same(first, mutant))
			continue;
		is_unlike |= report_is_unlike(first, mutant);
		if (mutant->is_duplicate || first->is_duplicate ||
		    first->status != mutant->status || first->doubt != mutant->doubt)
			continue;
		mutant->is_duplicate = true;
		mutant->stands_in = first->store.id;
		first->nr_duplicates++;
		model->nr_duplicates++;
	}
	model->nr_unlike += is_unlike;
}

static void tie_duplicates(struct report_model *model, const struct report_file *file)
{
	struct report_mutant *first = &model->mutants[file->first_mutant];

	for (size_t i = 0; i < file->nr_mutants; i++) {
		if (first[i].first_same[0])
			tie_duplicate(model, first, &first[i]);
	}
}

void report_decide(struct report_model *model)
{
	for (size_t f = 0; f < model->nr_files; f++) {
		struct report_file *file = &model->files[f];

		spread_changing(model, file);
		for (size_t m = file->first_mutant; m < file->first_mutant + file->nr_mutants;
		     m++) {
			struct report_mutant *mutant = &model->mutants[m];

			if (mutant->status != REPORT_KILLED && mutant->status != REPORT_TIMEOUT)
				decide(model, m);
			count_mutant(&file->count, mutant);
			count_mutant(&model->count, mutant);
			model->nr_contradicted += report_is_contradicted(mutant);
		}
		tie_duplicates(model, file);
	}
}
