/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Opens one version: a campaign that stops after its baseline. The filter of operators keeps the
 * mutants of branches, and the others only if they are wanted.
 */
#include "iso/side.h"

#include <string.h>

#include "common/path.h"
#include "common/xalloc.h"

static void say(void *arg, enum event_level level, const char *text)
{
	const struct side *side = arg;

	events_say(side->outer, level, "%s version: %s", side->label, text);
}

static void show_progress(void *arg, const struct progress *progress)
{
	const struct side *side = arg;

	side->outer->progress(side->outer->arg, progress);
}

static bool wants_operator(void *arg, const char *op)
{
	struct side *side = arg;
	bool is_wanted = branch_is_operator(op);

	side->has_branches |= is_wanted;
	return is_wanted || side->with_mutants;
}

static void find_ways(struct side *side)
{
	struct campaign *campaign = side->campaign;
	size_t nr_tests = campaign_tests(campaign)->nr_tests;
	const struct inventory *inventory = campaign_inventory(campaign);

	side->directories[0] = (char *)side->directory;
	side->directories[1] = inventory->root;
	if (path_is_below(side->directory, inventory->root)) {
		side->directories[0] = inventory->root;
		side->directories[1] = (char *)side->directory;
	}
	branches_find(inventory, &side->branches);
	side_split_init(&side->split, nr_tests);
	side->ways = xcalloc(nr_tests + 1, sizeof(*side->ways));
	side->traced_us = xcalloc(nr_tests + 1, sizeof(*side->traced_us));
	for (size_t t = 0; t < nr_tests; t++) {
		if (!baseline_takes_part(campaign_baseline(campaign, t)))
			continue;
		side->ways[t] = xcalloc(side->branches.items.count, sizeof(uint8_t));
		branches_add_ways(&side->branches, inventory,
				  &campaign_baseline(campaign, t)->coverage, side->ways[t]);
	}
}

/*
 * Discovers the tests. A build for mutation testing alone has mutants, but none that is a branch:
 * the error says so.
 */
static struct error *discover(struct side *side)
{
	struct error *err = campaign_discover(side->campaign);

	if (!err || side->opts.binaries || side->has_branches ||
	    !campaign_inventory(side->campaign)->nr_left_out_filter)
		return err;
	error_destroy(err);
	return error_create(ERROR_UNUSABLE,
			    "%s has no conditions that can be negated in what is asked for: was it "
			    "built with -fplugin-arg-remt-preset=iso beside the flags of `remt "
			    "cflags`?",
			    side->directory);
}

struct error *side_open(struct side *side, const char *label, const char *directory,
			const struct campaign_opts *opts, bool with_mutants,
			const struct events *events)
{
	struct error *err;

	*side = (struct side){ .label = label, .directory = directory, .opts = *opts };
	side->store = path_join(directory, ".remt");
	side->opts.directory = directory;
	side->opts.store = side->store;
	side->opts.filter.wants_operator = wants_operator;
	side->opts.filter.operator_arg = side;
	side->with_mutants = with_mutants;
	side->outer = events;
	side->events = (struct events){ .arg = side, .say = say, .progress = show_progress };
	err = campaign_open(&side->opts, &side->events, &side->campaign);
	if (err)
		return err;
	err = campaign_go_without_store(side->campaign);
	if (!err)
		err = discover(side);
	if (!err)
		err = campaign_run_baseline(side->campaign);
	if (!err) {
		find_ways(side);
		err = side_checks_find(side);
	}
	return error_wrap(err, "%s version", label);
}

void side_close(struct side *side)
{
	for (size_t t = 0; side->ways && t < campaign_tests(side->campaign)->nr_tests; t++)
		free(side->ways[t]);
	free(side->ways);
	free(side->traced_us);
	branches_deinit(&side->branches);
	campaign_close(side->campaign);
	side_checks_deinit(&side->checks);
	side_split_deinit(&side->split);
	free(side->store);
}

uint32_t side_find_test(const struct side *side, const char *name)
{
	for (size_t t = 0; t < campaign_tests(side->campaign)->nr_tests; t++) {
		if (side->ways[t] &&
		    strcmp(campaign_tests(side->campaign)->tests[t].name, name) == 0)
			return (uint32_t)t;
	}
	return UINT32_MAX;
}
