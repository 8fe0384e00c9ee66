/* SPDX-License-Identifier: GPL-3.0-or-later */
/* remt run --base: what is carried over from an earlier run. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/progress.h"
#include "cmd/run.h"
#include "common/cleanup.h"
#include "common/path.h"
#include "common/xalloc.h"

/* Which rules saved which executions. */
static void tell(const struct settle *settle, const struct run_args *args, const char *base,
		 const struct events *events)
{
	char spent[32];

	if (settle->is_resumed)
		return;
	if (!settle->run) {
		if (args->base)
			events_say(events, EVENT_WARNING,
				   "%s holds no run, nothing is carried over", base);
		return;
	}
	events_say(events, EVENT_NOTE,
		   "%" PRIu64 " verdicts of the run of %s hold and are carried over; not %" PRIu64
		   " of tests that are not the same, %" PRIu64
		   " where changed code was executed before the mutant, %" PRIu64
		   " where it can be after; found in %s",
		   settle->nr_held + settle->audits.count, settle->started, settle->nr_refused,
		   settle->nr_before, settle->nr_after,
		   progress_duration(settle->spent_ms, spent, sizeof(spent)));
	for (char **refusal = settle->refusals; refusal && *refusal; refusal++)
		events_say(events, EVENT_NOTE, "nothing is carried over of %s", *refusal);
}

/* The store that --base means, absolute; owned by the caller. */
static char *base_store(const struct run_args *args)
{
	if (!args->base)
		return xstrdup(args->campaign.store);
	_cleanup_free_ char *path = path_absolute(args->campaign.directory, args->base);

	return store_is_at(path) ? TAKE(path) : path_join(path, ".remt");
}

struct error *run_reuse(struct campaign *campaign, const struct run_args *args,
			const struct events *events, struct settle *ret)
{
	_cleanup_free_ char *base = base_store(args);
	const struct settle_opts opts = { .base = base, .audit = args->audit_reuse };
	struct error *err;

	*ret = (struct settle){ 0 };
	if (args->base ? strcmp(args->base, RUN_NO_BASE) == 0 : args->campaign.allow_network)
		return NULL;
	err = settle_cells(campaign, &opts, ret);
	if (!err) {
		tell(ret, args, base, events);
	} else if (!args->base && err->code == ERROR_UNUSABLE) {
		events_say(events, EVENT_NOTE, "nothing is carried over: %s", err->message);
		error_destroy(err);
		err = NULL;
	}
	return err;
}

struct error *run_check_reuse(struct campaign *campaign, struct settle *settle,
			      const struct events *events)
{
	struct error *err = settle_check(campaign, settle);

	if (err || !settle->audits.count)
		return err;
	events_say(events, EVENT_NOTE,
		   "audit: %" PRIu64
		   " verdicts that could be carried over were found again, %" PRIu64 " were others",
		   settle->nr_audited, settle->nr_disagreed);
	if (settle->nr_disagreed)
		return error_create(ERROR_INTERNAL,
				    "verdicts were carried over wrongly: %s; please report it, and "
				    "run without --base",
				    settle->disagreement);
	return NULL;
}
