/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Keeps packed outcomes (iso/outcome.h) in the database of store/outcomes.h, under the hash of
 * their variant. The database belongs to one comparison, known by its identity (iso/identity.h)
 * and by the states of all files that the tests read. If any of these differs, all outcomes are
 * removed.
 *
 * Where tests can't be traced, nobody knows what they read: outcomes are then never used again.
 */
#include "iso/journal.h"

#include <stdlib.h>

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "iso/identity.h"
#include "store/outcomes.h"

struct journal {
	const struct explore *explore;
	struct outcomes *outcomes;
	struct outcome_scope scope;
	bool is_stuck; /* A write has failed; the journal is not used any more. */
};

/* The first input that has changed since the journal was begun. */
struct check {
	const struct journal *journal;
	char *changed; /* path of the input; NULL: none has changed; owned */
};

static struct error *damaged(const struct journal *journal)
{
	return error_create(ERROR_UNUSABLE, "%s is damaged; move it away to start anew",
			    outcomes_path(journal->outcomes));
}

static struct error *check_input(void *arg, const struct outcomes_input *input)
{
	struct check *check = arg;
	struct inputs *inputs = campaign_inputs(check->journal->explore->new->campaign);

	if (input->use < INPUT_ASKED || input->use > INPUT_DATED)
		return damaged(check->journal);
	if (!check->changed &&
	    inputs_state(inputs, input->path, (enum input_use)input->use) != input->state)
		check->changed = xstrdup(input->path);
	return NULL;
}

static struct error *put_inputs(struct outcomes *outcomes, const struct side *side,
				struct inputs *inputs)
{
	struct error *err = NULL;

	for (size_t t = 0; t < campaign_tests(side->campaign)->nr_tests; t++) {
		const struct footprint *footprint =
			&campaign_baseline(side->campaign, t)->footprint;

		for (size_t i = 0; side->ways[t] && !err && i < footprint->names.count; i++) {
			const struct footprint_name *name = &footprint->names.items[i];
			const struct outcomes_input input = {
				.path = name->path,
				.use = name->use,
				.state = inputs_state(inputs, name->path, name->use),
			};

			err = outcomes_put_input(outcomes, &input);
		}
	}
	return err;
}

/*
 * *RET: the outcomes in the journal belong to this comparison. If a file has changed, the user is
 * told.
 */
static struct error *check(struct journal *journal, uint64_t identity, bool *ret)
{
	const struct explore *explore = journal->explore;
	struct check check = { .journal = journal };
	struct error *err = outcomes_is_of(journal->outcomes, identity, ret);

	/* Nobody knows what tests read where they can't be traced. */
	*ret = !err && *ret && !campaign_is_blind(explore->old->campaign) &&
	       !campaign_is_blind(explore->new->campaign);
	if (!err && *ret)
		err = outcomes_each_input(journal->outcomes, check_input, &check);
	if (!err && check.changed) {
		events_say(explore->opts->events, EVENT_NOTE,
			   "what an earlier comparison found out is not used: %s has changed",
			   check.changed);
		*ret = false;
	}
	free(check.changed);
	return err;
}

static struct outcome_scope find_scope(const struct explore *explore)
{
	const struct program *program = explore->isomorphism->new.version.program;

	return (struct outcome_scope){
		.nr_old = explore->old->branches.items.count,
		.nr_new = explore->new->branches.items.count,
		.nr_blocks = program->nr_blocks,
		.nr_functions = program->nr_functions,
	};
}

struct error *journal_open(const char *directory, struct journal **ret)
{
	struct journal *journal = xcalloc(1, sizeof(*journal));
	struct error *err = outcomes_open(directory, &journal->outcomes);

	if (err)
		journal_close(journal);
	else
		*ret = journal;
	return err;
}

const char *journal_damage(const struct journal *journal)
{
	return outcomes_damage(journal->outcomes);
}

struct error *journal_begin(struct journal *journal, const struct explore *explore)
{
	struct inputs *inputs = campaign_inputs(explore->new->campaign);
	uint64_t identity = identity_of(explore);
	bool is_same = false;
	struct error *err;

	journal->explore = explore;
	journal->scope = find_scope(explore);
	err = check(journal, identity, &is_same);
	if (!err && !is_same)
		err = outcomes_begin(journal->outcomes, identity);
	if (!err)
		err = put_inputs(journal->outcomes, explore->old, inputs);
	if (!err)
		err = put_inputs(journal->outcomes, explore->new, inputs);
	return err ? err : outcomes_flush(journal->outcomes);
}

void journal_close(struct journal *journal)
{
	if (!journal)
		return;
	outcomes_close(journal->outcomes);
	free(journal);
}

/* True if running the variant would tell no more than OUTCOME does. */
static bool is_complete(const struct explore *explore, const struct explore_variant *variant,
			const struct outcome *outcome)
{
	observed_set visible = explore_visible(explore, variant);

	if (visible & ~outcome->visible ||
	    (!outcome->ways_old && explore_goes_on(explore, variant)) ||
	    (outcome->is_untouched && explore->opts->unexplained))
		return false;
	/* The output that made it unstable may not be compared any more. */
	if (outcome->is_unstable && visible != outcome->visible)
		return false;
	return !outcome->differing ||
	       outcome->nr_runs >= explore_count_wanted(explore, variant->test);
}

struct error *journal_recall(struct journal *journal, const struct explore_variant *variant,
			     struct outcome *ret, bool *ret_is_known)
{
	_cleanup_free_ void *packed = NULL;
	size_t size;
	struct error *err;

	*ret = (struct outcome){ 0 };
	*ret_is_known = false;
	if (!journal || journal->is_stuck)
		return NULL;
	err = outcomes_get(journal->outcomes, explore_hash_variant(variant), &packed, &size);
	if (err || !packed)
		return err;
	if (!outcome_unpack(packed, size, &journal->scope, ret))
		return damaged(journal);
	*ret_is_known = is_complete(journal->explore, variant, ret);
	ret->differing &= explore_visible(journal->explore, variant);
	return NULL;
}

static void note_failure(struct journal *journal, struct error *err)
{
	if (!err)
		return;
	events_say(journal->explore->opts->events, EVENT_WARNING,
		   "from now on nothing is kept of this comparison: %s", err->message);
	journal->is_stuck = true;
	error_destroy(err);
}

void journal_keep(struct journal *journal, const struct explore_variant *variant,
		  const struct outcome *outcome)
{
	_cleanup_strbuf_ struct strbuf packed = { 0 };

	if (!journal || journal->is_stuck || outcome->problem)
		return;
	outcome_pack(outcome, &journal->scope, &packed);
	note_failure(journal, outcomes_put(journal->outcomes, explore_hash_variant(variant),
					   packed.data, packed.length));
}

void journal_flush(struct journal *journal)
{
	if (journal && !journal->is_stuck)
		note_failure(journal, outcomes_flush(journal->outcomes));
}

void journal_finish(struct journal *journal)
{
	const struct explore *explore = journal ? journal->explore : NULL;

	if (!journal || journal->is_stuck ||
	    (campaign_knows_inputs(explore->old->campaign) &&
	     campaign_knows_inputs(explore->new->campaign)))
		return;
	note_failure(journal, outcomes_begin(journal->outcomes, 0));
}
