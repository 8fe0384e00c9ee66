/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/proofs.h"

#include "cmd/cmd.h"
#include "remt/sites.h"

bool proofs_agree(const struct report_model *model)
{
	bool is_sound = true;

	for (size_t m = 0; model->nr_contradicted && m < model->nr_mutants; m++) {
		const struct report_mutant *mutant = &model->mutants[m];

		if (mutant->proof != STORE_PROOF_EQUIVALENT || report_is_equivalent(mutant))
			continue;
		if (mutant->store.flags & REMT_MUTANT_MAY_TRAP) {
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
	return is_sound;
}
