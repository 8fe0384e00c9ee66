/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether an input is a difference: what both versions do on it alone, more than once, and what sanitizers say of it. */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "caller/cases.h"
#include "cmd/gen/changed/changed.h"
#include "cmd/gen/function/check.h"
#include "cmd/gen/function/shrink.h"
#include "common/cleanup.h"
#include "common/clock.h"
#include "common/hash.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "paths/outcome.h"

enum {
	MAX_SHRINKING = 150,	/* runs of both versions to make one input smaller */
	SHRINKING_US = 3000000, /* of processors, for that */
	LATE_FACTOR = 5,	/* what a run gets more that took too long */
	LATE_SHARE = 50, /* the other version has to end within one of so many parts of that */
};

/* A difference that is being made smaller. */
struct shrinking {
	struct gen_changed_search *search;
	uint64_t kind;
	struct deadline deadline; /* of its own: what was found late is to be readable, too */
	struct error *err;
};

void gen_changed_difference_deinit(struct gen_changed_difference *difference)
{
	free(difference->blob);
	for (unsigned version = 0; version < 2; version++) {
		trial_result_deinit(&difference->results[version]);
		free(difference->reports[version].text);
	}
	free(difference->setup);
	free(difference->call);
	strv_destroy(difference->causes);
	*difference = (struct gen_changed_difference){ 0 };
}

static void forget_results(struct trial_result results[2])
{
	for (unsigned version = 0; version < 2; version++) {
		trial_result_deinit(&results[version]);
		results[version] = (struct trial_result){ 0 };
	}
}

/* A byte more is 0: there may be none. */
static unsigned char *copy_blob(const struct gen_changed_search *search, const unsigned char *blob)
{
	size_t size = search->runs[1]->program.seed.length;
	unsigned char *ret = xcalloc(size + 1, 1);

	memcpy(ret, blob, size);
	return ret;
}

static bool is_crash(const struct trial_result *result)
{
	return WIFSIGNALED(result->status) && !result->is_late;
}

/* True if the results differ in a way that counts: where both crash, or neither ends, what is left is chance. */
static bool differ(const struct trial_result results[2])
{
	if (trial_is_same(&results[0], &results[1]))
		return false;
	if (results[0].is_late && results[1].is_late)
		return false;
	return !(is_crash(&results[0]) && is_crash(&results[1]));
}

/* Returns what tells differences apart: how both end, and what the first line is called that differs. */
static uint64_t kind_of(const struct trial_result results[2])
{
	const struct strbuf *old = &results[0].out, *new = &results[1].out;
	struct hash *hash = hash_create();

	hash_add_u64(hash, outcome_kind(results));
	gen_changed_hash_line(hash, strbuf_get(old), old->length, strbuf_get(new), new->length);
	return hash_take(hash);
}

static struct error *run_both(const struct gen_changed_search *search, const unsigned char *blob,
			      unsigned filling, struct trial_result results[2])
{
	struct error *err = NULL;

	for (unsigned version = 0; version < 2 && !err; version++) {
		const struct gen_function_run *run = search->runs[version];

		err = gen_function_run_blob(run, run->original, blob, filling, &results[version]);
	}
	return err;
}

/* ---- steady */

/* *RET: what did not end within the time of a run does not end within more of it, and the other version is quick. */
static struct error *is_endless(const struct gen_changed_search *search, const unsigned char *blob,
				const struct trial_result results[2], bool *ret)
{
	unsigned version = results[1].is_late;
	struct gen_function_run longer = *search->runs[version];
	_cleanup_trial_result_ struct trial_result result = { 0 };
	struct error *err;

	*ret = true;
	if (!results[0].is_late && !results[1].is_late)
		return NULL;
	longer.limits.run_ms *= LATE_FACTOR;
	err = gen_function_run_blob(&longer, longer.original, blob, 0, &result);
	*ret = !err && result.is_late &&
	       results[!version].used_us <= longer.limits.run_ms * 1000 / LATE_SHARE;
	return err;
}

/* *RET: each version does again what it did, whatever lies where nobody has set a value. */
static struct error *are_steady(struct gen_changed_search *search, const unsigned char *blob,
				const struct trial_result results[2], bool *ret)
{
	struct error *err = is_endless(search, blob, results, ret);

	if (results[0].is_late || results[1].is_late)
		return err;
	/* Filling 0 comes once more, too: addresses are others. */
	for (unsigned i = 0; i < gen_function_nr_fillings() && *ret && !err; i++) {
		struct trial_result others[2] = { 0 };

		err = run_both(search, blob, i, others);
		for (unsigned version = 0; version < 2 && !err; version++)
			*ret &= trial_is_same(&results[version], &others[version]);
		forget_results(others);
	}
	return err;
}

/*
 * *RET: both versions do again in another second what DIFFERENCE has: what they say of the time would differ a second later, and
 * so would a test.
 */
static struct error *is_timeless(struct gen_changed_search *search,
				 const struct gen_changed_difference *difference, bool *ret)
{
	enum { SECOND_MS = 1000, SLACK_MS = 50 };
	struct trial_result results[2] = { 0 };
	struct error *err;

	*ret = true;
	if (difference->results[0].is_late || difference->results[1].is_late)
		return NULL;
	usleep((SECOND_MS + SLACK_MS) * 1000);
	err = run_both(search, difference->blob, 0, results);
	for (unsigned version = 0; version < 2 && !err; version++)
		*ret &= trial_is_same(&results[version], &difference->results[version]);
	search->use.nr_unsteady += !err && !*ret;
	forget_results(results);
	return err;
}

/* ---- smaller */

static bool is_like(void *arg, const unsigned char *blob, size_t size)
{
	struct shrinking *shrinking = arg;
	struct trial_result results[2] = { 0 };
	bool ret = false;

	(void)size;
	if (shrinking->err || deadline_is_over(&shrinking->deadline))
		return false;
	shrinking->err = run_both(shrinking->search, blob, 0, results);
	if (!shrinking->err)
		ret = differ(results) && kind_of(results) == shrinking->kind;
	forget_results(results);
	return ret;
}

/* ---- all */

static bool is_known(const struct gen_changed_search *search, uint64_t kind)
{
	for (size_t i = 0; i < search->found.count; i++) {
		if (search->found.items[i].kind == kind)
			return true;
	}
	return false;
}

static bool is_undefined(const struct gen_changed_difference *difference)
{
	return difference->reports[0].text && difference->reports[1].text;
}

/*
 * Fills in all that is known of BLOB. *RET: it is a difference, which RET_DIFFERENCE has. BY_REPORT: what both do may be the
 * same, if a sanitizer tells one of them.
 */
static struct error *judge(struct gen_changed_search *search, const unsigned char *blob,
			   bool by_report, struct gen_changed_difference *ret_difference, bool *ret)
{
	struct gen_changed_difference difference = { .has_null = search->has_null };
	bool is_steady = false;
	struct error *err = run_both(search, blob, 0, difference.results);

	*ret = !err && (by_report || differ(difference.results));
	if (*ret)
		err = are_steady(search, blob, difference.results, &is_steady);
	if (*ret && !err && !is_steady)
		search->use.nr_unsteady++;
	*ret &= is_steady;
	if (*ret && !err)
		err = gen_changed_sanitize(search, blob, difference.reports);
	if (*ret && !err && is_undefined(&difference))
		search->use.nr_undefined++;
	*ret &= !err && !is_undefined(&difference);
	*ret &= differ(difference.results) || difference.reports[0].text ||
		difference.reports[1].text;
	if (!*ret) {
		gen_changed_difference_deinit(&difference);
		return err;
	}
	difference.kind = kind_of(difference.results);
	difference.blob = copy_blob(search, blob);
	*ret_difference = difference;
	return NULL;
}

/* Puts a smaller input in place of that of DIFFERENCE, if one holds. */
static struct error *shrink(struct gen_changed_search *search,
			    struct gen_changed_difference *difference)
{
	const struct gen_function_run *run = search->runs[1];
	struct shrinking shrinking = { .search = search,
				       .kind = difference->kind,
				       .deadline = { .at_ms = run->limits.deadline.at_ms,
						     .work_us = clock_work_us() + SHRINKING_US,
						     .cancelled =
							     run->limits.deadline.cancelled } };
	const struct atg_judge like = { is_like, &shrinking };
	_cleanup_free_ unsigned char *blob = copy_blob(search, difference->blob);
	struct gen_changed_difference smaller;
	bool holds = false;

	/* Runs that do not end cost too much. */
	if (difference->results[0].is_late || difference->results[1].is_late)
		return NULL;
	gen_function_shrink(run->entries, &run->program, &like, MAX_SHRINKING, true, blob);
	if (shrinking.err || memcmp(blob, difference->blob, run->program.seed.length) == 0)
		return shrinking.err;
	shrinking.err = judge(search, blob, false, &smaller, &holds);
	if (!holds)
		return shrinking.err;
	if (smaller.kind == difference->kind &&
	    !smaller.reports[0].text == !difference->reports[0].text &&
	    !smaller.reports[1].text == !difference->reports[1].text) {
		gen_changed_difference_deinit(difference);
		*difference = smaller;
	} else {
		gen_changed_difference_deinit(&smaller);
	}
	return NULL;
}

/* Says the call of DIFFERENCE in C, if there are words for it. */
static void describe(struct gen_changed_search *search, struct gen_changed_difference *difference)
{
	struct gen_function_run *run = search->runs[1];
	struct cases *cases = NULL;
	struct error *err = cases_create(run->entries, run->entry, &run->program, &cases);

	if (!err)
		err = cases_add(cases, difference->blob);
	if (!err) {
		const struct case_text *text = &cases->tests.items[0].text;

		difference->setup = xstrdup(strbuf_get(&text->setup));
		difference->call = xstrdup(text->call);
	}
	error_destroy(err);
	cases_destroy(cases);
}

/* *RET: BLOB is worth a closer look. */
static struct error *is_candidate(struct gen_changed_search *search, const unsigned char *blob,
				  bool by_report, bool *ret)
{
	struct trial_result results[2] = { 0 };
	struct error *err = run_both(search, blob, 0, results);

	*ret = !err && (by_report || differ(results)) && !is_known(search, kind_of(results));
	forget_results(results);
	return err;
}

struct error *gen_changed_take(struct gen_changed_search *search, const unsigned char *blob,
			       bool by_report, bool *ret)
{
	struct gen_changed_difference difference;
	bool is_new = false;
	struct error *err = is_candidate(search, blob, by_report, &is_new);

	if (ret)
		*ret = false;
	if (!err && is_new)
		err = judge(search, blob, by_report, &difference, &is_new);
	if (err || !is_new)
		return err;
	/* What is the same needs sanitizers to tell that it is not: these are slow. */
	if (differ(difference.results))
		err = shrink(search, &difference);
	if (!err)
		err = is_timeless(search, &difference, &is_new);
	if (err || !is_new) {
		gen_changed_difference_deinit(&difference);
		return err;
	}
	describe(search, &difference);
	vec_push(&search->found, difference);
	if (ret)
		*ret = true;
	return err;
}
