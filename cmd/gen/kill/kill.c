/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/kill/kill.h"

#include <stdlib.h>

const char *gen_kill_name(enum gen_kill_verdict verdict)
{
	static const char *const names[] = { [GEN_KILLED] = "killed",
					     [GEN_ALIKE] = "alike",
					     [GEN_UNSET] = "unset",
					     [GEN_OPEN] = "open",
					     [GEN_REFUSED] = "refused" };

	return names[verdict];
}

void gen_kills_init(struct gen_kills *kills, const struct gen_mutants *mutants, const char *name)
{
	*kills = (struct gen_kills){ .nr_absent = mutants->nr_absent,
				     .nr_proven = mutants->nr_proven,
				     .name = name };
	for (size_t i = 0; i < mutants->items.count; i++)
		vec_push(&kills->results,
			 ((struct gen_kill_result){ .mutant = &mutants->items.items[i] }));
}

void gen_kill_test_deinit(struct gen_kill_test *test)
{
	command_deinit(&test->command);
	trial_result_deinit(&test->expected);
}

void gen_kill_result_deinit(struct gen_kill_result *result)
{
	trial_result_deinit(&result->result);
	free(result->why);
}

void gen_kills_deinit(struct gen_kills *kills)
{
	for (size_t i = 0; i < kills->tests.count; i++)
		gen_kill_test_deinit(&kills->tests.items[i]);
	for (size_t i = 0; i < kills->results.count; i++)
		gen_kill_result_deinit(&kills->results.items[i]);
	for (size_t i = 0; i < kills->records.count; i++)
		free(kills->records.items[i]);
	vec_deinit(&kills->tests);
	vec_deinit(&kills->results);
	vec_deinit(&kills->records);
}
