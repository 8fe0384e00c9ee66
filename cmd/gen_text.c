/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/progress.h"
#include "common/clock.h"
#include "common/print.h"
#include "common/shell.h"

void gen_draw_progress(const struct explorer_state *state)
{
	static uint64_t drawn_ms;
	_cleanup_strbuf_ struct strbuf text = { 0 };

	if (!isatty(STDERR_FILENO) || clock_ms() - drawn_ms < 100)
		return;
	drawn_ms = clock_ms();
	strbuf_addf(&text, "%" PRIu64 " inputs, %" PRIu64 " open, %" PRIu64 " differences",
		    state->nr_inputs, state->nr_open, state->nr_differences);
	progress_draw(&text);
}

static void print_end(const struct trial_result *result)
{
	if (result->is_late)
		print("does not end in time");
	else if (WIFSIGNALED(result->status))
		print("is ended by SIG%s", sigabbrev_np(WTERMSIG(result->status)));
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

/* Prints a line for the shell. */
static void print_command(const struct command *command, const char *program)
{
	print("   ");
	if (command->input_size) {
		print("printf ");
		print_format(command->input, command->input_size);
		print(" | ");
	}
	print("%s", program);
	for (char **argument = command->argv + 1; *argument; argument++) {
		char *word = shell_quote_visible(*argument);

		print(" %s", word);
		free(word);
	}
	print("\n");
}

static void print_branches(const char *title, const struct parting_branch sides[2])
{
	static const char *const versions[2] = { "old", "new" };

	if (!parting_has(sides))
		return;
	print("   %s:\n", title);
	for (unsigned i = 0; i < 2; i++) {
		if (sides[i].condition)
			print("      %s: %s:%u: %s, in %s()\n", versions[i], sides[i].file,
			      sides[i].line, sides[i].condition, sides[i].function);
		else
			print("      %s: no other branch\n", versions[i]);
	}
}

/* Prints the branches where the two runs part. */
static void print_parting(const struct gen_view *view, const struct difference *difference)
{
	struct parting parting = parting_find(view->sources, view->explorer, difference);

	print_branches("both fulfil a condition that was changed", parting.changed);
	print_branches("they part here", parting.parted);
}

/* Says where the test for the difference lies. */
static void print_test(const struct gen_tests *tests, size_t index)
{
	if (index < tests->written.count && tests->written.items[index])
		print("   test: %s/%zu\n", tests->path, index + 1);
}

static void print_difference(const struct gen_view *view, const struct difference *difference)
{
	struct command *command = explorer_command(view->explorer);

	command_set(command, view->names[1], difference->inputs);
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

/* What keeps the search from being certain. */
static void print_gaps(const struct explorer_state *state)
{
	if (!state->is_over)
		print("#   stopped with %" PRIu64 " inputs open\n", state->nr_open);
	if (state->nr_unknown)
		print("#   of %" PRIu64
		      " branches it is not known whether they have another side\n",
		      state->nr_unknown);
	if (state->is_concretised)
		print("#   some values were taken to be those of one run\n");
	if (state->is_cut)
		print("#   some runs were too long to be followed to their ends\n");
	if (state->is_untold)
		print("#   some runs did more than their paths tell\n");
	if (state->nr_unsteady)
		print("#   on %" PRIu64
		      " inputs a version did not do the same twice; they are not shown\n",
		      state->nr_unsteady);
}

static void print_rest(const struct explorer_state *state)
{
	print("# %" PRIu64 " inputs, %" PRIu64 " paths in the old version, %" PRIu64
	      " in the new one\n",
	      state->nr_inputs, state->nr_paths[0], state->nr_paths[1]);
	print("# %" PRIu64 " pairs of paths: %" PRIu64 " proven equal, %" PRIu64
	      " different, %" PRIu64 " not known\n",
	      state->nr_equal + state->nr_differing + state->nr_undecided, state->nr_equal,
	      state->nr_differing, state->nr_undecided);
	if (!state->is_certain)
		print_gaps(state);
	else if (state->nr_differing)
		print("# no branch is left: inputs of these lengths make differences on the "
		      "different pairs of paths alone\n");
	else
		print("# no branch is left: both versions do the same for all inputs of these "
		      "lengths\n");
}

static void print_tests(const struct gen_tests *tests)
{
	size_t nr_lost = tests->written.count - tests->nr_written;

	if (tests->nr_written)
		print("# %zu tests in %s: remt run --tests=%s/new.tests runs them\n",
		      tests->nr_written, tests->path, tests->path);
	if (nr_lost)
		print("# %zu differences have no test, as a shell does not get them again\n",
		      nr_lost);
}

void gen_print_text(const struct gen_view *view)
{
	size_t number;
	const struct difference *differences = explorer_differences(view->explorer, &number);

	for (size_t i = 0; i < number && i < view->nr_shown; i++) {
		print("difference %zu:\n", i + 1);
		print_difference(view, &differences[i]);
		print_parting(view, &differences[i]);
		print_test(view->tests, i);
	}
	if (number > view->nr_shown)
		print("# %" PRIu64 " more differences, which --show=%zu shows\n",
		      number - view->nr_shown, number);
	print_tests(view->tests);
	print_rest(explorer_state(view->explorer));
}
