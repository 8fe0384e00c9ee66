/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decides whether an unfinished run is resumed: only if its tests would still do the same. */
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "runner/campaign/campaign_state.h"
#include "runner/campaign/surroundings.h"
#include "runner/test/test_record.h"

struct check {
	const struct campaign *campaign;
	char *other; /* what has changed; NULL: nothing */
};

static struct error *check_input(void *arg, const struct store_input *input)
{
	struct check *check = arg;
	enum input_use use = (enum input_use)input->use;

	if (!check->other &&
	    inputs_state(check->campaign->inputs, input->path, use) != input->state)
		check->other = xstrdup(input->path);
	return NULL;
}

static struct error *check_test(void *arg, const struct store_test *stored)
{
	struct check *check = arg;
	const struct test_list *tests = &check->campaign->suite.tests;
	struct test old;
	struct error *err = test_record_read(stored->record, &old);

	if (err)
		return err;
	for (size_t i = 0; i < tests->nr_tests && !check->other; i++) {
		if (strcmp(tests->tests[i].name, stored->name) != 0)
			continue;
		_cleanup_free_ char *variable =
			surroundings_find_variable(old.environ, tests->tests[i].environ);

		if (variable)
			check->other = xasprintf("%s in the environment of test %s", variable,
						 stored->name);
	}
	test_deinit(&old);
	return NULL;
}

static struct error *check_surroundings(struct check *check)
{
	_cleanup_free_ char *before = NULL, *after = surroundings_describe();
	struct error *err = store_get_meta(check->campaign->store, "surroundings", &before);

	if (!err && before)
		check->other = surroundings_find_other(before, after);
	return err;
}

struct error *campaign_check_resume(struct campaign *campaign, const char *plan)
{
	struct check check = { .campaign = campaign };
	struct store_run last;
	struct error *err = store_get_run(campaign->store, &last);

	if (err) { /* there is no run yet */
		error_destroy(err);
		return NULL;
	}
	if (last.finished[0] || strcmp(last.plan, plan) != 0)
		return NULL;
	err = check_surroundings(&check);
	if (!err)
		err = store_each_test(campaign->store, check_test, &check);
	if (!err)
		err = store_each_input(campaign->store, check_input, &check);
	if (!err && check.other) {
		events_say(campaign->events, EVENT_NOTE,
			   "the unfinished run is not resumed: %s has changed", check.other);
		err = store_give_up_run(campaign->store);
	}
	free(check.other);
	return err;
}
