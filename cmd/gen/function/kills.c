/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which tests kill which mutants (cmd/gen/function/check.h). */
#include "cmd/gen/function/check.h"
#include "common/cleanup.h"
#include "common/xalloc.h"
#include "paths/compaction.h"

static size_t nr_tests(const struct gen_function_check *check)
{
	return check->cases->tests.count;
}

bool gen_function_check_claims(const struct gen_function_check *check, size_t m, size_t t)
{
	return check->run->wanted.items[m].test == check->origins.items[t];
}

bool gen_function_check_kills(const struct gen_function_check *check, size_t m, size_t t)
{
	return !check->cases->tests.items[t].is_left_out && check->kills[m * nr_tests(check) + t];
}

bool gen_function_check_is_killed(const struct gen_function_check *check, size_t m)
{
	for (size_t t = 0; t < nr_tests(check); t++) {
		if (gen_function_check_kills(check, m, t))
			return true;
	}
	return false;
}

size_t gen_function_check_drop(struct gen_function_check *check)
{
	size_t ret = 0;

	for (size_t t = 0; t < nr_tests(check); t++) {
		bool is_needed = check->cases->tests.items[t].is_left_out;

		for (size_t m = 0; m < check->run->wanted.count && !is_needed; m++)
			is_needed = gen_function_check_kills(check, m, t);
		if (is_needed)
			continue;
		check->cases->tests.items[t].is_left_out = true;
		ret++;
	}
	return ret;
}

void gen_function_check_compact(struct gen_function_check *check)
{
	_cleanup_free_ bool *kept = xcalloc(nr_tests(check) + 1, sizeof(*kept));
	size_t nr_mutants = check->run->wanted.count;

	for (size_t t = 0; t < nr_tests(check); t++) {
		for (size_t m = 0; m < nr_mutants && check->cases->tests.items[t].is_left_out; m++)
			check->kills[m * nr_tests(check) + t] = false;
	}
	compaction_find(check->kills, nr_mutants, nr_tests(check), kept);
	for (size_t t = 0; t < nr_tests(check); t++)
		check->cases->tests.items[t].is_left_out |= !kept[t];
}
