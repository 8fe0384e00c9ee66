/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The result of `remt iso` as text: counts and coverage, tests that only one version has or whose
 * output is unstable, plain differences, groups of findings up to --limit, differences that no
 * change explains, and faults.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/iso.h"
#include "cmd/progress.h"
#include "cmd/text_diff.h"
#include "common/cleanup.h"
#include "common/plural.h"
#include "common/print.h"

enum { MAX_TESTS = 5 /* how many tests of a group are named */ };

static void print_diff(const struct iso_view *view, observed_set differing,
		       const struct observation *old, const struct observation *new)
{
	for (unsigned i = 0; i < NR_OBSERVED_TEXTS && view->args->diff_lines; i++) {
		if (!(differing & OBSERVED_BIT(i)))
			continue;
		_cleanup_free_ char *diff =
			text_diff(old->texts[i], new->texts[i], view->args->diff_lines);

		print("--- old version, %s\n+++ new version\n", observed_name(i));
		print_lines(stdout, diff, strlen(diff));
	}
}

static void print_branches(const struct iso_view *view, const struct explore_variant *variant)
{
	for (uint32_t i = 0; i < variant->nr_pairs; i++) {
		const struct inventory_mutant *mutant = iso_negation(view, variant->pairs[i]);

		print("%s%s:", i ? "\n   and " : "", mutant->file);
		if (mutant->line)
			print("%" PRIu32, mutant->line);
		else
			print("0x%" PRIx32, mutant->column);
		print(": %s%s in %s()", i ? "" : "if ", mutant->replacement, mutant->function);
	}
}

static void print_functions(const struct iso_view *view, const struct explore_finding *finding)
{
	const struct program *program = view->explore->isomorphism->new.version.program;

	if (!finding->cause.nr_functions)
		return;
	print("   changed functions that it may have executed:");
	for (uint32_t i = 0; i < finding->cause.nr_functions; i++) {
		_cleanup_free_ char *path = iso_function_path(view, finding->cause.functions[i]);
		uint32_t line = program_function(program, finding->cause.functions[i])->line;

		print("%s %s() (%s", i ? "," : "",
		      program_function_name(program, finding->cause.functions[i]), path);
		if (line)
			print(":%" PRIu32, line);
		putchar(')');
	}
	putchar('\n');
}

static void print_group(const struct iso_view *view, size_t number,
			const struct triage_group *group)
{
	const struct explore *explore = view->explore;
	const struct explore_finding *finding = &explore->findings.items[group->findings.items[0]];

	print("\n%zu. ", number);
	print_branches(view, &finding->variant);
	print(": %s%s\n   tests:", group->nature, group->is_known ? " (known)" : "");
	for (size_t i = 0; i < group->findings.count && i < MAX_TESTS; i++) {
		const struct explore_finding *other =
			&explore->findings.items[group->findings.items[i]];

		print("%s %s", i ? "," : "", explore->tests.items[other->variant.test].name);
	}
	if (group->findings.count > MAX_TESTS)
		print(" and %zu more", group->findings.count - MAX_TESTS);
	print("; key %s\n", group->key);
	if (group->account.kind != ACCOUNT_NONE)
		print("   %s: %s\n", account_name(group->account.kind), group->account.why);
	print_functions(view, finding);
	print_diff(view, finding->differing, &finding->seen_old, &finding->seen_new);
}

/* Prints the differences that show without a negation. */
static void print_plain(const struct iso_view *view)
{
	for (size_t t = 0; t < view->explore->tests.count; t++) {
		const struct explore_test *test = &view->explore->tests.items[t];

		if (!test->plain)
			continue;
		print("\nPlain difference, without any negation, of test %s:", test->name);
		for (unsigned i = 0; i < NR_OBSERVED_TEXTS; i++)
			print("%s", test->plain & OBSERVED_BIT(i) ? " " : "");
		if (test->plain & OBSERVED_BIT(OBSERVED_END)) {
			_cleanup_free_ char *old = observation_end(&test->seen_old);
			_cleanup_free_ char *new = observation_end(&test->seen_new);

			print("%s, then %s", old, new);
		}
		putchar('\n');
		print_diff(view, test->plain, &test->seen_old, &test->seen_new);
	}
}

static double percent(uint32_t part, uint32_t whole)
{
	return whole ? 100.0 * part / whole : 0;
}

static void print_coverage(const struct iso_view *view)
{
	const struct explore_coverage *coverage = &view->explore->coverage;

	print("branches: %" PRIu32 ", of which the tests do not execute %" PRIu32 "; of %" PRIu32
	      " of these they execute the other branch of the condition\n",
	      coverage->nr_ways, coverage->nr_uncovered, coverage->nr_reachable);
	for (size_t i = 0; i < coverage->gained.count; i++)
		print("executed by variants with up to %zu negation%s: %" PRIu32 " (%.1f %%)\n",
		      i + 1, plural(i + 1), coverage->gained.items[i],
		      percent(coverage->gained.items[i], coverage->nr_uncovered));
}

static void print_counts(const struct iso_view *view)
{
	const struct explore_counts *counts = &view->explore->counts;
	uint64_t nr_split = view->explore->old->split.nr_runs + view->explore->new->split.nr_runs;
	char took[32];

	print("%" PRIu32 " test%s of both versions", counts->nr_common, plural(counts->nr_common));
	if (counts->nr_only_old || counts->nr_only_new)
		print(" (%" PRIu32 " only of the old one, %" PRIu32 " only of the new one)",
		      counts->nr_only_old, counts->nr_only_new);
	print(", %zu conditions; %" PRIu64 " variants, %" PRIu64 " runs in %s\n",
	      view->explore->isomorphism->pairs.count, counts->nr_variants, counts->nr_runs,
	      progress_duration(view->elapsed_ms, took, sizeof(took)));
	if (nr_split)
		print("%" PRIu64 " run%s began where a negated condition is evaluated first\n",
		      nr_split, plural(nr_split));
	if (counts->nr_recalled)
		print("%" PRIu64 " variant%s known from an earlier comparison\n",
		      counts->nr_recalled, counts->nr_recalled == 1 ? " was" : "s were");
	if (counts->nr_untouched)
		print("%" PRIu64 " variant%s executed no changed code, and %s not run in the old "
		      "version (--unexplained runs them there)\n",
		      counts->nr_untouched, plural(counts->nr_untouched),
		      counts->nr_untouched == 1 ? "was" : "were");
	print("%" PRIu64
	      " variant%s crashed or did not end in all versions in which they were run; %" PRIu64
	      " differed from run to run\n",
	      counts->nr_broken, plural(counts->nr_broken), counts->nr_unstable);
	if (counts->nr_invalid)
		print("%" PRIu64 " variant%s gave no result; the first: %s\n", counts->nr_invalid,
		      plural(counts->nr_invalid),
		      counts->invalid ? counts->invalid : "in a repeated run");
}

static void print_missing(const struct iso_view *view)
{
	if (campaign_has_variants(view->explore->new->campaign))
		print("not compared: values that tests check, which takes builds with the "
		      "plugin\n");
}

static void print_unstable(const struct iso_view *view)
{
	for (size_t t = 0; t < view->explore->tests.count; t++) {
		const struct explore_test *test = &view->explore->tests.items[t];

		if (!test->unstable)
			continue;
		print("not compared of test %s, as it changes from run to run:", test->name);
		for (unsigned i = 0; i < NR_OBSERVED; i++)
			if (test->unstable & OBSERVED_BIT(i))
				print(" %s%s", observed_name(i),
				      test->unstable >> (i + 1) ? "," : "\n");
	}
}

/* Prints the differences that no change in the code explains. */
static void print_unexplained(const struct iso_view *view)
{
	const struct triage *triage = view->triage;
	size_t first = triage_count_explained(triage), count = triage->groups.count - first;

	if (!count)
		return;
	print("\n%zu more difference%s of variants that executed no changed code: undefined "
	      "behaviour, "
	      "or a\nfile or library that is not the same%s\n",
	      count, plural(count),
	      view->args->explore.unexplained ? "" : " (--unexplained tells them)");
	for (size_t i = 0; view->args->explore.unexplained && i < count && i < view->args->limit;
	     i++)
		print_group(view, i + 1, &triage->groups.items[first + i]);
}

static void print_faults(const struct iso_view *view)
{
	const struct faults *faults = view->faults;

	if (faults)
		print("\nof %" PRIu32 " mutants of the new version the tests do not notice %" PRIu32
		      "; variants notice %" PRIu32
		      " of these (%.1f %%), those of branches that no test executes %" PRIu32
		      " (%.1f %%)\n",
		      faults->nr_all, faults->nr_unkilled, faults->nr_ql,
		      percent(faults->nr_ql, faults->nr_unkilled), faults->nr_vl,
		      percent(faults->nr_vl, faults->nr_unkilled));
}

/* Counts the accounts, those of known groups included. */
static void print_accounts(const struct iso_view *view)
{
	size_t nr_suspects = triage_count_accounts(view->triage, ACCOUNT_SUSPECT);
	size_t nr_changes = triage_count_accounts(view->triage, ACCOUNT_CHANGE);

	if (nr_suspects || nr_changes)
		print(": %zu suspect%s, %zu change%s", nr_suspects, plural(nr_suspects), nr_changes,
		      plural(nr_changes));
}

/* Prints what was found without a negation. */
static void print_inputs(const struct iso_view *view)
{
	const struct iso_inputs *inputs = view->inputs;

	if (!inputs)
		return;
	putchar('\n');
	if (!inputs->programs.count && !inputs->strangers)
		print("no inputs were looked for: there is no new difference\n");
	for (size_t i = 0; i < inputs->programs.count; i++) {
		_cleanup_strbuf_ struct strbuf text = { 0 };

		iso_inputs_describe(&text, inputs, &inputs->programs.items[i]);
		print("%s\n", strbuf_get(&text));
	}
	for (char **name = inputs->strangers; name && *name; name++)
		print("%s(): no search for inputs: no program of the tests has it\n", *name);
}

void iso_print_text(const struct iso_view *view)
{
	const struct triage *triage = view->triage;
	size_t nr_told = 0, nr_explained = triage_count_explained(triage);
	size_t nr_known = triage_count_known(triage);

	print_counts(view);
	print_coverage(view);
	print_missing(view);
	print_unstable(view);
	print_plain(view);
	print("\n%zu difference%s behind negated conditions", nr_explained, plural(nr_explained));
	if (nr_known)
		print(", %zu of them known", nr_known);
	print_accounts(view);
	putchar('\n');
	for (size_t i = 0; i < nr_explained && nr_told < view->args->limit; i++) {
		if (!triage->groups.items[i].is_known)
			print_group(view, ++nr_told, &triage->groups.items[i]);
	}
	if (nr_explained - nr_known > nr_told)
		print("\nand %zu more (--limit=N)\n", nr_explained - nr_known - nr_told);
	print_unexplained(view);
	print_faults(view);
	print_inputs(view);
}
