/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/proofs.h"

#include <string.h>

#include "cmd/cmd.h"
#include "common/plural.h"
#include "equiv/equiv.h"
#include "remt/sites.h"

/* Of what may trap, only the compiler's proof says nothing: it may remove what the instrumented program executes. */
static bool is_excused(const struct report_mutant *mutant)
{
	return mutant->store.flags & REMT_MUTANT_MAY_TRAP &&
	       strcmp(mutant->proof_method, EQUIV_METHOD_COMPILER) == 0;
}

/* No error: nobody was told that it is proven. */
static void tell_probable(const struct report_mutant *mutant)
{
	bool is_killed = mutant->status == REPORT_KILLED || mutant->status == REPORT_TIMEOUT;

	if (is_killed &&
	    strncmp(mutant->probable_text, STORE_PROBABLY ": ", strlen(STORE_PROBABLY ": ")) == 0)
		cmd_warn(
			"a test kills mutant %s, which is called %s: the model of regions is wrong there, or something "
			"undefined is executed",
			mutant->store.id, mutant->probable_text);
}

/* Says how many proofs of FILE do not count, as one of them is wrong. */
static void tell_void(const struct report_model *model, const struct report_file *file)
{
	size_t nr = 0;

	for (size_t m = file->first_mutant; m < file->first_mutant + file->nr_mutants; m++)
		nr += model->mutants[m].is_void && !report_is_contradicted(&model->mutants[m]);
	if (nr)
		cmd_say("error: nothing else that is proven in %s counts either: %zu mutant%s stay%s in the score",
			file->path, nr, plural(nr), plural_of(nr, "s", ""));
}

/* Names two mutants of which a test tells that they are not the same. */
static void tell_unlike(const struct report_model *model, const struct report_mutant *mutant)
{
	for (const struct report_mutant *first = model->mutants; first < mutant; first++) {
		if (mutant->first_same[0] && strcmp(first->first_same, mutant->first_same) == 0 &&
		    report_is_unlike(first, mutant)) {
			cmd_warn(
				"a test kills only one of the mutants %s and %s, of which GCC makes the same object: "
				"the test is not stable, something undefined is executed (`remt verify` tells), or "
				"remt is wrong",
				first->store.id, mutant->store.id);
			return;
		}
	}
}

bool proofs_agree(const struct report_model *model)
{
	bool is_sound = true;

	for (size_t m = 0; m < model->nr_mutants; m++)
		tell_probable(&model->mutants[m]);
	for (size_t m = 0; model->nr_contradicted && m < model->nr_mutants; m++) {
		const struct report_mutant *mutant = &model->mutants[m];

		if (!report_is_contradicted(mutant))
			continue;
		if (is_excused(mutant)) {
			cmd_warn(
				"a test kills mutant %s, which traps where the compiler may remove it; it does not "
				"count as equivalent (%s)",
				mutant->store.id, mutant->proof_text);
			continue;
		}
		is_sound = false;
		cmd_say("error: a test kills mutant %s, which is proven equivalent (%s): the test is not stable, "
			"something undefined is executed (`remt verify` tells), or remt is wrong",
			mutant->store.id, mutant->proof_text);
	}
	for (size_t m = 0; model->nr_unlike && m < model->nr_mutants; m++)
		tell_unlike(model, &model->mutants[m]);
	for (size_t f = 0; f < model->nr_files; f++)
		tell_void(model, &model->files[f]);
	return is_sound;
}
