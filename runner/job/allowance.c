/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Computes the limits of a run: times, memory and output are multiples of the baseline, with a
 * minimum. The load of the machine stretches the wall clock only.
 */
#include "runner/job/allowance.h"

#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/clock.h"
#include "common/hash.h"

enum {
	MIN_CPU_MS = 1000,
	MIN_WALL_MS = 10000,
	MIN_MEMORY_KB = 1024 * 1024,
	MIN_OUTPUT_BYTES = 16 * 1024 * 1024,
	MIN_HITS = 100000,
	MIN_ENDLESS_MS = 20,
	LOAD_MS = 1000, /* between two looks at the load */
};

void allowance_defaults(struct allowance_opts *ret)
{
	*ret = (struct allowance_opts){
		.timeout_factor = 5,
		.min_cpu_ms = MIN_CPU_MS,
		.min_wall_ms = MIN_WALL_MS,
		.processes = job_max_tasks(),
		.hit_factor = 100,
		.min_hits = MIN_HITS,
	};
}

/* Runnable processes per processor, but at least 1: how many times longer all takes. */
static double measure_load(void)
{
	double average;
	long nr_cpus = sysconf(_SC_NPROCESSORS_ONLN);

	if (getloadavg(&average, 1) != 1 || nr_cpus < 1 || average < (double)nr_cpus)
		return 1;
	return average / (double)nr_cpus;
}

/* As measure_load(), measured once a second: the system's average spans a minute. */
static double load(void)
{
	static uint64_t measured_ms;
	static double last;
	uint64_t now = clock_ms();

	if (last < 1 || now - measured_ms >= LOAD_MS) {
		last = measure_load();
		measured_ms = now;
	}
	return last;
}

static uint64_t at_least(uint64_t minimum, double value)
{
	return value > (double)minimum ? (uint64_t)value : minimum;
}

static uint64_t wall_limit(const struct allowance_use *use, double wall_ms)
{
	bool is_kept = use->wall_us / 1000 < use->harness_ms;

	return is_kept && (double)use->harness_ms < wall_ms ? use->harness_ms : (uint64_t)wall_ms;
}

struct limits allowance_limits(const struct allowance_opts *opts, const struct allowance_use *use,
			       uint64_t count, unsigned scale)
{
	uint64_t budget = opts->min_hits + (uint64_t)(opts->hit_factor * (double)count);
	double factor = opts->timeout_factor;
	double wall = at_least(opts->min_wall_ms, factor * (double)use->wall_us / 1000);

	return (struct limits){
		.cpu_ms = scale * at_least(opts->min_cpu_ms, factor * (double)use->cpu_us / 1000),
		.wall_ms = wall_limit(use, scale * wall * load()),
		.idle_ms = wall_limit(use, scale * wall),
		.memory_kb = opts->memory_kb
				     ? opts->memory_kb
				     : at_least(MIN_MEMORY_KB, 4.0 * (double)use->max_rss_kb),
		.output_bytes = opts->output_bytes ? opts->output_bytes
						   : at_least(MIN_OUTPUT_BYTES,
							      10.0 * (double)use->output_bytes),
		.processes = opts->processes,
		.hits = budget,
		.free_hits = budget,
	};
}

uint64_t allowance_identity(const struct allowance_opts *opts, const struct allowance_use *use)
{
	const struct limits limits = allowance_limits(opts, use, 0, 1);
	struct hash *hash = hash_create();
	uint64_t identity;

	/* wall_ms depends on the load, and hits only end confirmed timeouts. */
	hash_add_u64(hash, limits.cpu_ms);
	hash_add_u64(hash, limits.idle_ms);
	hash_add_u64(hash, limits.memory_kb);
	hash_add_u64(hash, limits.output_bytes);
	hash_add_u64(hash, limits.processes);
	identity = hash_take(hash);
	return identity ? identity : 1;
}

/*
 * Processor time after which the proof is tried: a process that would have ended by itself is not
 * worth it.
 */
static uint64_t endless_ms(const struct allowance_use *use)
{
	uint64_t longest_us = use->longest_us ? use->longest_us : use->cpu_us;

	return at_least(MIN_ENDLESS_MS, 2.0 * (double)longest_us / 1000);
}

struct limits allowance_suspecting(const struct allowance_opts *opts,
				   const struct allowance_use *use, uint64_t count)
{
	struct limits limits = allowance_limits(opts, use, count, 1);

	limits.cpu_ms = at_least(opts->min_cpu_ms / 5,
				 opts->timeout_factor * 3 / 5 * (double)use->cpu_us / 1000);
	limits.endless_ms = endless_ms(use);
	return limits;
}

struct limits allowance_confirming(const struct allowance_opts *opts,
				   const struct allowance_use *use, uint64_t count)
{
	struct limits limits = allowance_limits(opts, use, count, 2);

	limits.sure_cpu_ms = allowance_limits(opts, use, count, 1).cpu_ms;
	limits.hits = 0;
	limits.endless_ms = endless_ms(use);
	return limits;
}
