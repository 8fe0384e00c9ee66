/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs variants of one build (iso/variant.h), and prints a line for each with all that was seen of
 * it: for comparisons of the modes in which they can be run.
 *
 *	variants -r RUNTIME [-m auto|exec|forkserver|split] [-u] [-j N] [-p] [-b FILE] [-w OUTPUTS]
 *DIRECTORY TESTS
 *
 *	-u	untraced, as variants of the old version are run
 *	-p	with pairs of negations, too: each condition with the next one
 *	-b	of the compiled file FILE (absolute, links resolved), which was not built with the
 *plugin -w	write each standard output to OUTPUTS/TEST-ID…
 *
 * A line has the test, the conditions, how the run ended, a hash of each text that was observed, of
 * the ways that it went, and of its coverage with order and counts.  Of what did not end only that
 * is printed.  How many runs were split off is told on standard error.
 */
#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/attr.h"
#include "common/cleanup.h"
#include "common/fs.h"
#include "common/hash.h"
#include "common/path.h"
#include "common/strbuf.h"
#include "common/xalloc.h"
#include "iso/variant.h"

struct options {
	struct campaign_opts campaign;
	const char *directory, *outputs;
	char *binaries[2];
	struct subject_likeness likeness;
	bool traces, has_pairs;
};

struct runs {
	VEC(struct variant_run) items;
};

static _Noreturn void fail(struct error *err)
{
	fprintf(stderr, "variants: %s\n", err->message);
	exit(4);
}

static void check(struct error *err)
{
	if (err)
		fail(err);
}

static void say(void *arg, enum event_level level, const char *text)
{
	(void)arg;
	if (level == EVENT_WARNING)
		fprintf(stderr, "variants: %s\n", text);
}

static void show_progress(void *arg, const struct progress *progress)
{
	(void)arg;
	(void)progress;
}

static enum baseline_mode parse_mode(const char *text)
{
	static const char *const names[] = { "auto", "exec", "forkserver", "split" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (strcmp(names[i], text) == 0)
			return (enum baseline_mode)i;
	}
	exit(2);
}

static void parse(int argc, char **argv, struct options *ret)
{
	int option;

	*ret = (struct options){ .traces = true };
	ret->campaign = (struct campaign_opts){
		.jobs = 1, .baseline_runs = 4, .baseline_timeout_ms = 600000, .tests_stay_out = true
	};
	allowance_defaults(&ret->campaign.allowance);
	ret->campaign.allowance.min_cpu_ms = 250; /* as of `remt iso` */
	ret->campaign.allowance.min_wall_ms = 2500;
	while ((option = getopt(argc, argv, "r:m:uj:pb:w:")) != -1) {
		switch (option) {
		case 'r': ret->campaign.runtime = optarg; break;
		case 'm': ret->campaign.mode = parse_mode(optarg); break;
		case 'u': ret->traces = false; break;
		case 'j': ret->campaign.jobs = (unsigned)strtoul(optarg, NULL, 10); break;
		case 'p': ret->has_pairs = true; break;
		case 'b': ret->binaries[0] = optarg; break;
		case 'w': ret->outputs = optarg; break;
		default: exit(2);
		}
	}
	if (argc - optind != 2 || !ret->campaign.runtime)
		exit(2);
	ret->likeness = (struct subject_likeness){ ret->binaries[0], true };
	ret->campaign.binaries = ret->binaries;
	ret->campaign.likenesses = &ret->likeness;
	ret->directory = argv[optind];
	ret->campaign.tests_file = argv[optind + 1];
}

static void add(struct runs *runs, const struct options *options, uint32_t test,
		const uint32_t *branches, uint32_t count)
{
	uint32_t *copy = xcalloc(count + 1, sizeof(*copy));
	struct variant_run run = {
		.test = test,
		.branches = copy,
		.nr_branches = count,
		.mutant = BRANCH_NONE,
		.traces = options->traces,
		.checks = REMT_CHECKS_GO_ON,
		.scale = 1,
		.is_hasty = true,
	};

	memcpy(copy, branches, count * sizeof(*copy));
	vec_push(&runs->items, run);
}

/* All conditions of which the test goes one way, and what follows one of them. */
static void add_test(struct runs *runs, const struct options *options, const struct side *side,
		     uint32_t test)
{
	VEC(uint32_t) branches = { 0 };

	for (uint32_t b = 0; b < side->branches.items.count; b++) {
		if (branch_missing_way(side->ways[test][b]))
			vec_push(&branches, b);
	}
	for (size_t i = 0; i < branches.count; i++)
		add(runs, options, test, &branches.items[i], 1);
	for (size_t i = 0; options->has_pairs && i + 1 < branches.count; i++)
		add(runs, options, test, &branches.items[i], 2);
	vec_deinit(&branches);
}

static uint64_t hash_coverage(const struct coverage *coverage)
{
	struct hash *hash = hash_create();

	for (size_t i = 0; i < coverage->nr_entries; i++) {
		const struct coverage_entry *entry = &coverage->entries[i];

		hash_add_u64(hash, entry->place);
		hash_add_u64(hash, entry->before_main);
		hash_add_u64(hash, entry->first);
		hash_add_u64(hash, entry->count);
		hash_add_u64(hash, entry->infected);
	}
	for (size_t i = 0; i < coverage->nr_reached; i++) {
		hash_add_u64(hash, coverage->reached[i].site);
		hash_add_u64(hash, coverage->reached[i].first);
	}
	for (size_t i = 0; i < coverage->images.count; i++)
		hash_add_u64(hash, coverage->images.items[i].has_reached_main);
	return hash_take(hash);
}

static void print_run(const struct side *side, const struct variant_run *run)
{
	const struct inventory *inventory = campaign_inventory(side->campaign);
	_cleanup_free_ char *end = observation_end(&run->seen);

	printf("%s", campaign_tests(side->campaign)->tests[run->test].name);
	for (uint32_t i = 0; i < run->nr_branches; i++)
		printf(" %016" PRIx64,
		       inventory->mutants
			       .items[side->branches.items.items[run->branches[i]].negated]
			       .id);
	printf(": %s", run->seen.problem ? run->seen.problem : end);
	for (size_t i = 0; i < NR_OBSERVED_TEXTS && run->seen.limit == LIMIT_NONE; i++) {
		const char *text = run->seen.texts[i];

		printf(" %s", observed_name((enum observed)i));
		if (text)
			printf(" %016" PRIx64, hash_bytes(text, strlen(text)));
	}
	if (run->ways && run->seen.limit == LIMIT_NONE)
		printf(" ways %016" PRIx64 " coverage %016" PRIx64,
		       hash_bytes(run->ways, side->branches.items.count),
		       hash_coverage(&run->coverage));
	printf("\n");
}

static void write_output(const struct side *side, const struct variant_run *run,
			 const char *directory)
{
	const struct inventory *inventory = campaign_inventory(side->campaign);
	const char *text = run->seen.texts[OBSERVED_OUTPUT];
	_cleanup_strbuf_ struct strbuf path = { 0 };

	strbuf_addf(&path, "%s/%s", directory,
		    campaign_tests(side->campaign)->tests[run->test].name);
	for (uint32_t i = 0; i < run->nr_branches; i++)
		strbuf_addf(
			&path, "-%012" PRIx64,
			inventory->mutants
					.items[side->branches.items.items[run->branches[i]].negated]
					.id >>
				(64 - 4 * INVENTORY_ID_DIGITS));
	if (text)
		check(fs_write_file(strbuf_get(&path), text, strlen(text)));
}

static void run_all(struct side *side, const struct options *options)
{
	struct runs runs = { 0 };

	for (uint32_t t = 0; t < campaign_tests(side->campaign)->nr_tests; t++) {
		if (side->ways[t])
			add_test(&runs, options, side, t);
	}
	check(variant_run_all(side, runs.items.items, runs.items.count));
	for (size_t i = 0; i < runs.items.count; i++) {
		print_run(side, &runs.items.items[i]);
		if (options->outputs)
			write_output(side, &runs.items.items[i], options->outputs);
		free((void *)runs.items.items[i].branches);
		variant_run_deinit(&runs.items.items[i]);
	}
	fprintf(stderr, "%zu runs, %" PRIu64 " split off\n", runs.items.count, side->split.nr_runs);
	vec_deinit(&runs.items);
}

int main(int argc, char **argv)
{
	struct events events = { .say = say, .progress = show_progress };
	_cleanup_free_ char *directory = NULL;
	struct options options;
	struct side side;

	parse(argc, argv, &options);
	check(path_resolve(options.directory, &directory));
	check(side_open(&side, "one", directory, &options.campaign, false, &events));
	run_all(&side, &options);
	side_close(&side);
	return 0;
}
