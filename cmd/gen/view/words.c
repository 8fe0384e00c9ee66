/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/view/words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/plural.h"
#include "common/print.h"
#include "common/shell.h"

/* Returns the end of PATH from where it lies in DIRECTORY, or PATH. */
static const char *shorten(const char *path, const char *directory)
{
	size_t length = strlen(directory);

	return strncmp(path, directory, length) == 0 && path[length] == '/' ? path + length + 1
									    : path;
}

void gen_words_branch(struct strbuf *text, const struct gen_view *view,
		      const struct parting_branch *branch)
{
	if (branch->condition)
		print_add(text, "%s:%u: %s, in %s()", shorten(branch->file, view->directory),
			  branch->line, branch->condition, branch->function);
	else
		strbuf_adds(text, "no other branch");
}

/* Who gets the lines. */
struct listener {
	gen_words_line_fn *tell;
	void *arg;
};

static void tell(const struct listener *to, const char *format, ...) PRINTF_LIKE(2, 3);

static void tell(const struct listener *to, const char *format, ...)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };
	va_list args;

	va_start(args, format);
	print_addv(&text, format, args);
	va_end(args);
	to->tell(to->arg, strbuf_get(&text));
}

/* Tells which functions took values to be those of one run. */
static void tell_concretised(const struct listener *to, char *const *names)
{
	_cleanup_strbuf_ struct strbuf list = { 0 };

	for (char *const *name = names; name && *name; name++)
		print_add(&list, "%s%s%s", name == names ? ", by " : ", ", *name,
			  strchr(*name, ' ') ? "" : "()");
	tell(to, "  some values were taken to be those of one run%s", strbuf_get(&list));
}

/* What keeps the search from being certain. */
static void tell_gaps(const struct listener *to, const struct search_state *search)
{
	const struct explorer_state *state = &search->sum;

	if (!state->is_over)
		tell(to, "  stopped before its end%s: %" PRIu64 " %s still to be tried",
		     search->is_full ? ", as its memory was used up (--memory)" : "",
		     state->nr_open,
		     plural_of(state->nr_open, "branch or input was", "branches and inputs were"));
	if (state->nr_unchecked)
		tell(to,
		     "  %" PRIu64
		     " of the pairs that are not known %s can't differ, but no second input has "
		     "confirmed it yet",
		     state->nr_unchecked,
		     plural_of(state->nr_unchecked, "is probably equal: by what its paths tell, it",
			       "are probably equal: by what their paths tell, they"));
	if (state->nr_unknown)
		tell(to, "  of %" PRIu64 " %s another side", state->nr_unknown,
		     plural_of(state->nr_unknown, "branch it is not known whether it has",
			       "branches it is not known whether they have"));
	if (state->is_concretised)
		tell_concretised(to, state->concretised_by);
	if (state->is_cut)
		tell(to, "  some runs were too long to be followed to their ends");
	if (state->is_untold)
		tell(to, "  some runs did more than their paths tell");
	if (state->is_late)
		tell(to, "  some runs did not end in time");
	if (state->nr_unsteady)
		tell(to,
		     "  on %" PRIu64 " input%s a version did not do the same twice; %s not shown",
		     state->nr_unsteady, plural(state->nr_unsteady),
		     plural_of(state->nr_unsteady, "it is", "they are"));
	if (search->nr_unconfirmed)
		tell(to, "  %" PRIu64 " difference%s not shown: there was no time to run %s again",
		     search->nr_unconfirmed,
		     plural_of(search->nr_unconfirmed, " may be chance, and is",
			       "s may be chance, and are"),
		     plural_of(search->nr_unconfirmed, "it", "them"));
}

void gen_words_gaps(const struct search_state *search, gen_words_line_fn *fn, void *arg)
{
	const struct listener to = { fn, arg };

	tell_gaps(&to, search);
}

/* Says what lengths inputs had. */
static void tell_lengths(const struct listener *to, const struct search_state *state)
{
	if (state->nr_lengths > 1)
		tell(to, "%zu combinations of lengths; all is known of %zu of them",
		     state->nr_lengths, state->nr_certain);
	else if (state->sum.is_certain)
		tell(to, "--lengths=N tries other lengths, too");
}

/* What is known if only a part of the new version's conditions is explored. */
static void tell_part(const struct listener *to, const struct search_state *search)
{
	const struct explorer_state *state = &search->sum;

	tell(to, "%" PRIu64 " input%s, of %" PRIu64 " part%s of all inputs by --mode=%s",
	     state->nr_inputs, plural(state->nr_inputs), state->nr_paths[1],
	     plural(state->nr_paths[1]), mode_name(search->mode));
	if (state->is_over)
		tell(to, "no branch is left that the mode tries; of other inputs nothing is known");
	tell_gaps(to, search);
}

const char *gen_words_which_lengths(const struct explorer_state *state)
{
	return state->nr_differences ? "the first" : "these";
}

void gen_words_verdict(struct strbuf *text, const struct gen_view *view)
{
	const struct explorer_state *state = &search_state(view->search)->sum;
	size_t number = view->group_of.count, nr_kinds = view->groups.count;

	if (!number)
		strbuf_adds(text, "no difference was found");
	else
		strbuf_addf(text, "%zu difference%s found, of %zu kind%s", number,
			    plural_of(number, " was", "s were"), nr_kinds, plural(nr_kinds));
	if (!state->is_certain)
		strbuf_adds(text, "; not all inputs are known");
	else if (state->nr_differing)
		strbuf_adds(text, "; the search came to its end");
	else
		strbuf_addf(text, "; both are proven to do the same for all inputs of %s lengths",
			    gen_words_which_lengths(state));
}

void gen_words_search(const struct search_state *search, gen_words_line_fn *fn, void *arg)
{
	const struct listener to = { fn, arg };
	const struct explorer_state *state = &search->sum;
	uint64_t nr_pairs;

	if (mode_is_partial(search->mode)) {
		tell_part(&to, search);
		return;
	}
	tell(&to,
	     "%" PRIu64 " input%s, %" PRIu64 " path%s in the old version, %" PRIu64
	     " in the new one",
	     state->nr_inputs, plural(state->nr_inputs), state->nr_paths[0],
	     plural(state->nr_paths[0]), state->nr_paths[1]);
	if (state->nr_variants)
		tell(&to, "%" PRIu64 " variant%s of %s", state->nr_variants,
		     plural(state->nr_variants),
		     plural_of(state->nr_inputs, "this input", "these inputs"));
	if (search->nr_fuzzed)
		tell(&to, "%" PRIu64 " command%s by chance of those that were given",
		     search->nr_fuzzed, plural(search->nr_fuzzed));
	nr_pairs = state->nr_equal + state->nr_differing + state->nr_undecided;
	tell(&to,
	     "%" PRIu64 " pair%s of paths: %" PRIu64 " proven equal, %" PRIu64
	     " different, %" PRIu64 " not known",
	     nr_pairs, plural(nr_pairs), state->nr_equal, state->nr_differing, state->nr_undecided);
	if (state->nr_irrelevant)
		tell(&to, "%" PRIu64 " branch%s left out: no changed code can be reached from %s",
		     state->nr_irrelevant, plural_of(state->nr_irrelevant, " was", "es were"),
		     plural_of(state->nr_irrelevant, "it", "them"));
	if (search->doubt)
		tell(&to, "no branches were left out: %s", search->doubt);
	if (!state->is_certain)
		tell_gaps(&to, search);
	else if (state->nr_differing)
		tell(&to, "no branch is left: inputs of these lengths make differences on the "
			  "different pairs of paths alone");
	else
		tell(&to,
		     "no branch is left: both versions do the same for all inputs of %s lengths",
		     gen_words_which_lengths(state));
	tell_lengths(&to, search);
}

/* ---- changed lines */

#define MAX_LINES 8 /* are named at a time */

static bool is_hidden(const struct gen_view *view, const char *path)
{
	return view->hidden && shorten(path, view->hidden) != path;
}

/* Adds those of LINES to which a run came, or did not, each file once where they follow each other; returns how many these are. */
static size_t add_lines(struct strbuf *text, const struct gen_view *view,
			const struct change_line *lines, size_t number, bool is_reached)
{
	const char *file = "";
	size_t nr_added = 0;

	for (size_t i = 0; i < number; i++) {
		if (lines[i].is_reached != is_reached || is_hidden(view, lines[i].file))
			continue;
		if (nr_added < MAX_LINES && strcmp(file, lines[i].file) == 0)
			strbuf_addf(text, ",%u", lines[i].line);
		else if (nr_added < MAX_LINES)
			strbuf_addf(text, "%s%s:%u", nr_added ? ", " : "",
				    shorten(lines[i].file, view->directory), lines[i].line);
		file = lines[i].file;
		nr_added++;
	}
	if (nr_added > MAX_LINES)
		strbuf_addf(text, " and %zu more", nr_added - MAX_LINES);
	return nr_added;
}

bool gen_words_executed(struct strbuf *text, const struct gen_view *view,
			const struct difference *difference, unsigned version)
{
	const bool *reached = difference->reached[version];
	_cleanup_free_ struct change_line *lines = NULL;
	size_t number;

	if (!view->change || !reached)
		return false;
	lines = change_lines(view->change, version, reached, &number);
	return add_lines(text, view, lines, number, true) > 0;
}

static void tell_side(const struct listener *to, const struct gen_view *view, unsigned version)
{
	_cleanup_strbuf_ struct strbuf missed = { 0 };
	const struct search_state *state = search_state(view->search);
	/* A run whose path is lost may have come there, and so may another process. */
	const char *not = state->sum.is_untold || change_doubt(view->change)
				  ? ", as far as paths tell, not "
				  : ", not ";
	size_t number, nr_missed;
	_cleanup_free_ struct change_line *lines =
		change_lines(view->change, version, NULL, &number);

	if (!number)
		return;
	nr_missed = add_lines(&missed, view, lines, number, false);
	tell(to, "%zu of %zu changed line%s of the %s version %s reached%s%s", number - nr_missed,
	     number, plural(number), version ? "new" : "old",
	     plural_of(number == 1 ? 1 : number - nr_missed, "was", "were"), nr_missed ? not : "",
	     strbuf_get(&missed));
}

/* Tells how many of the caller's commands come to the change, which the search itself may have had no time for. */
static void tell_scouts(const struct listener *to, const struct search_scouts *scouts)
{
	size_t nr_unknown = scouts->nr_commands - scouts->nr_runs;
	_cleanup_strbuf_ struct strbuf unknown = { 0 };

	if (!scouts->nr_runs)
		return;
	if (nr_unknown)
		strbuf_addf(&unknown, "; of %zu more it is not known", nr_unknown);
	tell(to,
	     "as compiled, %zu of %zu given command%s %s to changed lines of the new version%s%s",
	     scouts->nr_reached, scouts->nr_runs, plural(scouts->nr_runs),
	     plural_of(scouts->nr_runs == 1 ? 1 : scouts->nr_reached, "comes", "come"),
	     scouts->is_partial ? ", as far as debug information tells" : "", strbuf_get(&unknown));
}

void gen_words_reached(const struct gen_view *view, gen_words_line_fn *fn, void *arg)
{
	const struct listener to = { fn, arg };

	for (unsigned version = 0; version < 2 && view->change; version++)
		tell_side(&to, view, version);
	tell_scouts(&to, &search_state(view->search)->scouts);
}

/* ---- tests */

static void tell_tests(const struct listener *to, const struct gen_tests *tests)
{
	size_t nr_lost = tests->written.count - tests->nr_written;
	_cleanup_strbuf_ struct strbuf list = { 0 };
	_cleanup_free_ char *word = NULL;

	if (!tests->is_complete)
		return;
	strbuf_addf(&list, "%s/new.tests", tests->directory.path);
	word = shell_quote_visible(strbuf_get(&list));
	if (tests->nr_written)
		tell(to, "%zu test%s in %s: remt run --tests=%s runs %s", tests->nr_written,
		     plural(tests->nr_written), tests->directory.path, word,
		     plural_of(tests->nr_written, "it", "them"));
	if (nr_lost)
		tell(to, "%zu difference%s no test: run by a shell %s not show", nr_lost,
		     plural_of(nr_lost, " has", "s have"),
		     plural_of(nr_lost, "it does", "they do"));
}

static void tell_c_tests(const struct listener *to, const struct gen_view *view)
{
	const struct gen_c_tests *tests = view->c_tests;
	size_t nr_lost = tests->written.count - tests->nr_written;
	_cleanup_free_ char *file = NULL, *name = NULL;

	if (!tests->is_complete)
		return;
	file = shell_quote_visible(tests->path);
	name = shell_quote_visible(view->names[1]);
	if (tests->nr_written)
		tell(to, "%zu C test%s in %s: cc -o TEST %s && ./TEST %s runs %s",
		     tests->nr_written, plural(tests->nr_written), tests->path, file, name,
		     plural_of(tests->nr_written, "it", "them"));
	if (nr_lost)
		tell(to, "%zu difference%s no C test: run by one, %s not show", nr_lost,
		     plural_of(nr_lost, " has", "s have"),
		     plural_of(nr_lost, "it does", "they do"));
}

static void tell_patches(const struct listener *to, const struct gen_view *view)
{
	const struct gen_patches *patches = view->patches;
	size_t nr_lost = patches->written.count - patches->nr_written;

	if (!patches->is_complete)
		return;
	if (patches->nr_written)
		tell(to,
		     "%zu patch%s in %s: patch -p1 applies %s was run with other bytes in place of "
		     "the literals, not compiled",
		     patches->nr_written, plural_of(patches->nr_written, "", "es"),
		     patches->directory.path,
		     plural_of(patches->nr_written, "it; what it makes", "one; what they make"));
	if (nr_lost)
		tell(to, "%zu difference%s no patch: the source is not what was compiled", nr_lost,
		     plural_of(nr_lost, " has", "s have"));
}

void gen_words_literals(const struct gen_view *view, gen_words_line_fn *fn, void *arg)
{
	const struct listener to = { fn, arg };
	const struct gen_literals *literals = view->literals;

	if (literals->items.count)
		tell(&to, "%zu literal%s", literals->items.count,
		     plural_of(literals->items.count, " was an input", "s were inputs"));
	if (literals->nr_alone)
		tell(&to, "%zu literal%s stayed: the old version has no such %s",
		     literals->nr_alone, plural(literals->nr_alone),
		     plural_of(literals->nr_alone, "one", "ones"));
	if (literals->nr_shared)
		tell(&to, "%zu literal%s stayed: several units have %s", literals->nr_shared,
		     plural(literals->nr_shared), plural_of(literals->nr_shared, "it", "them"));
}

void gen_words_recalled(const struct gen_view *view, gen_words_line_fn *fn, void *arg)
{
	const struct listener to = { fn, arg };

	if (view->nr_recalled)
		tell(&to, "%" PRIu64 " of the solver's answers %s kept from an earlier search",
		     view->nr_recalled, plural_of(view->nr_recalled, "was", "were"));
}

void gen_words_tests(const struct gen_view *view, gen_words_line_fn *fn, void *arg)
{
	const struct listener to = { fn, arg };

	tell_tests(&to, view->tests);
	tell_c_tests(&to, view);
	tell_patches(&to, view);
}
