/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `remt run --base`: finds the base, carries over its verdicts, and tells the user what was carried
 * over.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/progress.h"
#include "cmd/run.h"
#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/xalloc.h"
#include "runner/campaign/commit.h"

/* Tells which rules saved which executions. */
static void tell(const struct carry_over *carry_over, const struct run_args *args,
		 const struct carry_over_opts *opts, const struct events *events)
{
	char spent[32];

	if (carry_over->is_resumed)
		return;
	if (!carry_over->run) {
		if (args->base)
			events_say(events, EVENT_WARNING,
				   "%s holds no run%s%s, nothing is carried over", opts->base,
				   opts->commit ? " of commit " : "",
				   opts->commit ? opts->commit : "");
		return;
	}
	if (carry_over->is_other_commit)
		events_say(events, EVENT_WARNING,
			   "%s holds no run of commit %s, the last run is taken instead",
			   opts->base, opts->commit);
	events_say(events, EVENT_NOTE,
		   "%" PRIu64 " verdicts of the run of %s hold and are carried over; not %" PRIu64
		   " of tests that are not the same, %" PRIu64
		   " where changed code was executed before the mutant, %" PRIu64
		   " where it can be after, %" PRIu64
		   " where a file has changed that only mutated runs name, %" PRIu64
		   " where nobody knows what these name, %" PRIu64
		   " of mutants that are others now or not reached any more; found in %s",
		   carry_over->nr_held + carry_over->audit.cells.count, carry_over->started,
		   carry_over->nr_refused, carry_over->nr_before, carry_over->nr_after,
		   carry_over->nr_file, carry_over->nr_unseen, carry_over->nr_gone,
		   progress_duration(carry_over->spent_ms, spent, sizeof(spent)));
	for (char **refusal = carry_over->refusals; refusal && *refusal; refusal++)
		events_say(events, EVENT_NOTE, "nothing is carried over of %s", *refusal);
}

/* What --base means. */
struct base {
	char *store;  /* absolute; NULL: --base is no store; owned */
	char *commit; /* NULL: any commit; owned */
};

static struct base base_find(const struct campaign *campaign, const struct run_args *args)
{
	const char *own = campaign_opts(campaign)->store;

	if (!args->base)
		return (struct base){ .store = xstrdup(own) };
	_cleanup_free_ char *path = path_absolute(campaign_opts(campaign)->directory, args->base);
	_cleanup_free_ char *below = path_join(path, ".remt");

	if (store_is_at(path))
		return (struct base){ .store = TAKE(path) };
	if (store_is_at(below))
		return (struct base){ .store = TAKE(below) };
	char *commit = commit_find(campaign_inventory(campaign)->root, args->base);

	return (struct base){ .store = commit ? xstrdup(own) : NULL, .commit = commit };
}

static void base_deinit(struct base *base)
{
	free(base->store);
	free(base->commit);
}

struct error *run_check_base(const struct run_args *args)
{
	if (!args->base || strcmp(args->base, RUN_NO_BASE) == 0 || !strchr(args->base, '/'))
		return NULL;
	_cleanup_free_ char *path = path_absolute(args->campaign.directory, args->base);

	/* no path: the name of a branch may have a slash, too */
	if (args->base[0] != '/' && args->base[0] != '.')
		return NULL;
	return fs_exists(path)
		       ? NULL
		       : error_create(ERROR_UNUSABLE, "--base: %s does not exist", args->base);
}

struct error *run_reuse(struct campaign *campaign, const struct run_args *args,
			const struct events *events, struct carry_over *ret)
{
	struct base base;
	struct error *err;

	*ret = (struct carry_over){ 0 };
	if (args->campaign.binaries || args->audit_equivalents)
		return NULL;
	if (args->base ? strcmp(args->base, RUN_NO_BASE) == 0 : args->campaign.allow_network)
		return NULL;
	base = base_find(campaign, args);
	if (!base.store)
		return error_create(ERROR_UNUSABLE,
				    "--base: %s is neither a directory with a store nor a commit",
				    args->base);

	const struct carry_over_opts opts = {
		.base = base.store,
		.commit = base.commit,
		.audit = args->audit_reuse,
	};

	err = carry_over_cells(campaign, &opts, ret);
	if (!err) {
		tell(ret, args, &opts, events);
	} else if (!args->base && err->code == ERROR_UNUSABLE) {
		events_say(events, EVENT_NOTE, "nothing is carried over: %s", err->message);
		error_destroy(err);
		err = NULL;
	}
	base_deinit(&base);
	return err;
}

struct error *run_check_reuse(struct campaign *campaign, struct carry_over *carry_over,
			      const struct events *events)
{
	struct audit *audit = &carry_over->audit;
	struct error *err = audit_check(audit, campaign_store(campaign));

	if (err || !audit->cells.count)
		return err;
	events_say(events, EVENT_NOTE,
		   "audit: %" PRIu64
		   " verdicts that could be carried over were found again, %" PRIu64 " were others",
		   audit->nr_found, audit->nr_disagreed);
	if (audit->nr_disagreed)
		return error_create(ERROR_INTERNAL,
				    "verdicts were carried over wrongly: %s; please report it, and "
				    "run without --base",
				    audit->disagreement);
	return NULL;
}
