/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is known of mutants, for a terminal. */
#include <inttypes.h>
#include <string.h>

#include "cmd/gen/base/words.h"
#include "cmd/gen/kill/kill.h"
#include "common/plural.h"
#include "common/print.h"
#include "common/shell.h"
#include "common/visible.h"

enum { MAX_LINE = 60 /* bytes of a line that are shown */ };

static void print_place(const struct gen_mutant *mutant, FILE *out)
{
	const struct inventory_mutant *row = mutant->row;

	print_to(out, "%s:%" PRIu32 ":%" PRIu32 ": %s (%s): ", row->file, row->line, row->column,
		 row->description, mutant->id);
}

/* Adds the line of TEXT that begins at AT, cut to a limit, between quotes; or that it ends before. */
static void add_line(struct strbuf *text, const struct strbuf *from, size_t at)
{
	const char *line = strbuf_get(from) + at;
	const char *end = memchr(line, '\n', from->length - at);
	size_t size = end ? (size_t)(end - line) : from->length - at;

	if (at == from->length) {
		strbuf_adds(text, "nothing");
		return;
	}
	strbuf_addc(text, '"');
	visible_add(text, line, size < MAX_LINE ? size : MAX_LINE);
	strbuf_adds(text, size < MAX_LINE ? "\"" : "…\"");
}

/* Adds the first lines that differ; false: all are the same. */
static bool add_lines(struct strbuf *text, const struct strbuf *old, const struct strbuf *new)
{
	size_t start = 0;

	if (strbuf_is_same(old, new))
		return false;
	for (size_t i = 0;
	     i < old->length && i < new->length &&strbuf_get(old)[i] == strbuf_get(new)[i]; i++) {
		if (strbuf_get(old)[i] == '\n')
			start = i + 1;
	}
	add_line(text, new, start);
	strbuf_adds(text, " in place of ");
	add_line(text, old, start);
	return true;
}

/* Prints the test that kills the mutant, and how what the mutant does differs. */
static void print_test(const struct gen_kills *kills, const struct gen_kill_result *result,
		       FILE *out)
{
	const struct gen_kill_test *test = &kills->tests.items[result->test];
	const struct command *command = &test->command;
	_cleanup_strbuf_ struct strbuf line = { 0 }, lines = { 0 }, old = { 0 }, new = { 0 };

	for (size_t i = 1; i < command->nr_files; i++) {
		_cleanup_strbuf_ struct strbuf file = { 0 };

		gen_words_file(&file, &command->files[i]);
		print_to(out, "   %s\n", strbuf_get(&file));
	}
	gen_words_command(&line, command, kills->name);
	print_to(out, "   %s\n", strbuf_get(&line));
	gen_words_end(&old, &test->expected);
	gen_words_end(&new, &result->result);
	if (!strbuf_is_same(&old, &new))
		print_to(out, "   the mutant %s, the original %s\n", strbuf_get(&new),
			 strbuf_get(&old));
	else if (add_lines(&lines, &test->expected.out, &result->result.out))
		print_to(out, "   the mutant prints %s\n", strbuf_get(&lines));
	else if (add_lines(&lines, &test->expected.err, &result->result.err))
		print_to(out, "   the mutant's errors are %s\n", strbuf_get(&lines));
}

void gen_kill_print(const struct gen_kills *kills, size_t index, FILE *out)
{
	const struct gen_kill_result *result = &kills->results.items[index];

	print_place(result->mutant, out);
	switch (result->verdict) {
	case GEN_KILLED:
		if (result->is_dropped) {
			print_to(out, "killed, by test %zu\n", result->test + 1);
			break;
		}
		print_to(out, "killed, by test %zu:\n", result->test + 1);
		print_test(kills, result, out);
		break;
	case GEN_ALIKE: print_to(out, "no input of these lengths kills it\n"); break;
	case GEN_UNSET:
	case GEN_OPEN:
		print_to(out, result->verdict == GEN_OPEN
				      ? "not known\n"
				      : "what it does depends on a value that is not set\n");
		if (result->why) {
			print_lines(out, result->why, strlen(result->why));
			print_to(out, "\n");
		}
		break;
	case GEN_REFUSED: print_to(out, "not tried: %s\n", result->why ? result->why : ""); break;
	case GEN_NR_KILL_VERDICTS: break;
	}
	fflush(out);
}

void gen_kill_sum(struct strbuf *text, const struct gen_kills *kills)
{
	size_t number[GEN_NR_KILL_VERDICTS] = { 0 }, nr_mutants = kills->results.count;

	for (size_t i = 0; i < nr_mutants; i++) {
		if (kills->results.items[i].is_known)
			number[kills->results.items[i].verdict]++;
	}
	strbuf_addf(text,
		    "%zu of %zu mutant%s killed, by %zu test%s; %zu can't be by inputs of these "
		    "lengths, %zu depend%s on values that are not set, of %zu it is not known",
		    number[GEN_KILLED], nr_mutants, plural_of(nr_mutants, " is", "s are"),
		    kills->tests.count, plural(kills->tests.count), number[GEN_ALIKE],
		    number[GEN_UNSET], plural_of(number[GEN_UNSET], "s", ""),
		    number[GEN_OPEN] + number[GEN_REFUSED]);
}

/* Prints where tests are, and how many mutants have none though they are killed. */
static void print_tests(const struct gen_kills *kills, const struct gen_tests *tests, FILE *out)
{
	_cleanup_strbuf_ struct strbuf list = { 0 };
	_cleanup_free_ char *word = NULL;
	size_t nr_lost = 0;

	if (!tests->is_complete)
		return;
	strbuf_addf(&list, "%s/tests", tests->directory.path);
	word = shell_quote_visible(strbuf_get(&list));
	for (size_t i = 0; i < kills->results.count; i++) {
		const struct gen_kill_result *result = &kills->results.items[i];

		nr_lost += result->is_known && result->verdict == GEN_KILLED && !result->is_tested;
	}
	if (tests->nr_written)
		print_to(out, "# %zu test%s in %s: remt run --tests=%s runs %s\n",
			 tests->nr_written, plural(tests->nr_written), tests->directory.path, word,
			 plural_of(tests->nr_written, "it", "them"));
	if (nr_lost)
		print_to(out, "# %zu killed mutant%s no test: run by a shell %s not show\n",
			 nr_lost, plural_of(nr_lost, " has", "s have"),
			 plural_of(nr_lost, "it does", "they do"));
}

void gen_kill_print_sum(const struct gen_kills *kills, const struct gen_tests *tests, FILE *out)
{
	size_t nr_missing = kills->results.count - kills->nr_known;
	_cleanup_strbuf_ struct strbuf sum = { 0 };

	gen_kill_sum(&sum, kills);
	print_to(out, "# %s\n", strbuf_get(&sum));
	print_tests(kills, tests, out);
	if (nr_missing)
		print_to(out, "# %zu mutant%s not tried\n", nr_missing,
			 plural_of(nr_missing, " was", "s were"));
	if (kills->nr_proven)
		print_to(out, "# %zu survivor%s proven equivalent and left out\n", kills->nr_proven,
			 plural_of(kills->nr_proven, " is", "s are"));
	if (kills->nr_absent)
		print_to(out, "# %zu other survivor%s not in this program\n", kills->nr_absent,
			 plural_of(kills->nr_absent, " is", "s are"));
}
