/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The result of `remt gen` for a terminal. */
#include <inttypes.h>

#include "cmd/gen/base/columns.h"
#include "cmd/gen/base/words.h"
#include "cmd/gen/view/words.h"
#include "cmd/terminal.h"
#include "common/plural.h"
#include "common/print.h"

static void print_branch(const struct gen_view *view, FILE *out, const char *title,
			 const struct parting_branch *branch)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };

	gen_words_branch(&text, view, branch);
	print_to(out, "      %s: %s\n", title, strbuf_get(&text));
}

static void print_branches(const struct gen_view *view, FILE *out, const char *title,
			   const struct parting_branch sides[2])
{
	if (!parting_has(sides))
		return;
	print_to(out, "   %s:\n", title);
	print_branch(view, out, "old", &sides[0]);
	print_branch(view, out, "new", &sides[1]);
}

/* Prints where what differs begins. */
static void print_cause(const struct gen_view *view, FILE *out, const struct parting *parting)
{
	static const char *const titles[] = { "old", "new" };

	if (!parting_has(parting->cause))
		return;
	print_to(out, "   what differs begins at:\n");
	for (unsigned i = 0; i < 2; i++) {
		if (parting->cause[i].condition)
			print_branch(view, out, titles[i], &parting->cause[i]);
	}
}

static void print_parting(const struct gen_view *view, FILE *out, const struct parting *parting)
{
	if (parting->removed.condition || parting->added.condition) {
		print_to(out, "   branches of one version alone:\n");
		if (parting->removed.condition)
			print_branch(view, out, "old", &parting->removed);
		if (parting->added.condition)
			print_branch(view, out, "new", &parting->added);
	}
	print_branches(view, out, "a comparison with something else, which held in both",
		       parting->changed);
	print_branches(view, out, "their branches differ from here on", parting->parted);
}

static void print_outputs(const struct gen_columns *columns, const char *name,
			  const struct strbuf *old, const struct strbuf *new)
{
	const char *limit = gen_words_limit(old, new);

	gen_columns_print(columns, name, old, new);
	if (limit)
		print_to(columns->out, "      (%s)\n", limit);
}

/* Prints how both versions end, and what they print. */
static void print_results(const struct gen_view *view, FILE *out,
			  const struct trial_result results[2])
{
	const struct gen_columns columns = { .out = out,
					     .width = terminal_columns(fileno(out)),
					     .max_lines = view->diff_lines };
	struct gen_columns whole = columns;
	_cleanup_strbuf_ struct strbuf old = { 0 }, new = { 0 };

	whole.max_lines = UINT64_MAX;
	gen_words_end(&old, &results[0]);
	gen_words_end(&new, &results[1]);
	gen_columns_print(&whole, "end", &old, &new);
	print_outputs(&columns, "output", &results[0].out, &results[1].out);
	print_outputs(&columns, "errors", &results[0].err, &results[1].err);
}

static void print_difference(const struct gen_view *view, const struct gen_item *item, FILE *out)
{
	for (size_t i = 0; i < item->command->nr_literals; i++) {
		_cleanup_strbuf_ struct strbuf line = { 0 };

		if (gen_literals_tell(view->literals, item->command, i, &line))
			print_to(out, "   %s\n", strbuf_get(&line));
	}

	for (size_t i = 1; i < item->command->nr_files; i++) {
		_cleanup_strbuf_ struct strbuf line = { 0 };

		gen_words_file(&line, &item->command->files[i]);
		print_to(out, "   %s\n", strbuf_get(&line));
	}
	for (unsigned i = 0; i < 2; i++) {
		_cleanup_strbuf_ struct strbuf command = { 0 };

		gen_words_command(&command, item->command, view->names[i]);
		print_to(out, "   %s\n", strbuf_get(&command));
	}
	print_results(view, out, item->difference->results);
	if (item->nr_inputs > 1)
		print_to(out, "   (and %" PRIu64 " more input%s with this change)\n",
			 item->nr_inputs - 1, plural(item->nr_inputs - 1));
}

static void print_executed(const struct gen_view *view, const struct gen_item *item, FILE *out)
{
	static const char *const titles[] = { "old", "new" };
	bool is_first = true;

	for (unsigned version = 0; version < 2; version++) {
		_cleanup_strbuf_ struct strbuf lines = { 0 };

		if (!gen_words_executed(&lines, view, item->difference, version))
			continue;
		if (is_first)
			print_to(out, "   changed lines that run:\n");
		print_to(out, "      %s: %s\n", titles[version], strbuf_get(&lines));
		is_first = false;
	}
}

/* Prints all that is said of a difference. */
static void print_whole(const struct gen_view *view, const struct gen_item *item, FILE *out)
{
	print_to(out, "difference %zu:\n", item->number);
	print_difference(view, item, out);
	print_executed(view, item, out);
	print_cause(view, out, item->parting);
	if (view->shows_each || !parting_has(item->parting->cause))
		print_parting(view, out, item->parting);
	if (item->has_test)
		print_to(out, "   test: %s/%zu\n", view->tests->directory.path, item->number);
	if (item->has_patch)
		print_to(out, "   patch: %s/%zu.patch\n", view->patches->directory.path,
			 item->number);
	/* No branch tells that one change makes them all. */
	if (!view->shows_each && item->group->nr_ways > 1 && !parting_has(item->parting->cause))
		print_to(out,
			 "   (and %" PRIu64
			 " more that come%s to the same changed lines; what they do "
			 "differs in %" PRIu64 " other way%s, which --each shows)\n",
			 item->group->nr_differences - 1,
			 plural_of(item->group->nr_differences - 1, "s", ""),
			 item->group->nr_ways - 1, plural(item->group->nr_ways - 1));
	else if (!view->shows_each && item->group->nr_differences > 1)
		print_to(out, "   (and %" PRIu64 " more like this)\n",
			 item->group->nr_differences - 1);
}

static void print_differences(const struct gen_view *view, FILE *out)
{
	size_t number = view->shows_each ? view->group_of.count : view->groups.count;
	_cleanup_strbuf_ struct strbuf verdict = { 0 };

	for (size_t i = 0; i < number && i < view->nr_shown; i++) {
		struct gen_item item =
			gen_view_item(view, view->shows_each ? i : view->groups.items[i].shown);

		print_whole(view, &item, out);
	}
	gen_words_verdict(&verdict, view);
	print_to(out, "# %s\n", strbuf_get(&verdict));
	if (number > view->nr_shown)
		print_to(out, "# %zu more %s%s, which --show=%zu shows\n",
			 number - (size_t)view->nr_shown, view->shows_each ? "difference" : "kind",
			 plural(number - view->nr_shown), number);
	if (!view->shows_each && view->groups.count < view->group_of.count)
		print_to(out, "# --each shows all differences of each kind\n");
}

static void print_line(void *arg, const char *line)
{
	print_to(arg, "# %s\n", line);
}

void gen_print_text(const struct gen_view *view, FILE *out)
{
	print_differences(view, out);
	gen_words_tests(view, print_line, out);
	gen_words_literals(view, print_line, out);
	gen_words_reached(view, print_line, out);
	gen_words_search(search_state(view->search), print_line, out);
	gen_words_recalled(view, print_line, out);
}
