/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Damages binaries at random and hands them to all of the rewriter: what it accepts is patched and
 * written, too.  To be built with sanitizers, which are the judge.
 *
 *	fuzz_binary ITERATIONS FIRST FILE...
 *
 * Iteration N is the same on every machine with the same files; a failing one is named, and
 * `fuzz_binary 1 N FILE...` repeats it alone.  Everything that the library for DWARF reads is read in processes of
 * their own, whose death is an error like others; as they take long, one of 64 iterations has some.
 */
#include <elf.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/fs.h"
#include "damage.h"
#include "rewriter/compare/function_match.h"
#include "rewriter/elf/lines.h"
#include "rewriter/flow/flow.h"
#include "rewriter/subject/subject.h"
#include "rewriter/variant/patch.h"
#include "table_sample.h"

enum { NR_DEAR = 64, MAX_PATCHED = 3 };

struct sample {
	const char *path;
	char *data;
	size_t size;
	/* The whole one, as it is read. */
	struct binary *binary;
	struct machine *machine;
	struct flows flows;
	struct fingerprints fingerprints;
};

struct counts {
	unsigned long long accepted, refused, patched, with_lines, without, tables, detours,
		matches;
};

static unsigned long long current; /* iteration, for the message of a crash */

/* Called by the sanitizers before they end the program. */
void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

static void name_iteration(void)
{
	fprintf(stderr, "fuzz_binary: iteration %llu\n", current);
}

/* What is found wrong here aborts. */
static void tell_abort(int number)
{
	name_iteration();
	signal(number, SIG_DFL);
}

/* Writes a copy with some of the variants to PATH. */
static void write_copy(const struct binary *binary, struct machine *machine,
		       const struct variants *variants, const char *path, uint64_t *state,
		       struct counts *counts)
{
	const struct variant *chosen[MAX_PATCHED];
	struct patch patch = {
		.binary = binary,
		.machine = machine,
		.variants = chosen,
		.nr_variants = 1 + damage_pick(state, MAX_PATCHED),
		.keeps_build_id = damage_pick(state, 2),
	};
	struct error *err;

	for (size_t i = 0; i < patch.nr_variants; i++)
		chosen[i] = &variants->items.items[damage_pick(state, variants->items.count)];
	err = patch_write(&patch, path);
	/* Two of one instruction are refused; what was written and is not as it was to be is a
	 * bug. */
	if (err && err->code == ERROR_INTERNAL) {
		fprintf(stderr, "%s\n", err->message);
		abort();
	}
	counts->patched += !err;
	error_destroy(err);
}

/* NULL: they can't be read. */
static struct lines *read_lines(const char *path, const struct binary *binary, uint64_t *state,
				struct counts *counts)
{
	struct lines *lines;
	struct line line;
	struct inlined calls[4];
	struct error *err = lines_read(path, &lines);

	if (err) {
		counts->without++;
		error_destroy(err);
		return NULL;
	}
	counts->with_lines++;
	for (int i = 0; i < 100; i++) {
		const struct binary_function *function =
			&binary->functions.items[damage_pick(state, binary->functions.count)];
		uint64_t address = function->address + damage_pick(state, function->size);
		uint32_t section = binary->codes.items[function->code].section;

		lines_find(lines, section, address, &line);
		lines_find_inlined(lines, section, address, calls, 4);
	}
	return lines;
}

/* What a run makes of it, and a comparison with itself or with the WHOLE. */
static void try_subject(const char *path, const char *copy, const char *whole, uint64_t *state)
{
	struct subject_likeness likeness = { .path = damage_pick(state, 2) ? copy : whole,
					     .has_names = damage_pick(state, 2) };
	struct subject *subject = NULL;
	char *data;
	size_t size;
	struct error *err = fs_read_file(path, &data, &size);

	if (!err) {
		err = fs_write_file(copy, data, size);
		free(data);
	}
	if (!err)
		err = damage_pick(state, 2) ? subject_open(copy, &subject)
					    : subject_chart(copy, &likeness, &subject);
	if (!err)
		err = subjects_write(&subject, 1, copy);
	subject_close(subject);
	error_destroy(err);
	unlink(copy);
}

/* Blocks follow each other without a gap, and lead to blocks. */
static void check_flow(const struct binary_function *function, const struct flow *flow)
{
	uint64_t at = function->address;

	for (size_t i = 0; i < flow->blocks.count; i++) {
		const struct block *block = &flow->blocks.items[i];

		if (block->address != at || !block->size || flow_find_block(flow, at) != i)
			abort();
		at += block->size;
		for (uint32_t e = 0; e < block->nr_edges; e++) {
			uint32_t to = flow->edges.items[block->first_edge + e];

			if (to != FLOW_OUTSIDE && to >= flow->blocks.count)
				abort();
		}
	}
	if (flow->blocks.count && at != function->address + function->size)
		abort();
}

static void follow(const struct binary *binary, struct machine *machine, struct flows *flows,
		   struct counts *counts)
{
	struct error *err = flows_find(binary, machine, flows);

	for (uint32_t i = 0; i < flows->count; i++) {
		check_flow(&binary->functions.items[i], &flows->items[i]);
		counts->tables += flows->items[i].tables.count;
	}
	error_destroy(err);
}

/* A binary is its own match; with what it was before it was damaged it is only compared. */
static void compare(const struct binary *binary, struct machine *machine, const struct flows *flows,
		    const struct sample *sample, struct counts *counts)
{
	struct fingerprints fingerprints;
	struct function_matches matches;

	fingerprints_fill(binary, flows, machine, true, &fingerprints);
	function_matches_find(&fingerprints, &fingerprints, &matches);
	for (size_t i = 0; i < matches.items.count; i++) {
		const struct function_match *match = &matches.items.items[i];

		if (match->old != match->new || !match->is_same || match->is_moved)
			abort();
	}
	function_matches_deinit(&matches);
	function_matches_find(&sample->fingerprints, &fingerprints, &matches);
	counts->matches += matches.items.count;
	function_matches_deinit(&matches);
	fingerprints_deinit(&fingerprints);
}

static void judge(const struct sample *sample, const char *path, const char *copy, bool is_dear,
		  uint64_t *state, struct counts *counts)
{
	struct binary *binary;
	struct machine *machine = NULL;
	struct error *err = binary_open(path, &binary);

	if (!err) {
		err = machine_open(binary->machine, &machine);
		if (!err) {
			struct variants variants;
			struct flows flows;
			struct lines *lines =
				is_dear ? read_lines(path, binary, state, counts) : NULL;

			follow(binary, machine, &flows, counts);
			variants_find_all(binary, lines, machine, &flows, &variants);
			counts->detours += variants.nr_long;
			if (damage_pick(state, 4) == 0)
				compare(binary, machine, &flows, sample, counts);
			if (variants.items.count && damage_pick(state, 4) == 0)
				write_copy(binary, machine, &variants, copy, state, counts);
			variants_deinit(&variants);
			flows_deinit(&flows);
			lines_destroy(lines);
			if (is_dear)
				try_subject(path, copy, sample->path, state);
		}
		machine_close(machine);
		binary_close(binary);
	}
	if (err)
		counts->refused++;
	else
		counts->accepted++;
	error_destroy(err);
}

static struct error *read_sample(const char *path, struct sample *sample)
{
	struct error *err = fs_read_file(path, &sample->data, &sample->size);

	sample->path = path;
	if (!err)
		err = binary_open(path, &sample->binary);
	if (!err)
		err = machine_open(sample->binary->machine, &sample->machine);
	if (!err)
		err = flows_find(sample->binary, sample->machine, &sample->flows);
	if (!err)
		fingerprints_fill(sample->binary, &sample->flows, sample->machine, true,
				  &sample->fingerprints);
	return err;
}

static void close_sample(struct sample *sample)
{
	fingerprints_deinit(&sample->fingerprints);
	flows_deinit(&sample->flows);
	machine_close(sample->machine);
	binary_close(sample->binary);
	free(sample->data);
}

static bool has_symbols(const struct sample *sample)
{
	return memmem(sample->data, sample->size, ".symtab", sizeof(".symtab")) != NULL;
}

static void fuzz_one(const struct sample *samples, size_t nr_samples, const char *copy,
		     struct counts *counts)
{
	uint64_t state = (current + 1) * 0x9e3779b97f4a7c15u | 1;
	bool is_dear;
	const struct sample *sample;
	char *data, path[64];
	int file = memfd_create("fuzz", MFD_CLOEXEC);
	size_t size;

	for (int i = 0; i < 4; i++)
		table_sample_random(&state);
	is_dear = damage_pick(&state, NR_DEAR) == 0;
	do
		sample = &samples[damage_pick(&state, nr_samples)];
	while (!is_dear && !has_symbols(sample));
	size = sample->size;
	data = malloc(size);
	if (!data || file < 0)
		abort();
	memcpy(data, sample->data, size);
	for (size_t n = 1 + damage_pick(&state, 4); n; n--)
		damage_random(data, size, &state);
	if (damage_pick(&state, 16) == 0)
		size = damage_pick(&state, size) + 1;
	snprintf(path, sizeof(path), "/proc/%d/fd/%d", (int)getpid(), file);
	if (write(file, data, size) != (ssize_t)size)
		abort();
	judge(sample, path, copy, is_dear, &state, counts);
	close(file);
	free(data);
}

int main(int argc, char **argv)
{
	unsigned long long iterations, first;
	struct sample *samples;
	struct counts counts = { 0 };
	size_t nr_samples = 0;
	char copy[64];

	if (argc < 4)
		return 2;
	iterations = strtoull(argv[1], NULL, 10);
	first = strtoull(argv[2], NULL, 10);
	samples = calloc((size_t)argc, sizeof(*samples));
	signal(SIGABRT, tell_abort);
	if (__sanitizer_set_death_callback)
		__sanitizer_set_death_callback(name_iteration);
	for (int i = 3; samples && i < argc; i++) {
		struct error *err = read_sample(argv[i], &samples[nr_samples]);

		if (err) {
			fprintf(stderr, "fuzz_binary: %s\n", err->message);
			return 2;
		}
		nr_samples++;
	}
	snprintf(copy, sizeof(copy), "fuzz-%d.copy", (int)getpid());
	for (current = first; current - first < iterations; current++)
		fuzz_one(samples, nr_samples, copy, &counts);
	unlink(copy);
	for (size_t i = 0; i < nr_samples; i++)
		close_sample(&samples[i]);
	free(samples);
	printf("fuzz_binary: %llu inputs from %llu: %llu accepted, %llu refused, %llu patched, "
	       "debug information of %llu read, of %llu refused, %llu jump tables, %llu long "
	       "variants, %llu matches\n",
	       iterations, first, counts.accepted, counts.refused, counts.patched,
	       counts.with_lines, counts.without, counts.tables, counts.detours, counts.matches);
	return 0;
}
