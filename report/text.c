/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The report for a terminal. Survivors come first, in the form of compiler warnings, to which
 * editors jump:
 *
 *	src/a.c:3:7: warning: '<' becomes '<=' [ORRN:<:<=] (3f0c5a9be112)
 *
 * A table of the files and the score follow. Columns are aligned as if each character took one;
 * wide characters are not measured.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/attr.h"
#include "common/cleanup.h"
#include "common/plural.h"
#include "common/position.h"
#include "common/print.h"
#include "common/visible.h"
#include "common/xalloc.h"
#include "report/writers.h"

#define MAX_TESTS_NAMED 3
#define MAX_SLOW_TESTS	5

struct paint {
	const char *bold, *warning, *dim, *end;
};

static const struct paint colourless = { "", "", "", "" };
static const struct paint colours = { "\033[1m", "\033[1;35m", "\033[2m", "\033[0m" };

/* COLOUR is one of PAINT. */
static void put_painted(FILE *out, const struct paint *paint, const char *colour, const char *text)
{
	print_exactly(out, colour, strlen(colour));
	print_to(out, "%s", text);
	print_exactly(out, paint->end, strlen(paint->end));
}

/* Writes the beginning of a line of the summary. */
static void put_name(FILE *out, const struct paint *paint, const char *name)
{
	char padded[16];

	snprintf(padded, sizeof(padded), "%-8s", name);
	put_painted(out, paint, paint->bold, padded);
}

static void put_percent(FILE *out, double value)
{
	char text[REPORT_PERCENT_SIZE];

	report_percent(value, false, text);
	print_to(out, "%6s", text);
}

static void put_covering_tests(FILE *out, const struct report_model *model, size_t m)
{
	size_t named = 0, total = 0;

	for (size_t t = 0; t < model->nr_tests; t++) {
		if (model->tests[t].quarantined || !report_covers(model, m, t))
			continue;
		if (++total > MAX_TESTS_NAMED)
			continue;
		print_to(out, named++ ? ", %s" : "    reached by %s", model->tests[t].name);
	}
	if (total > named)
		print_to(out, " and %zu more", total - named);
	if (total)
		fputc('\n', out);
}

/* Names the mutants that M stands for: they are in the same file, behind it. */
static void put_duplicates(FILE *out, const struct report_model *model, size_t m)
{
	const struct report_mutant *first = &model->mutants[m];
	const char *between = "    the same object as of ";
	size_t nr = 0;

	for (size_t i = m + 1; nr < first->nr_duplicates && i < model->nr_mutants; i++) {
		const struct report_mutant *mutant = &model->mutants[i];

		if (!mutant->is_duplicate || strcmp(mutant->stands_in, first->store.id) != 0)
			continue;
		print_to(out, "%s%s", between, mutant->store.id);
		between = ", ";
		nr++;
	}
	if (nr)
		fputc('\n', out);
}

/* Writes one mutant: a survivor as a warning, as the tests miss it, and any other as a note. */
static void put_mutant(FILE *out, const struct report_model *model, const struct paint *paint,
		       size_t m)
{
	const struct report_mutant *mutant = &model->mutants[m];
	const struct store_mutant *store = &mutant->store;

	_cleanup_free_ char *place =
		position_text(store->file, store->site_line, store->site_column);

	put_painted(out, paint, paint->bold, place);
	fputs(": ", out);
	if (report_is_equivalent(mutant)) {
		put_painted(out, paint, paint->dim, "note:");
		print_to(out, " equivalent, %s: ", report_status_name(mutant->status));
	} else if (mutant->status == REPORT_SURVIVED) {
		put_painted(out, paint, paint->warning, "warning:");
		fputs(" ", out);
	} else {
		put_painted(out, paint, paint->dim, "note:");
		print_to(out, " %s: ", report_status_name(mutant->status));
	}
	print_to(out, "%s [%s] (%s)", store->description, store->op, store->id);
	if (mutant->reason[0])
		print_to(out, ": %s", mutant->reason);
	if (mutant->is_duplicate)
		print_to(out, ": duplicate of %s", mutant->stands_in);
	if (mutant->run_instead[0])
		print_to(out, ": %s was run for it", mutant->run_instead);
	if (report_is_but_ub(mutant))
		fputs(": equivalent but for undefined behaviour", out);
	fputc('\n', out);
	put_covering_tests(out, model, m);
	put_duplicates(out, model, m);
}

/* True if MUTANT is to be listed. In the summary, where no status was asked for, equivalent ones ask for no test, and duplicates for that of another one. */
static bool is_listed(const struct report_mutant *mutant, const struct report_opts *opts,
		      unsigned statuses)
{
	return statuses >> mutant->status & 1 &&
	       (opts->statuses || !(report_is_equivalent(mutant) || mutant->is_duplicate));
}

static bool put_mutants(FILE *out, const struct report_model *model, const struct paint *paint,
			const struct report_opts *opts, unsigned statuses)
{
	size_t total = 0;

	for (size_t m = 0; m < model->nr_mutants; m++) {
		if (!is_listed(&model->mutants[m], opts, statuses))
			continue;
		if (!opts->limit || total < opts->limit)
			put_mutant(out, model, paint, m);
		total++;
	}
	if (opts->limit && total > opts->limit)
		print_to(out, "and %zu more; `%s` prints all\n", total - opts->limit,
			 opts->unlimited);
	return total > 0;
}

static void put_row(FILE *out, const struct report_count *count, int width, const char *name)
{
	struct report_score score = report_score(count);

	print_to(out, "%-*s %8zu %8zu %9zu %12zu %8zu  ", width, name,
		 count->by_status[REPORT_KILLED], count->by_status[REPORT_TIMEOUT],
		 count->by_status[REPORT_SURVIVED], count->by_status[REPORT_NOT_REACHED],
		 count->by_status[REPORT_UNKNOWN]);
	put_percent(out, score.score);
	fputs("  ", out);
	put_percent(out, score.reached);
	fputc('\n', out);
}

static void put_table(FILE *out, const struct report_model *model, const struct paint *paint)
{
	_cleanup_strbuf_ struct strbuf head = { 0 };
	int width = 5;

	for (size_t f = 0; f < model->nr_files; f++) {
		if (model->files[f].nr_mutants && visible_width(model->files[f].path) > width)
			width = visible_width(model->files[f].path);
	}
	print_add(&head, "%-*s %8s %8s %9s %12s %8s  %6s  %6s", width, "file", "killed", "timeout",
		  "survived", "not reached", "unknown", "score%", "of reached%");
	put_painted(out, paint, paint->bold, strbuf_get(&head));
	fputs("\n", out);
	for (size_t f = 0; f < model->nr_files; f++) {
		if (model->files[f].nr_mutants)
			put_row(out, &model->files[f].count, width, model->files[f].path);
	}
	if (model->nr_files > 1)
		put_row(out, &model->count, width, "total");
	fputc('\n', out);
}

static void put_score_line(FILE *out, const struct paint *paint, const char *name, double value,
			   const char *meaning)
{
	put_name(out, paint, name);
	put_percent(out, value);
	print_to(out, " %%  %s\n", meaning);
}

/* Writes the score, or the range in which it must lie and the expected score. */
static void put_detected(FILE *out, const struct report_model *model, const struct paint *paint)
{
	struct report_score score = report_score(&model->count);
	char high[REPORT_PERCENT_SIZE];

	if (!report_score_is_range(&score)) {
		put_score_line(out, paint, "score", score.score, "of the mutants are detected");
		return;
	}
	report_percent(score.high, true, high);
	put_name(out, paint, "score");
	put_percent(out, score.low);
	print_to(out, " to %s %%  of the mutants are detected\n", high);
	if (model->count.by_status[REPORT_UNKNOWN])
		put_score_line(out, paint, "", score.score,
			       "if those without verdict are as good as the others");
}

/* Writes what is proven equivalent, and the score without it. */
static void put_proven(FILE *out, const struct report_model *model, const struct paint *paint)
{
	size_t count = report_count_equivalent(&model->count);
	char rest[REPORT_PERCENT_SIZE];

	if (count) {
		report_percent(report_score(&model->count).rest, false, rest);
		put_name(out, paint, "proven");
		print_to(out, "%6zu    equivalent: %s %% of the other mutants are detected\n",
			 count, rest);
	}
	if (model->count.but_ub) {
		put_name(out, paint, count ? "" : "proven");
		print_to(out, "%6zu    equivalent but for undefined behaviour\n",
			 model->count.but_ub);
	}
}

static void put_doubts(FILE *out, const struct report_model *model, const struct paint *paint)
{
	const char *name = "unsure";

	for (enum report_doubt i = REPORT_SURE + 1; i < REPORT_NR_DOUBT; i++) {
		if (!model->count.by_doubt[i])
			continue;
		put_name(out, paint, name);
		print_to(out, "%6zu    %s\n", model->count.by_doubt[i], report_doubt_name(i));
		name = "";
	}
}

static void put_score(FILE *out, const struct report_model *model, const struct paint *paint)
{
	struct report_score score = report_score(&model->count);
	size_t total = report_count_total(&model->count);

	put_detected(out, model, paint);
	put_score_line(out, paint, "", score.reached, "of those that some test reaches");
	put_score_line(out, paint, "", score.timeouts_survive, "if timeouts counted as survivors");
	put_name(out, paint, "mutants");
	print_to(out, "%6zu    in %zu test%s\n", total, model->nr_tests, plural(model->nr_tests));
	put_proven(out, model, paint);
	put_doubts(out, model, paint);
	fputc('\n', out);
}

static void put_skipped(FILE *out, const struct report_model *model)
{
	unsigned long folded = 0, macro = 0, shape = 0, user = 0;

	for (size_t f = 0; f < model->nr_files; f++) {
		folded += model->files[f].folded;
		macro += model->files[f].macro;
		shape += model->files[f].shape;
		user += model->files[f].user;
	}
	if (folded + macro + shape + user)
		print_to(out,
			 "not mutated: %lu in macro bodies, %lu folded by the compiler, "
			 "%lu of other shapes, "
			 "%lu excluded\n",
			 macro, folded, shape, user);
}

static void put_carried(FILE *out, const struct report_model *model)
{
	if (model->nr_carried)
		print_to(out, "of %zu verdict%s %zu %s carried over from earlier runs\n",
			 model->nr_verdicts, plural(model->nr_verdicts), model->nr_carried,
			 plural_of(model->nr_carried, "was", "were"));
	if (model->nr_shared)
		print_to(out, "of %zu verdict%s %zu %s of another mutant with the same object\n",
			 model->nr_verdicts, plural(model->nr_verdicts), model->nr_shared,
			 plural_of(model->nr_shared, "is that", "are those"));
}

static void put_left_out(FILE *out, const struct report_model *model)
{
	if (model->left_out_sample)
		print_to(out, "the mutants are a random sample: %" PRIu64 " other%s left out\n",
			 model->left_out_sample,
			 plural_of(model->left_out_sample, " was", "s were"));
	if (model->left_out_filter)
		print_to(out, "not asked for: %" PRIu64 " other mutant%s\n", model->left_out_filter,
			 plural(model->left_out_filter));
	if (model->left_out_tests)
		print_to(out, "not mutated: the tests' own code (%" PRIu64 " mutant%s)\n",
			 model->left_out_tests, plural(model->left_out_tests));
}

static void put_named_tests(FILE *out, const struct report_model *model)
{
	for (size_t t = 0; t < model->nr_tests; t++) {
		const struct report_test *test = &model->tests[t];

		if (test->quarantined)
			print_to(out, "quarantined: %s: %s\n", test->name, test->reason);
		else if (test->reason[0])
			print_to(out, "verdicts unknown: %s: %s\n", test->name, test->reason);
	}
}

/* A kind of tests that took part; WHAT stands before their names. */
struct kind {
	const char *what;
	unsigned change; /* bit of enum store_change; 0: tests that the harness alone judges */
};

static bool is_of_kind(const struct report_test *test, const struct kind *kind)
{
	if (test->quarantined)
		return false;
	return kind->change ? test->changes & kind->change : test->oracle == STORE_ORACLE_TEST;
}

static void put_kind(FILE *out, const struct report_model *model, const struct kind *kind)
{
	size_t count = 0;

	for (size_t t = 0; t < model->nr_tests; t++) {
		if (!is_of_kind(&model->tests[t], kind))
			continue;
		if (count++ < MAX_TESTS_NAMED)
			print_to(out, "%s%s", count == 1 ? kind->what : ", ", model->tests[t].name);
	}
	if (count > MAX_TESTS_NAMED)
		print_to(out, " and %zu more", count - MAX_TESTS_NAMED);
	if (count)
		fputc('\n', out);
}

static void put_oracle(FILE *out, const struct report_model *model)
{
	static const struct kind alone = { "by the harness's verdict alone: ", 0 };
	size_t count = 0;

	if (model->run.oracle == STORE_ORACLE_TEST)
		return;
	for (size_t t = 0; t < model->nr_tests; t++)
		count += !model->tests[t].quarantined &&
			 model->tests[t].oracle == STORE_ORACLE_OUTPUT;
	print_to(out, "mutants were judged by the output of %zu of %zu test%s, too\n", count,
		 model->nr_tests, plural(model->nr_tests));
	put_kind(out, model, &alone);
}

static int compare_slowness(const void *left, const void *right)
{
	const struct report_test *a = *(const struct report_test *const *)left;
	const struct report_test *b = *(const struct report_test *const *)right;

	if (a->wall_us != b->wall_us)
		return a->wall_us > b->wall_us ? -1 : 1;
	return strcmp(a->name, b->name);
}

static void put_slowest(FILE *out, const struct report_model *model)
{
	const struct report_test **order;

	if (model->nr_tests < 2)
		return;
	order = xcalloc(model->nr_tests, sizeof(const struct report_test *));
	for (size_t t = 0; t < model->nr_tests; t++)
		order[t] = &model->tests[t];
	qsort(order, model->nr_tests, sizeof(const struct report_test *), compare_slowness);
	fputs("slowest tests:", out);
	for (size_t t = 0; t < model->nr_tests && t < MAX_SLOW_TESTS; t++)
		print_to(out, "%s %s %.3f s", t ? "," : "", order[t]->name,
			 (double)order[t]->wall_us / 1e6);
	fputc('\n', out);
	free(order);
}

static struct error *text_write(struct report_model *model, const struct report_opts *opts,
				FILE *out)
{
	static const struct kind changing[] = {
		{ "other places from run to run: ", STORE_CHANGE_COVERAGE },
		{ "other output from run to run: ", STORE_CHANGE_OUTPUT },
	};
	const struct paint *paint = opts->colour ? &colours : &colourless;

	if (opts->statuses) {
		put_mutants(out, model, paint, opts, opts->statuses);
		return NULL;
	}
	if (put_mutants(out, model, paint, opts, 1u << REPORT_SURVIVED))
		fputc('\n', out);
	put_table(out, model, paint);
	put_score(out, model, paint);
	put_skipped(out, model);
	put_left_out(out, model);
	put_carried(out, model);
	put_named_tests(out, model);
	put_oracle(out, model);
	for (size_t i = 0; i < ARRAY_SIZE(changing); i++)
		put_kind(out, model, &changing[i]);
	put_slowest(out, model);
	if (!model->run.finished[0])
		fputs("the run is not finished: the same `remt run` command goes on from here\n"
		      "without --budget, mutants that are killed are decided before survivors\n",
		      out);
	return NULL;
}

const struct report_writer report_text = {
	.name = "text",
	.help = "summary for a terminal, survivors as compiler warnings",
	.write = text_write,
};
