/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reuse/audit.h"

#include <stdlib.h>

#include "common/hash.h"
#include "common/xalloc.h"

bool audit_takes(unsigned percent, int64_t mutant, int64_t test)
{
	int64_t key[2] = { mutant, test };

	return hash_bytes(key, sizeof(key)) % 100 < percent;
}

void audit_add(struct audit *audit, int64_t mutant, int64_t test, enum verdict verdict)
{
	vec_push(&audit->cells, ((struct audit_cell){ mutant, test, verdict }));
}

static int compare_cells(const void *a, const void *b)
{
	const struct audit_cell *x = a, *y = b;

	if (x->mutant != y->mutant)
		return x->mutant < y->mutant ? -1 : 1;
	return (x->test > y->test) - (x->test < y->test);
}

static struct error *check_cell(void *arg, const struct store_cell *cell)
{
	struct audit *audit = arg;
	const struct audit_cell wanted = { cell->mutant, cell->test, cell->verdict };
	const struct audit_cell *found = bsearch(&wanted, audit->cells.items, audit->cells.count,
						 sizeof(wanted), compare_cells);

	if (!found || cell->verdict == VERDICT_UNKNOWN)
		return NULL;
	audit->nr_found++;
	if (verdict_is_killed(cell->verdict) == verdict_is_killed(found->verdict))
		return NULL;
	audit->nr_disagreed++;
	if (!audit->disagreement)
		audit->disagreement = xasprintf("%s, and %s before", verdict_name(cell->verdict),
						verdict_name(found->verdict));
	return NULL;
}

struct error *audit_check(struct audit *audit, struct store *store)
{
	if (!audit->cells.count)
		return NULL;
	qsort(audit->cells.items, audit->cells.count, sizeof(*audit->cells.items), compare_cells);
	return store_each_cell(store, 0, check_cell, audit);
}

void audit_deinit(struct audit *audit)
{
	vec_deinit(&audit->cells);
	free(audit->disagreement);
}
