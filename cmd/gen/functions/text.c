/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `remt gen --functions` found, for people. */
#include "cmd/gen/functions/text.h"

#include <inttypes.h>
#include <string.h>

#include "cmd/gen/base/reasons.h"
#include "common/plural.h"
#include "common/print.h"
#include "common/vec.h"

/* What is counted of a unit. */
struct count {
	size_t nr_mutants, nr_functions, nr_tested, nr_tests;
	size_t by_verdict[GEN_FUNCTION_NR_VERDICTS];
	struct gen_reasons unknown, refusals;
};

/* Returns how many mutants of ITEM are killed: sequences of calls may do so though the function can't be called alone. */
static size_t count_killed(const struct gen_functions_item *item)
{
	size_t ret = 0;

	for (size_t i = 0; i < item->mutants.count; i++)
		ret += item->mutants.items[i].verdict == GEN_FUNCTION_KILLED;
	return ret;
}

static void count_item(struct count *count, const struct gen_functions_item *item)
{
	count->nr_functions++;
	count->nr_mutants += item->mutants.count;
	if (item->refusal) {
		size_t nr_killed = count_killed(item);

		count->by_verdict[GEN_FUNCTION_KILLED] += nr_killed;
		if (nr_killed < item->mutants.count)
			gen_reasons_note(&count->refusals,
					 gen_reasons_general(item->refusal, item->name),
					 item->mutants.count - nr_killed);
		return;
	}
	for (char **name = item->shown.names; name && *name && item->test_file; name++)
		count->nr_tests++;
	for (size_t i = 0; i < item->mutants.count; i++) {
		const struct gen_functions_mutant *mutant = &item->mutants.items[i];

		count->by_verdict[mutant->verdict]++;
		count->nr_tested += mutant->has_test;
		if (mutant->verdict == GEN_FUNCTION_UNKNOWN)
			gen_reasons_note(&count->unknown, mutant->why ? mutant->why : "", 1);
	}
}

static void count_unit(struct count *count, const struct gen_functions *functions, size_t unit)
{
	for (size_t i = 0; i < functions->items.count; i++) {
		if (unit == SIZE_MAX || functions->items.items[i].unit == unit)
			count_item(count, &functions->items.items[i]);
	}
}

static void deinit(struct count *count)
{
	gen_reasons_deinit(&count->unknown);
	gen_reasons_deinit(&count->refusals);
}

void gen_functions_print_item(const struct gen_functions *functions,
			      const struct gen_functions_item *item, FILE *out)
{
	(void)functions;
	if (item->refusal)
		print_to(out, "%s: %s() is left out: %s\n", item->file, item->name,
			 gen_reasons_general(item->refusal, item->name));
	print_lines(out, strbuf_get(&item->text), item->text.length);
	if (item->failure)
		print_to(out, "%s() has no tests in C: %s\n", item->name, item->failure);
}

static void print_number(FILE *out, size_t number, const char *text)
{
	if (number)
		print_to(out, "%6zu %s\n", number, text);
}

/* Prints the lines of what was found by verdict. */
static void print_count(FILE *out, const struct count *count, size_t nr_proven)
{
	const size_t *number = count->by_verdict;

	print_number(out, nr_proven, "proven equivalent, as the store has it: left out");
	print_number(out, count->nr_tested, "killed by tests in C");
	print_number(out, number[GEN_FUNCTION_KILLED] - count->nr_tested,
		     "killed by inputs of the function, without a test in C");
	print_number(out, number[GEN_FUNCTION_PASSED],
		     "not killed by these tests, and not looked at: another one of the line was");
	print_number(out, number[GEN_FUNCTION_NO_TEST],
		     "without a test: the function does the same for all inputs");
	print_number(out, number[GEN_FUNCTION_NO_DEFINED_TEST],
		     "without a test, as far as C defines what happens");
	print_number(out, number[GEN_FUNCTION_UNSET], "dependent on a value that nobody has set");
	print_number(out, number[GEN_FUNCTION_NOT_TRIED], "not tried");
	print_number(out, number[GEN_FUNCTION_UNKNOWN], "unknown:");
	gen_reasons_print(out, &count->unknown, "      ");
	if (count->refusals.items.count)
		print_to(out, "       in functions that were left out:\n");
	gen_reasons_print(out, &count->refusals, "      ");
}

/* Returns where the tests of UNIT are. */
static const char *find_tests(const struct gen_functions *functions,
			      const struct gen_functions_unit *unit)
{
	if (functions->into.all.test_file)
		return functions->into.all.test_file;
	return unit->test_file ? unit->test_file : functions->tests.path;
}

void gen_functions_print_sum(const struct gen_functions *functions, FILE *out)
{
	size_t nr_absent = functions->program.mutants.nr_absent;

	for (size_t i = 0; i < functions->units.count; i++) {
		const struct gen_functions_unit *unit = &functions->units.items[i];
		struct count count = { 0 };

		count_unit(&count, functions, i);
		print_to(out, "\n%s: %zu mutant%s in %zu function%s", unit->file, count.nr_mutants,
			 plural(count.nr_mutants), count.nr_functions, plural(count.nr_functions));
		if (count.nr_tests)
			print_to(out, ", %zu test%s in %s", count.nr_tests, plural(count.nr_tests),
				 find_tests(functions, unit));
		print_to(out, "\n");
		print_count(out, &count, unit->nr_proven);
		deinit(&count);
	}
	if (nr_absent)
		print_to(out, "\n%zu other survivor%s not in this program\n", nr_absent,
			 plural_of(nr_absent, " is", "s are"));
}

void gen_functions_sum(struct strbuf *text, const struct gen_functions *functions)
{
	struct count count = { 0 };

	count_unit(&count, functions, SIZE_MAX);
	strbuf_addf(text, "%zu of %zu mutant%s killed, %zu by %zu test%s in C",
		    count.by_verdict[GEN_FUNCTION_KILLED], count.nr_mutants,
		    plural_of(count.nr_mutants, " is", "s are"), count.nr_tested, count.nr_tests,
		    plural(count.nr_tests));
	deinit(&count);
}
