/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/explore/shrink.h"

#include "common/clock.h"
#include "paths/outcome.h"

#define MAX_TRIES 400 /* runs of both versions, for each difference */

struct shrinking {
	const struct gen_shrink_opts *opts;
	struct gen_view *view;
	uint64_t end_ms;
	size_t done, number; /* differences that are looked at */
	size_t index;	     /* of the one */
};

static bool is_over(void *arg)
{
	const struct shrinking *shrinking = arg;
	const struct gen_shrink_opts *opts = shrinking->opts;

	return clock_ms() >= shrinking->end_ms ||
	       opts->stop(opts->arg, shrinking->done, shrinking->number);
}

/*
 * True if both belong to one group (gen_group()). If no branch is the cause, the smaller inputs may lead to fewer changed
 * lines, as long as the same outputs differ first.
 */
static bool is_like(void *arg, const struct search_difference *before,
		    const struct search_difference *smaller)
{
	const struct shrinking *shrinking = arg;
	const struct parting *whole = &shrinking->view->partings.items[shrinking->index];
	struct parting parting = parting_find(shrinking->view->parting_sources, smaller->explorer,
					      smaller->difference);

	if (!parting_has(parting.cause) && !parting_has(whole->cause) &&
	    outcome_hash(smaller->difference->results) == outcome_hash(before->difference->results))
		return true;
	return gen_group_hash(shrinking->view, &parting, smaller->difference) ==
	       gen_group_hash(shrinking->view, whole, before->difference);
}

static struct error *shrink_one(struct shrinking *shrinking)
{
	struct gen_view *view = shrinking->view;
	const struct search_shrink_opts opts = { MAX_TRIES, shrinking->end_ms, is_like, is_over,
						 shrinking };
	struct search_difference found;
	struct error *err = search_shrink(view->search, shrinking->index, &opts);

	if (err)
		return err;
	found = search_difference(view->search, shrinking->index);
	view->partings.items[shrinking->index] =
		parting_find(shrinking->view->parting_sources, found.explorer, found.difference);
	return NULL;
}

/* Returns the index of the difference that is shown as number POSITION, from 0 on. */
static size_t shown(const struct gen_view *view, size_t position)
{
	return view->shows_each ? position : view->groups.items[position].shown;
}

struct error *gen_shrink(struct gen_view *view, const struct gen_shrink_opts *opts)
{
	size_t number = view->shows_each ? view->group_of.count : view->groups.count;
	struct shrinking shrinking = { .opts = opts,
				       .view = view,
				       .end_ms = clock_ms() + opts->max_ms,
				       .number = number < view->nr_shown ? number
									 : (size_t)view->nr_shown };
	struct error *err = NULL;

	for (; shrinking.done < shrinking.number && !err && !is_over(&shrinking);
	     shrinking.done++) {
		shrinking.index = shown(view, shrinking.done);
		err = shrink_one(&shrinking);
	}
	return err;
}
