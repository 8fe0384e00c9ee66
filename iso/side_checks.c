/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the units of a side's tests and the conditions in them that are no checks. A condition is
 * exempt if it fails in one run of a test that passes; conditions that fail in other runs only are
 * not found.
 */
#include "iso/side_checks.h"

#include <stdlib.h>

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "iso/variant.h"

struct checks_job side_checks_job(const struct side *side, enum remt_checks_mode mode)
{
	const struct side_checks *checks = &side->checks;

	if (!checks->units.count)
		mode = REMT_CHECKS_OFF;
	return (struct checks_job){
		.mode = mode,
		.units = checks->units.items,
		.nr_units = mode == REMT_CHECKS_OFF ? 0 : (uint32_t)checks->units.count,
		.exempt = checks->exempt.items,
		.nr_exempt = mode == REMT_CHECKS_OFF ? 0 : (uint32_t)checks->exempt.count,
	};
}

static void add_exempt(struct side_checks *checks, const struct remt_check *check)
{
	struct remt_exempt exempt = { .uid = check->uid, .check = check->number };

	for (size_t i = 0; i < checks->exempt.count; i++) {
		if (checks->exempt.items[i].uid == exempt.uid &&
		    checks->exempt.items[i].check == exempt.check)
			return;
	}
	if (checks->exempt.count < REMT_SESSION_MAX_EXEMPT)
		vec_push(&checks->exempt, exempt);
}

void side_exempt(struct side *side, const char *data, size_t size)
{
	const struct remt_check *check;
	size_t at = 0;

	while ((check = checks_next(data, size, &at))) {
		if (check->outcome == REMT_CHECK_FAILS)
			add_exempt(&side->checks, check);
	}
}

char *side_describe_checks(const char *data, size_t size)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };
	const struct remt_check *check;
	size_t at = 0;

	while ((check = checks_next(data, size, &at)))
		checks_describe(check, &text);
	return strbuf_take(&text);
}

static void find_units(struct side *side)
{
	const struct inventory *inventory = campaign_inventory(side->campaign);

	for (size_t u = 0; u < inventory->units.count; u++) {
		if (inventory->units.items[u].is_test &&
		    side->checks.units.count < REMT_SESSION_MAX_UNITS)
			vec_push(&side->checks.units, inventory->units.items[u].uid);
	}
}

/*
 * A condition that looks like a check and fails here guards something else: a test whose check
 * fails would not have passed.
 */
struct error *side_checks_find(struct side *side)
{
	size_t nr_tests = campaign_tests(side->campaign)->nr_tests, count = 0;
	struct variant_run *runs = xcalloc(nr_tests + 1, sizeof(*runs));
	struct error *err;

	find_units(side);
	for (uint32_t t = 0; t < nr_tests; t++) {
		if (side->ways[t])
			runs[count++] = (struct variant_run){
				.test = t,
				.mutant = BRANCH_NONE,
				.checks = REMT_CHECKS_RECORD,
				.scale = VARIANT_PATIENCE,
			};
	}
	err = side->checks.units.count ? variant_run_all(side, runs, count) : NULL;
	for (size_t i = 0; i < count; i++)
		variant_run_deinit(&runs[i]);
	free(runs);
	return err;
}

void side_checks_deinit(struct side_checks *checks)
{
	vec_deinit(&checks->units);
	vec_deinit(&checks->exempt);
}
