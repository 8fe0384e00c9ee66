/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "iso/side_split.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/xalloc.h"
#include "iso/side.h"

void side_split_init(struct side_split *split, size_t nr_tests)
{
	*split = (struct side_split){ .tests = xcalloc(nr_tests + 1, sizeof(*split->tests)) };
}

void side_split_deinit(struct side_split *split)
{
	free(split->tests);
}

void side_split_refuse(struct side_split *split, uint32_t test, const char *why)
{
	struct side_split_test *refused = &split->tests[test];

	if (!refused->nr_refused++ && !refused->why[0])
		snprintf(refused->why, sizeof(refused->why), "%s",
			 why[0] ? why : "its runs are not alike: what is negated was not met");
}

void side_split_give_up(struct side_split *split, uint32_t test, const char *why)
{
	snprintf(split->tests[test].why, sizeof(split->tests[test].why), "%s", why);
	split->tests[test].is_over = true;
}

void side_split_tell(const struct side *side)
{
	const struct test_list *tests = campaign_tests(side->campaign);

	for (size_t t = 0; side->split.tests && t < tests->nr_tests; t++) {
		const struct side_split_test *refused = &side->split.tests[t];

		if (refused->nr_refused)
			events_say(&side->events, EVENT_NOTE,
				   "test %s: %" PRIu64 " variants could not be split off: %s",
				   tests->tests[t].name, refused->nr_refused, refused->why);
	}
}
