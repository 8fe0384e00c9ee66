/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/matrix/infection.h"

#include "common/hash.h"

bool infection_decides(const struct inventory *inventory, const struct baseline *baseline,
		       struct plan_cell cell)
{
	const struct coverage_entry *entry;

	if (!baseline_knows_infection(baseline))
		return false;
	entry = coverage_find(&baseline->coverage, inventory->mutants.items[cell.mutant].place);
	return entry && !coverage_infects(entry, inventory, cell.mutant);
}

bool infection_audits(const struct infection *infection, const struct inventory *inventory,
		      struct plan_cell cell)
{
	uint64_t key[3] = { infection->seed, inventory->mutants.items[cell.mutant].id, cell.test };

	return hash_bytes(key, sizeof(key)) % 100 < infection->audit;
}
