/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/explore/change.h"
#include "cmd/gen/explore/exploration.h"
#include "cmd/gen/explore/shrink.h"
#include "cmd/gen/view/progress.h"
#include "cmd/gen/view/view.h"
#include "cmd/progress.h"
#include "paths/search.h"

static bool stop_tests(void *arg, size_t done, size_t number)
{
	const struct gen_exploration *exploration = arg;

	gen_draw_tests(done, number);
	return *exploration->signal != 0;
}

static bool is_cancelled(void *arg)
{
	const struct gen_exploration *exploration = arg;

	return *exploration->signal != 0;
}

/* Returns the time for a part of what is shown of SEARCH. */
static uint64_t share_ms(const struct gen_exploration *exploration, const struct search *search)
{
	uint64_t share = exploration->args->max_ms / GEN_SHOW_SHARE;
	uint64_t left = search_left_ms(search);

	return left < share ? left : share;
}

static struct error *confirm(struct gen_exploration *exploration, struct search *search)
{
	const struct search_confirm_opts opts = { .max_ms = share_ms(exploration, search),
						  .stop = is_cancelled,
						  .arg = exploration };

	return search_confirm(search, &opts);
}

static bool stop_shrinking(void *arg, size_t done, size_t number)
{
	const struct gen_exploration *exploration = arg;

	gen_draw_shrink(done, number);
	return *exploration->signal != 0;
}

static struct error *shrink(struct gen_exploration *exploration, struct gen_view *view)
{
	const struct gen_shrink_opts opts = { .max_ms = share_ms(exploration, view->search),
					      .stop = stop_shrinking,
					      .arg = exploration };

	/* What a program does that is not steady may be alike by chance. */
	if (!exploration->args->shrinks || search_state(view->search)->sum.nr_unsteady)
		return NULL;
	return gen_shrink(view, &opts);
}

static struct error *write_patches(struct gen_exploration *exploration, struct gen_sources *sources,
				   const struct search *search)
{
	const struct gen_patches_opts opts = { .literals = &exploration->literals,
					       .sources = sources,
					       .name = exploration->args->programs[1] };

	return gen_patches_write(&exploration->patches, &opts, search);
}

struct error *gen_settle(struct gen_exploration *exploration, const struct search_opts *opts,
			 struct search *search, bool is_whole, struct gen_view *ret)
{
	const struct gen_args *args = exploration->args;
	const char *const *programs = (const char *const *)exploration->programs;
	struct error *err;

	*ret = (struct gen_view){ .search = search,
				  .names = args->programs,
				  .change = opts->explorer.change,
				  .tests = &exploration->tests,
				  .c_tests = &args->c_tests,
				  .literals = &exploration->literals,
				  .patches = &exploration->patches,
				  .sources = gen_sources_create(programs, exploration->directory),
				  .parting_sources =
					  parting_sources_create(programs, opts->explorer.change),
				  .directory = exploration->directory,
				  .nr_recalled = gen_journal_nr_recalled(exploration->journal),
				  .nr_shown = args->nr_shown,
				  .diff_lines = args->diff_lines,
				  .shows_each = args->shows_each };
	err = is_whole ? confirm(exploration, search) : NULL;
	gen_group(ret);
	if (!err && is_whole)
		err = shrink(exploration, ret);
	return err;
}

struct error *gen_report(struct gen_exploration *exploration, const struct search_opts *search_opts,
			 struct search *search, bool is_whole)
{
	struct gen_args *args = exploration->args;
	const struct gen_tests_opts opts = { .trial = &search_opts->explorer.trial,
					     .scratch = exploration->scratch.path,
					     .programs = (const char *const *)exploration->programs,
					     .names = args->programs,
					     .stop = stop_tests,
					     .arg = exploration };
	struct gen_view view;
	struct error *err = gen_settle(exploration, search_opts, search, is_whole, &view), *other;

	if (!err && args->tests)
		err = gen_tests_write(&exploration->tests, &opts, search);
	if (!err && args->c_tests.path)
		err = gen_c_tests_write(&args->c_tests, &opts, search);
	if (!err && args->patches)
		err = write_patches(exploration, view.sources, search);
	progress_erase();
	other = gen_print(&args->output, &view, is_whole);
	gen_view_deinit(&view);
	if (!err)
		return other;
	error_destroy(other);
	return err;
}
