/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/progress.h"
#include "common/clock.h"
#include "common/print.h"
#include "common/shell.h"
#include "common/signals.h"

/* True if it is time to draw again, on a terminal. */
static bool is_drawing_time(void)
{
	static uint64_t drawn_ms;

	if (!isatty(STDERR_FILENO) || clock_ms() - drawn_ms < 100)
		return false;
	drawn_ms = clock_ms();
	return true;
}

void gen_draw_progress(const struct search_state *state)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };

	if (!is_drawing_time())
		return;
	strbuf_addf(&text, "%" PRIu64 " inputs, %" PRIu64 " open, %" PRIu64 " differences",
		    state->sum.nr_inputs, state->sum.nr_open, state->sum.nr_differences);
	progress_draw(&text);
}

void gen_draw_suite(size_t nr_runs)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };

	if (!is_drawing_time())
		return;
	strbuf_addf(&text, "the suite runs: %zu commands", nr_runs);
	progress_draw(&text);
}

void gen_draw_tests(size_t done, size_t number)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };

	if (!is_drawing_time())
		return;
	strbuf_addf(&text, "%zu of %zu tests tried", done, number);
	progress_draw(&text);
}

static void print_end(const struct trial_result *result)
{
	char name[SIGNALS_NAME_SIZE];

	if (result->is_late)
		print("does not end in time");
	else if (WIFSIGNALED(result->status))
		print("is ended by %s", signals_name(WTERMSIG(result->status), name));
	else
		print("exits with %d", WEXITSTATUS(result->status));
}

static void print_output(const char *name, const struct strbuf *text)
{
	if (!text->length)
		return;
	print("      %s:\n", name);
	print_lines(stdout, strbuf_get(text), text->length);
	if (strbuf_get(text)[text->length - 1] != '\n')
		print("\n");
}

/* Prints SIZE bytes as a format for the shell's printf. */
static void print_format(const unsigned char *bytes, size_t size)
{
	print("'");
	for (size_t i = 0; i < size; i++) {
		if (bytes[i] == '\n')
			print("\\n");
		else if (bytes[i] == '%')
			print("%%%%");
		else if (bytes[i] == '\\')
			print("\\\\");
		else if ((i == 0 && bytes[i] == '-') || bytes[i] < ' ' || bytes[i] > '~' ||
			 bytes[i] == '\'')
			print("\\%03o", bytes[i]);
		else
			print("%c", bytes[i]);
	}
	print("'");
}

/* Prints lines for the shell that write the files. */
static void print_files(const struct command *command)
{
	for (size_t i = 1; i < command->nr_files; i++) {
		char *name = shell_quote_visible(command->files[i].name);

		print("   printf ");
		print_format(command->files[i].bytes, command->files[i].size);
		print(" >%s\n", name);
		free(name);
	}
}

/* Prints what sets the variables for a command of the shell. */
static void print_variables(const struct command *command)
{
	for (size_t i = 0; i < command->nr_variables; i++) {
		char *value = shell_quote_visible(command->variables[i].value);

		print("%s=%s ", command->variables[i].name, value);
		free(value);
	}
}

/* Prints a line for the shell. */
static void print_command(const struct command *command, const char *program)
{
	const struct command_file *input = &command->files[0];

	print("   ");
	if (input->size) {
		print("printf ");
		print_format(input->bytes, input->size);
		print(" | ");
	}
	print_variables(command);
	print("%s", program);
	for (char **argument = command->argv + 1; *argument; argument++) {
		char *word = shell_quote_visible(*argument);

		print(" %s", word);
		free(word);
	}
	print("\n");
}

static void print_branch(const char *title, const struct parting_branch *branch)
{
	if (branch->condition)
		print("      %s: %s:%u: %s, in %s()\n", title, branch->file, branch->line,
		      branch->condition, branch->function);
	else
		print("      %s: no other branch\n", title);
}

static void print_branches(const char *title, const struct parting_branch sides[2])
{
	if (!parting_has(sides))
		return;
	print("   %s:\n", title);
	print_branch("old", &sides[0]);
	print_branch("new", &sides[1]);
}

static void print_parting(const struct parting *parting)
{
	if (parting->removed.condition || parting->added.condition) {
		print("   branches of one version alone:\n");
		if (parting->removed.condition)
			print_branch("old", &parting->removed);
		if (parting->added.condition)
			print_branch("new", &parting->added);
	}
	print_branches("a comparison with something else, which held in both", parting->changed);
	print_branches("their branches differ from here on", parting->parted);
}

/* Says where the test for the difference lies. */
static void print_test(const struct gen_tests *tests, size_t index)
{
	if (index < tests->written.count && tests->written.items[index])
		print("   test: %s/%zu\n", tests->path, index + 1);
}

static void print_difference(const struct gen_view *view, struct search_difference found)
{
	const struct difference *difference = found.difference;
	struct command *command = explorer_command(found.explorer);

	command_set(command, view->names[1], difference->inputs);
	print_files(command);
	for (unsigned i = 0; i < 2; i++) {
		print_command(command, view->names[i]);
		print("    ");
		print_end(&difference->results[i]);
		print("\n");
		print_output("output", &difference->results[i].out);
		print_output("errors", &difference->results[i].err);
	}
	if (difference->nr_inputs > 1)
		print("   (and %" PRIu64 " more inputs with this change)\n",
		      difference->nr_inputs - 1);
}

/* Prints which functions took values to be those of one run. */
static void print_concretised(char *const *names)
{
	print("#   some values were taken to be those of one run");
	for (char *const *name = names; name && *name; name++)
		print("%s%s%s", name == names ? ", by " : ", ", *name,
		      strchr(*name, ' ') ? "" : "()");
	print("\n");
}

/* What keeps the search from being certain. */
static void print_gaps(const struct search_state *search)
{
	const struct explorer_state *state = &search->sum;

	if (!state->is_over)
		print("#   stopped with %" PRIu64 " branches open%s\n", state->nr_open,
		      search->is_full ? ", as its memory was used up (--memory)" : "");
	if (state->nr_unknown)
		print("#   of %" PRIu64
		      " branches it is not known whether they have another side\n",
		      state->nr_unknown);
	if (state->is_concretised)
		print_concretised(state->concretised_by);
	if (state->is_cut)
		print("#   some runs were too long to be followed to their ends\n");
	if (state->is_untold)
		print("#   some runs did more than their paths tell\n");
	if (state->is_late)
		print("#   some runs did not end in time\n");
	if (state->nr_unsteady)
		print("#   on %" PRIu64
		      " inputs a version did not do the same twice; they are not shown\n",
		      state->nr_unsteady);
}

/* Says what lengths inputs had. */
static void print_lengths(const struct search_state *state)
{
	if (state->nr_lengths > 1)
		print("# %zu combinations of lengths; all is known of %zu of them\n",
		      state->nr_lengths, state->nr_certain);
	else if (state->sum.is_certain)
		print("# --lengths=N tries other lengths, too\n");
}

static void print_rest(const struct search_state *search)
{
	const struct explorer_state *state = &search->sum;

	print("# %" PRIu64 " inputs, %" PRIu64 " paths in the old version, %" PRIu64
	      " in the new one\n",
	      state->nr_inputs, state->nr_paths[0], state->nr_paths[1]);
	print("# %" PRIu64 " pairs of paths: %" PRIu64 " proven equal, %" PRIu64
	      " different, %" PRIu64 " not known\n",
	      state->nr_equal + state->nr_differing + state->nr_undecided, state->nr_equal,
	      state->nr_differing, state->nr_undecided);
	if (!state->is_certain)
		print_gaps(search);
	else if (state->nr_differing)
		print("# no branch is left: inputs of these lengths make differences on the "
		      "different pairs of paths alone\n");
	else
		print("# no branch is left: both versions do the same for all inputs of these "
		      "lengths\n");
	print_lengths(search);
}

static void print_tests(const struct gen_tests *tests)
{
	size_t nr_lost = tests->written.count - tests->nr_written;
	_cleanup_strbuf_ struct strbuf list = { 0 };
	_cleanup_free_ char *word = NULL;

	if (!tests->is_complete)
		return;
	strbuf_addf(&list, "%s/new.tests", tests->path);
	word = shell_quote_visible(strbuf_get(&list));
	if (tests->nr_written)
		print("# %zu tests in %s: remt run --tests=%s runs them\n", tests->nr_written,
		      tests->path, word);
	if (nr_lost)
		print("# %zu differences have no test: run by a shell they do not show\n", nr_lost);
}

/* Prints all that is said of a difference. */
static void print_whole(const struct gen_view *view, size_t index)
{
	const struct gen_group *group = &view->groups.items[view->group_of.items[index]];
	const struct parting *parting = &view->partings.items[index];

	print("difference %zu:\n", index + 1);
	print_difference(view, search_difference(view->search, index));
	print_parting(parting);
	print_test(view->tests, index);
	if (!view->shows_each && group->nr_differences > 1)
		print("   (and %" PRIu64 " more differences like this)\n",
		      group->nr_differences - 1);
}

static void print_differences(const struct gen_view *view)
{
	size_t nr_left = 0, nr_shown = 0;

	for (size_t i = 0; i < view->group_of.count; i++) {
		bool is_first = view->groups.items[view->group_of.items[i]].first == i;

		if (!is_first && !view->shows_each)
			continue;
		if (nr_shown < view->nr_shown)
			print_whole(view, i);
		else
			nr_left++;
		nr_shown++;
	}
	if (nr_left)
		print("# %zu more differences, which --show=%zu shows\n", nr_left, nr_shown);
	if (!view->shows_each && view->groups.count < view->group_of.count)
		print("# %zu differences in all, which --each shows\n", view->group_of.count);
}

void gen_print_text(const struct gen_view *view)
{
	print_differences(view);
	print_tests(view->tests);
	print_rest(search_state(view->search));
	if (view->nr_recalled)
		print("# %" PRIu64 " of the solver's answers were kept from an earlier search\n",
		      view->nr_recalled);
}
