/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Damages IR at random and hands them to the reader. To be built with sanitizers,
 * which are the judge; a function that the reader accepts is printed, which follows every index.
 *
 *	fuzz_ir ITERATIONS FIRST IMAGE...
 *
 * IMAGE is the content of a section .remt.ir. Iteration N is the same on every machine; a failing
 * one is named, and `fuzz_ir 1 N …` repeats it alone.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "damage.h"
#include "ir/structure/structure_text.h"
#include "ir/text.h"
#include "table_sample.h"

struct sample {
	char *data;
	size_t size;
};

struct counts {
	unsigned long long refused, accepted, functions_refused, functions_accepted;
};

static unsigned long long current; /* iteration, for the message of a crash */

/* Called by the sanitizers before they end the program. */
void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

static void name_iteration(void)
{
	fprintf(stderr, "fuzz_ir: iteration %llu\n", current);
}

static struct sample read_sample(const char *path)
{
	FILE *in = fopen(path, "rb");
	struct sample sample = { malloc(1 << 24), 0 };
	struct remt_ir_header header = { 0 };

	if (!in || !sample.data) {
		fprintf(stderr, "fuzz_ir: cannot read %s\n", path);
		exit(2);
	}
	sample.size = fread(sample.data, 1, 1 << 24, in);
	fclose(in);
	if (sample.size > sizeof(header))
		memcpy(&header, sample.data, sizeof(header));
	if (header.size <= sizeof(header) || header.size > sample.size) {
		fprintf(stderr, "fuzz_ir: %s is no IR\n", path);
		exit(2);
	}
	sample.size = header.size; /* zeros follow */
	return sample;
}

/* Gives the IR the size and hash of what it is now. */
static void seal(char *data, size_t size)
{
	struct remt_ir_header header;

	memcpy(&header, data, sizeof(header));
	header.size = size;
	header.hash = hash_bytes(data + sizeof(header), size - sizeof(header));
	memcpy(data, &header, sizeof(header));
}

/* How often LIST has NUMBER. */
static uint32_t count(const uint32_t *list, uint32_t nr, uint32_t number)
{
	uint32_t found = 0;

	for (uint32_t i = 0; i < nr; i++)
		found += list[i] == number;
	return found;
}

/* What the reader accepts has each edge as often among the successors as among the predecessors. */
static void check_edges(const struct ir_function *function)
{
	for (uint32_t from = 0; from < function->nr_blocks; from++) {
		const struct ir_block *block = &function->blocks[from];

		for (uint32_t to = 0; to < function->nr_blocks; to++) {
			const struct ir_block *next = &function->blocks[to];

			if (count(block->successors, block->nr_successors, to) ==
			    count(next->predecessors, next->nr_predecessors, from))
				continue;
			fprintf(stderr, "fuzz_ir: iteration %llu: an edge from %u to %u\n", current,
				from, to);
			abort();
		}
	}
}

static uint64_t judge_function(const struct ir_unit *unit, const struct ir_entry *entry,
			       struct counts *counts)
{
	struct ir_function function;
	struct strbuf text = { 0 };
	struct error *err = ir_function_read(unit, entry, &function);

	if (err) {
		counts->functions_refused++;
		error_destroy(err);
		return 1;
	}
	counts->functions_accepted++;
	check_edges(&function);
	ir_text_function(&text, &function);
	ir_structure_text(&text, &function);
	uint64_t hash = hash_bytes(strbuf_get(&text), text.length);
	strbuf_deinit(&text);
	ir_function_deinit(&function);
	return hash;
}

static uint64_t judge(const char *data, size_t size, struct counts *counts)
{
	struct ir_units units;
	struct error *err = ir_units_parse(data, size, "fuzz", &units);
	uint64_t sum = 0;

	if (err) {
		counts->refused++;
		error_destroy(err);
		return 0;
	}
	counts->accepted++;
	for (size_t u = 0; u < units.nr_units; u++) {
		for (uint32_t i = 0; i < units.units[u].nr_entries; i++) {
			const struct ir_entry *entry = &units.units[u].entries[i];

			if (entry->refusal == REMT_IR_REFUSED_NONE)
				sum += judge_function(&units.units[u], entry, counts);
		}
	}
	ir_units_deinit(&units);
	return sum;
}

static uint64_t fuzz_one(const struct sample *samples, size_t nr_samples, uint64_t iteration,
			 struct counts *counts)
{
	uint64_t state = (iteration + 1) * 0x9e3779b97f4a7c15u | 1;
	for (int i = 0; i < 4; i++)
		table_sample_random(&state);

	const struct sample *sample = &samples[damage_pick(&state, nr_samples)];
	size_t size = sample->size;
	char *data = malloc(size);
	if (!data)
		abort();
	memcpy(data, sample->data, size);
	for (size_t n = damage_pick(&state, 4); n; n--)
		damage_at(data, size, damage_pick(&state, size), &state);
	if (damage_pick(&state, 8) == 0)
		size = sizeof(struct remt_ir_header) +
		       damage_pick(&state, size - sizeof(struct remt_ir_header));
	/* Mostly past the hash, which would stop all else. */
	if (damage_pick(&state, 16)) {
		memcpy(data, sample->data, sizeof(struct remt_ir_header));
		seal(data, size);
	}
	uint64_t sum = judge(data, size, counts);
	free(data);
	return sum;
}

int main(int argc, char **argv)
{
	if (argc < 4) {
		fprintf(stderr, "usage: fuzz_ir ITERATIONS FIRST IMAGE...\n");
		return 2;
	}
	unsigned long long iterations = strtoull(argv[1], NULL, 10);
	unsigned long long first = strtoull(argv[2], NULL, 10);
	size_t nr_samples = (size_t)argc - 3;
	struct sample *samples = calloc(nr_samples, sizeof(*samples));
	struct counts counts = { 0 };
	uint64_t sum = 0;

	if (__sanitizer_set_death_callback)
		__sanitizer_set_death_callback(name_iteration);
	for (size_t i = 0; i < nr_samples; i++)
		samples[i] = read_sample(argv[3 + i]);
	for (current = first; current - first < iterations; current++)
		sum += fuzz_one(samples, nr_samples, current, &counts);
	for (size_t i = 0; i < nr_samples; i++)
		free(samples[i].data);
	free(samples);
	printf("fuzz_ir: %llu inputs from %llu: %llu accepted, %llu refused; functions: %llu accepted, %llu refused, sum %016llx\n",
	       iterations, first, counts.accepted, counts.refused, counts.functions_accepted,
	       counts.functions_refused, (unsigned long long)sum);
	return 0;
}
