/* SPDX-License-Identifier: GPL-3.0-or-later */
/* After the matrix of `remt run`: what no test kills is proven equivalent, as far as the time goes. */
#include <inttypes.h>
#include <stdlib.h>

#include "cmd/progress.h"
#include "cmd/proofs.h"
#include "cmd/prove.h"
#include "cmd/run.h"
#include "common/cleanup.h"
#include "common/clock.h"
#include "common/plural.h"
#include "common/slots.h"
#include "common/xalloc.h"
#include "report/model.h"

struct prover {
	const struct run_args *args;
	const struct events *events;
	struct campaign
		*campaign; /* of which duplicates are looked for; NULL: mutants are proven */
	uint64_t begun_ms;
	struct deadline deadline;
	char *reason;  /* why something could not be compiled again, the first time; owned */
	bool is_begun; /* Progress was told. */
};

static void show_progress(void *arg, const struct equiv_count *count)
{
	struct prover *prover = arg;
	const struct progress progress = {
		.phase = prover->campaign ? "duplicates" : "equivalents",
		.nr_done = count->nr_done,
		.nr_total = count->nr_mutants,
		.elapsed_ms = clock_ms() - prover->begun_ms,
		.left_ms = UINT64_MAX,
	};

	prover->is_begun = true;
	prover->events->progress(prover->events->arg, &progress);
}

static void note_refused(void *arg, const char *source, const char *why)
{
	struct prover *prover = arg;

	if (!prover->reason)
		prover->reason = xasprintf("%s: %s", source, why);
}

static void tell_broken(void *arg, const char *id, const char *why)
{
	struct prover *prover = arg;

	events_say(prover->events, EVENT_WARNING,
		   "the proof that mutant %s is equivalent does not hold: %s", id, why);
}

/* Says what was proven, and what keeps the rest from it. */
static void tell(const struct prover *prover, const struct equiv_count *count)
{
	size_t nr_left = count->nr_mutants - count->nr_done;
	char spent[32];

	progress_duration(clock_ms() - prover->begun_ms, spent, sizeof(spent));
	events_say(prover->events, EVENT_NOTE,
		   "of %zu mutant%s%s, the compiler proves %zu equivalent, in %s",
		   count->nr_mutants, plural(count->nr_mutants),
		   prover->args->audit_equivalents ? "" : " that no test kills",
		   count->nr_equivalent, spent);
	if (count->nr_refused)
		events_say(prover->events, EVENT_NOTE,
			   "%zu of them could not be compiled again: %s", count->nr_refused,
			   prover->reason ? prover->reason : "");
	if (nr_left && !*prover->deadline.cancelled)
		events_say(
			prover->events, EVENT_NOTE,
			"%zu of them are left, as the time is up: `remt equiv` goes on with them",
			nr_left);
}

/* Chooses the mutants that some test reaches. */
static struct error *choose_reached(struct campaign *campaign, struct equiv_subject *subject)
{
	struct error *err = equiv_subject_choose(subject, NULL, true);
	struct slots reached = { 0 };

	for (size_t m = 0; m < campaign_inventory(campaign)->mutants.count; m++) {
		if (plan_count_tests(campaign_plan(campaign), (uint32_t)m))
			slots_add(&reached, (uint64_t)campaign_mutant_key(campaign, m),
				  (uint32_t)m);
	}
	for (size_t m = 0; m < subject->mutants.count && !err; m++) {
		struct equiv_mutant *mutant = &subject->mutants.items[m];

		mutant->is_chosen &=
			slots_find(&reached, (uint64_t)mutant->mutant->key) != SLOTS_NONE;
	}
	slots_deinit(&reached);
	return err;
}

static struct error *prove(struct prover *prover, struct store *store)
{
	bool is_audit = prover->args->audit_equivalents && !prover->campaign;
	struct equiv_subject subject;
	_cleanup_free_ char *cc = NULL;
	struct equiv_count count = { 0 };
	struct error *err = equiv_subject_load(store, &subject);

	if (!err)
		err = prover->campaign ? choose_reached(prover->campaign, &subject)
				       : equiv_subject_choose(&subject, NULL, is_audit);
	if (!err) {
		cc = prove_compiler(&subject);
		err = prove_mutants(store, &subject,
				    (struct equiv_opts){
					    .compiler = { .cc = cc },
					    .method = EQUIV_METHOD_COMPILER,
					    .nr_jobs = prover->args->campaign.jobs,
					    .deadline = prover->deadline,
					    .is_unfiltered = is_audit,
					    .is_duplicates = prover->campaign != NULL,
					    .progress = show_progress,
					    .refused = note_refused,
					    .broken = tell_broken,
					    .arg = prover,
				    },
				    NULL, &count);
	}
	if (prover->is_begun)
		prover->events->progress(prover->events->arg, NULL);
	if (!err && count.nr_mutants && !prover->campaign)
		tell(prover, &count);
	equiv_subject_deinit(&subject);
	return err;
}

struct error *run_prove_duplicates(struct campaign *campaign, const struct run_args *args,
				   const struct events *events)
{
	struct prover prover = {
		.args = args,
		.events = events,
		.campaign = campaign,
		.begun_ms = clock_ms(),
		.deadline = { .cancelled = args->campaign.cancelled },
	};
	struct error *err = prove(&prover, campaign_store(campaign));

	free(prover.reason);
	return err;
}

/* Fails if a test kills what is proven equivalent. */
static struct error *audit(const struct run_args *args, const struct events *events,
			   struct store *store)
{
	struct report_model model;
	struct error *err = report_model_load(store, NULL, &model);

	if (!err && !proofs_agree(&model))
		err = error_create(
			ERROR_INTERNAL,
			"mutants that are proven equivalent are killed; please report it");
	if (!err)
		err = run_search(args, events, store, &model);
	report_model_deinit(&model);
	return err;
}

/* Returns how long proofs may take: no longer than is left of the budget, of which mutants took SPENT_MS. */
static uint64_t time_of(const struct run_args *args, uint64_t spent_ms)
{
	uint64_t budget_ms = args->campaign.budget_ms;
	uint64_t left_ms = budget_ms > spent_ms ? budget_ms - spent_ms : 0;

	return budget_ms && left_ms < args->equiv_ms ? left_ms : args->equiv_ms;
}

char *run_prove_describe(const struct run_args *args, uint64_t least_ms)
{
	uint64_t time_ms = time_of(args, least_ms);
	char most[32];

	if (!run_proves(args))
		return xstrdup("");
	if (!time_ms)
		return xstrdup(
			", which leaves no time of the budget to prove survivors equivalent");
	return xasprintf(", and up to %s%s to prove survivors equivalent",
			 progress_duration(time_ms, most, sizeof(most)),
			 args->campaign.budget_ms ? " of what the budget leaves" : "");
}

bool run_proves(const struct run_args *args)
{
	return args->equiv_ms && !args->campaign.binaries && !args->campaign.filter.mutant;
}

struct error *run_prove(const struct run_args *args, const struct events *events, uint64_t spent_ms)
{
	uint64_t now = clock_ms(), time_ms = time_of(args, spent_ms);
	struct prover prover = {
		.args = args,
		.events = events,
		.begun_ms = now,
		.deadline = { .at_ms = deadline_after(now, time_ms),
			      .cancelled = args->campaign.cancelled },
	};
	struct store *store = NULL;
	struct error *err;

	if (run_proves(args) && !time_ms)
		events_say(
			events, EVENT_NOTE,
			"no survivor is proven equivalent, as the budget is spent: `remt equiv` does that");
	if (!run_proves(args) || !time_ms)
		return NULL;
	err = store_open(args->campaign.store, STORE_WRITE, &store);
	if (!err)
		err = prove(&prover, store);
	if (err && !args->audit_equivalents) {
		events_say(events, EVENT_NOTE, "no mutant is proven equivalent: %s", err->message);
		error_destroy(err);
		err = NULL;
	}
	if (!err && args->audit_equivalents && !deadline_is_over(&prover.deadline))
		err = audit(args, events, store);
	store_close(store);
	free(prover.reason);
	return err;
}
