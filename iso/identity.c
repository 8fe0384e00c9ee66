/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "iso/identity.h"

#include <stdlib.h>

#include "common/cleanup.h"
#include "common/hash.h"
#include "common/strv.h"
#include "runner/campaign/surroundings.h"
#include "runner/test/test_record.h"

static void add_test(struct hash *hash, const struct test *test)
{
	_cleanup_strv_ char **environment = surroundings_environment(test->environ);
	char *none[] = { NULL };
	struct test steady = *test;
	_cleanup_free_ char *record = NULL;

	steady.environ = environment ? environment : none;
	record = test_record_write(&steady);
	hash_add_string(hash, record);
}

static uint64_t hash_file_at(struct inputs *inputs, const char *path)
{
	struct hash *hash = hash_create();

	hash_add_string(hash, path);
	hash_add_u64(hash, inputs_state(inputs, path, INPUT_OPENED));
	return hash_take(hash);
}

static void add_opts(struct hash *hash, const struct campaign_opts *opts)
{
	const struct allowance_opts *allowance = &opts->allowance;

	hash_add_u64(hash, campaign_wish(opts));
	hash_add(hash, &allowance->timeout_factor, sizeof(allowance->timeout_factor));
	hash_add_u64(hash, allowance->min_cpu_ms);
	hash_add_u64(hash, allowance->min_wall_ms);
	hash_add_u64(hash, allowance->memory_kb);
}

/* Returns a hash of the exempt conditions that does not depend on their order. */
static uint64_t hash_exempt(const struct side_checks *checks)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < checks->exempt.count; i++) {
		uint64_t exempt[] = { checks->exempt.items[i].uid, checks->exempt.items[i].check };

		sum += hash_bytes(exempt, sizeof(exempt));
	}
	return sum;
}

/*
 * Adds what outcomes depend on in one version. The ids of the branches are part of it, as outcomes
 * name branches by their numbers in this build.
 */
static void add_side(struct hash *hash, const struct side *side, struct inputs *inputs)
{
	const struct campaign *campaign = side->campaign;
	uint64_t files = 0; /* sum, as the order does not matter */

	hash_add_string(hash, side->directory);
	for (size_t i = 0; i < campaign_modules(campaign)->modules.count; i++)
		files += hash_file_at(inputs, campaign_modules(campaign)->modules.items[i].path);
	hash_add_u64(hash, files);
	hash_add_u64(hash, hash_exempt(&side->checks));
	for (size_t i = 0; i < side->branches.items.count; i++)
		hash_add_u64(hash, campaign_inventory(campaign)
					   ->mutants.items[side->branches.items.items[i].negated]
					   .id);
	for (size_t t = 0; t < campaign_tests(campaign)->nr_tests; t++) {
		if (side->ways[t])
			add_test(hash, &campaign_tests(campaign)->tests[t]);
	}
}

uint64_t identity_of(const struct explore *explore)
{
	struct inputs *inputs = campaign_inputs(explore->new->campaign);
	_cleanup_free_ char *program = realpath("/proc/self/exe", NULL);
	_cleanup_free_ char *surroundings = surroundings_describe();
	struct hash *hash = hash_create();

	hash_add_u64(hash, hash_file_at(inputs, program ? program : ""));
	hash_add_u64(hash, hash_file_at(inputs, campaign_opts(explore->new->campaign)->runtime));
	hash_add_string(hash, surroundings);
	hash_add_u64(hash, explore->opts->repeats);
	hash_add_u64(hash, normal_identity(explore->opts->normal));
	add_opts(hash, campaign_opts(explore->new->campaign));
	add_side(hash, explore->old, inputs);
	add_side(hash, explore->new, inputs);
	return hash_take(hash);
}
