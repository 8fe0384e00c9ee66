/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said of the mutants of one function. */
#include <inttypes.h>
#include <sys/wait.h>

#include "cmd/gen/function/attempt.h"
#include "common/print.h"

void gen_function_print_place(const struct gen_function_mutant *mutant)
{
	print("%s:%" PRIu32 ":%" PRIu32 " %s '%s' [%s]: ", mutant->row->file, mutant->row->line,
	      mutant->row->column, mutant->row->op, mutant->row->replacement, mutant->id);
}

static void print_number(const struct program_piece *piece, const unsigned char *blob)
{
	uint64_t number = 0;

	for (size_t i = 0; i < piece->nr_bytes && i < 8; i++)
		number |= (uint64_t)blob[piece->at + i] << 8 * i;
	if (piece->kind == PIECE_MODULO)
		number %= piece->modulus;
	else if (piece->nr_bytes < 8 && number >> (8 * piece->nr_bytes - 1) & 1 &&
		 piece->nr_bytes > 1)
		number |= ~UINT64_C(0) << 8 * piece->nr_bytes;
	print("%" PRId64, (int64_t)number);
}

/* Prints what the function begins with, in the words of C; what is 0 is left out. */
static void print_values(const struct program *program, const unsigned char *blob)
{
	const char *between = " for";

	for (size_t i = 0; i < program->pieces.count; i++) {
		const struct program_piece *piece = &program->pieces.items[i];
		bool is_zero = true;

		if (program_is_kept(&program->objects.items[piece->object], blob))
			continue;
		for (size_t k = 0; k < piece->nr_bytes; k++)
			is_zero &= !blob[piece->at + k];
		if (!piece->nr_bytes || (program_is_pointer(piece)) != is_zero ||
		    (is_zero && piece->object && !program_is_pointer(piece)))
			continue;
		print("%s %s = ", between, piece->name);
		if (program_is_pointer(piece))
			print("NULL");
		else
			print_number(piece, blob);
		between = ",";
	}
}

/* Finds the first line in which two outputs differ; returns its length. */
static int first_difference(const char *a, const char *b, const char **ret)
{
	size_t start = 0;

	for (size_t i = 0; a[i] && a[i] == b[i]; i++) {
		if (a[i] == '\n')
			start = i + 1;
	}
	*ret = a + start;
	return (int)strcspn(a + start, "\n");
}

static void print_end(const struct trial_result *result, const char *other)
{
	const char *line;
	int length;

	if (result->is_late) {
		print("does not end in time");
		return;
	}
	if (WIFSIGNALED(result->status)) {
		print("is ended by signal %d", WTERMSIG(result->status));
		return;
	}
	length = first_difference(strbuf_get(&result->out), other, &line);
	if (length)
		print("prints '%.*s'", length, line);
	else
		print("ends with %d", WEXITSTATUS(result->status));
}

static void print_test(const struct gen_function_attempt *attempt, const unsigned char *blob)
{
	const struct gen_function_run *run = attempt->run;

	print("killed by %s()", run->name);
	print_values(&run->program, blob);
	print(": the original ");
	print_end(&attempt->original, strbuf_get(&attempt->mutant.out));
	print(", the mutant ");
	print_end(&attempt->mutant, strbuf_get(&attempt->original.out));
	print("\n  input:");
	for (uint32_t i = 0; i < run->start.nr_bytes; i++)
		print(" %02x", blob[i]);
	print("\n");
}

void gen_function_print_verdict(const struct gen_function_attempt *attempt)
{
	const struct gen_function_mutant *mutant = attempt->mutant_row;

	switch (mutant->verdict) {
	case GEN_FUNCTION_NOT_TRIED: print("not tried\n"); break;
	case GEN_FUNCTION_KILLED:
		if (mutant->method == GEN_FUNCTION_BY_TEST)
			print("killed by test %zu\n", mutant->test + 1);
		else if (mutant->method == GEN_FUNCTION_BY_SEQUENCE)
			print("killed by a sequence of calls, test %zu\n", mutant->test + 1);
		else
			print_test(attempt, attempt->blob);
		break;
	case GEN_FUNCTION_PASSED:
		print("killed by no test that was found; another one of its line was looked at\n");
		break;
	case GEN_FUNCTION_NO_TEST: print("no test\n"); break;
	case GEN_FUNCTION_NO_DEFINED_TEST:
		print("no test, as far as C defines what happens\n");
		break;
	case GEN_FUNCTION_UNSET: print("depends on a value that nobody has set\n"); break;
	case GEN_FUNCTION_UNKNOWN: print("unknown: %s\n", mutant->why); break;
	case GEN_FUNCTION_NR_VERDICTS: break;
	}
	fflush(stdout);
}

void gen_function_print_sum(const struct gen_function_run *run)
{
	size_t by_verdict[GEN_FUNCTION_NR_VERDICTS] = { 0 }, nr_by_chance = 0, nr_by_search = 0;

	for (size_t i = 0; i < run->wanted.count; i++) {
		const struct gen_function_mutant *mutant = &run->wanted.items[i];
		bool is_killed = mutant->verdict == GEN_FUNCTION_KILLED;

		by_verdict[mutant->verdict]++;
		nr_by_chance += is_killed && mutant->method == GEN_FUNCTION_BY_CHANCE;
		nr_by_search += is_killed && mutant->method == GEN_FUNCTION_BY_SEARCH;
	}
	print("%s(): %zu mutants, %zu killed by %zu tests (%zu found by chance, %zu by the D-algorithm), %zu without a test, "
	      "%zu as far as C defines it, %zu that depend on values that nobody has set, %zu unknown",
	      run->name, run->wanted.count, by_verdict[GEN_FUNCTION_KILLED], run->tests.count,
	      nr_by_chance, nr_by_search, by_verdict[GEN_FUNCTION_NO_TEST],
	      by_verdict[GEN_FUNCTION_NO_DEFINED_TEST], by_verdict[GEN_FUNCTION_UNSET],
	      by_verdict[GEN_FUNCTION_UNKNOWN]);
	if (by_verdict[GEN_FUNCTION_PASSED])
		print(", %zu left", by_verdict[GEN_FUNCTION_PASSED]);
	if (by_verdict[GEN_FUNCTION_NOT_TRIED])
		print(", %zu not tried", by_verdict[GEN_FUNCTION_NOT_TRIED]);
	print("; %" PRIu64 " ms\n", run->cpu_us / 1000);
}
