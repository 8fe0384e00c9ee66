/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Damages valid site tables at random and hands them to the reader.  To be
 * built with sanitizers, which are the judge; a table that the reader accepts is walked
 * as a consumer would, so that an accepted lie is found, too.
 *
 *	fuzz_table [ITERATIONS [FIRST]]
 *
 * Iteration N is the same on every machine; a failing one is named, and
 * `fuzz_table 1 N` repeats it alone.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sites/check.h"
#include "sites/table.h"
#include "sites/table_builder.h"
#include "table_sample.h"

#define NR_SAMPLES 64

struct sample {
	char *data;
	size_t size;
};

struct counts {
	unsigned long long accepted, refused;
};

static unsigned long long current; /* iteration, for the message of a crash */

/* Called by the sanitizers before they end the program. */
void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

static void name_iteration(void)
{
	fprintf(stderr, "fuzz_table: iteration %llu\n", current);
}

static size_t pick(uint64_t *state, size_t limit)
{
	return (size_t)(table_sample_random(state) % limit);
}

/* A number that is likely to hit an edge. */
static uint32_t edge_value(uint64_t *state, size_t size)
{
	const uint32_t values[] = {
		0,
		1,
		2,
		7,
		8,
		0x7fffffff,
		0x80000000,
		0xfffffff8,
		0xffffffff,
		0x10000000,
		(uint32_t)size,
		(uint32_t)size - 1,
		136,
		(uint32_t)(size / 16),
		(uint32_t)(size / 40),
		(uint32_t)(size / 48),
	};

	return values[pick(state, sizeof(values) / sizeof(values[0]))];
}

static void set_u32(char *data, size_t at, uint32_t value)
{
	memcpy(data + at, &value, sizeof(value));
}

static uint32_t get_u32(const char *data, size_t at)
{
	uint32_t value;

	memcpy(&value, data + at, sizeof(value));
	return value;
}

/* Changes one place of the table DATA, which is at least a header. */
static void damage(char *data, size_t size, uint64_t *state)
{
	const size_t spans = offsetof(struct remt_sites_header, strings);
	const size_t header_words = sizeof(struct remt_sites_header) / 4;
	size_t word = pick(state, size / 4) * 4;
	size_t other = pick(state, 28) * 4;

	switch (pick(state, 7)) {
	case 0: /* a bit */ data[word + other / 4 % 4] ^= (char)(1 << pick(state, 8)); break;
	case 1: /* a field: an edge value */ set_u32(data, word, edge_value(state, size)); break;
	case 2: /* a field: a little more or less */
		set_u32(data, word, get_u32(data, word) + (uint32_t)pick(state, 5) - 2);
		break;
	case 3: /* the header */
		word %= header_words * 4;
		set_u32(data, word, edge_value(state, size));
		break;
	case 4: /* half a span: that of another */
		word = spans + pick(state, 28) * 4;
		set_u32(data, word, get_u32(data, spans + other));
		break;
	case 5: /* a piece copied elsewhere */
		other = pick(state, (size - word) / 8 + 1) * 4;
		memmove(data + word, data + other, pick(state, (size - word) / 2 + 1));
		break;
	case 6: /* a span grown by a few records */
		word = spans + 4 + pick(state, 14) * 8;
		set_u32(data, word, get_u32(data, word) + 1 + (uint32_t)pick(state, 4));
		break;
	}
}

static uint64_t length_of(const struct site_table *table, uint32_t offset)
{
	return strlen(site_table_string(table, offset));
}

static uint64_t walk_function(const struct site_table *table, const struct remt_function *function)
{
	uint64_t sum = length_of(table, function->name_str) +
		       length_of(table, function->asm_name_str) +
		       table->symbols[function->symbol].hash +
		       length_of(table, table->files[function->file].path_str);

	for (uint32_t b = 0; b < function->nr_blocks; b++) {
		const struct remt_block *block = &table->blocks[function->first_block + b];

		for (uint32_t e = 0; e < block->nr_edges; e++) {
			uint32_t target = table->edges[block->first_edge + e].target;
			sum += table->blocks[function->first_block + target].hash;
			if (target >= function->nr_blocks)
				abort();
		}
		for (uint32_t u = 0; u < block->nr_uses; u++) {
			uint32_t variable = table->uses[block->first_use + u];

			if (variable != UINT32_MAX)
				sum += table->variables[function->first_variable + variable].type;
		}
		for (uint32_t r = 0; r < block->nr_references; r++)
			sum += table->symbols[table->references[block->first_reference + r]].hash;
	}
	return sum;
}

/* Reads all that a table leads to; the sum keeps the compiler from leaving it out. */
static uint64_t walk(const struct site_table *table)
{
	const struct remt_sites_header *header = table->header;
	uint64_t sum =
		length_of(table, header->comp_dir_str) + length_of(table, header->input_str) +
		length_of(table, header->producer_str) + length_of(table, header->preset_str) +
		length_of(table, header->remt_version_str) + length_of(table, header->options_str) +
		length_of(table, header->command_str);

	for (uint32_t i = 0; i < header->functions.count; i++)
		sum += walk_function(table, &table->functions[i]);
	for (uint32_t i = 0; i < header->sites.count; i++) {
		const struct remt_site *site = &table->sites[i];

		sum += table->functions[site->function].line + table->files[site->file].hash;
		if (site->block != UINT32_MAX)
			sum += table->blocks[site->block].hash;
		for (uint32_t m = 0; m < site->nr_mutants; m++)
			sum += table->mutants[site->first_mutant + m].flags;
	}
	for (uint32_t i = 0; i < header->mutants.count; i++) {
		const struct remt_mutant *mutant = &table->mutants[i];

		sum += length_of(table, mutant->op_str) +
		       length_of(table, mutant->replacement_str) +
		       length_of(table, mutant->description_str) + table->sites[mutant->site].line;
	}
	for (uint32_t i = 0; i < header->calls.count; i++) {
		uint32_t callee = table->calls[i].callee;

		if (callee != UINT32_MAX)
			sum += length_of(table, table->symbols[callee].name_str);
	}
	for (uint32_t i = 0; i < header->variables.count; i++)
		sum += length_of(table, table->variables[i].name_str);
	for (uint32_t i = 0; i < header->symbols.count; i++) {
		const struct remt_symbol *symbol = &table->symbols[i];

		for (uint32_t r = 0; r < symbol->nr_references; r++)
			sum += table->symbols[table->references[symbol->first_reference + r]].flags;
	}
	for (uint32_t i = 0; i < header->marks.count; i++)
		sum += table->sites[table->marks[i].site].line +
		       table->blocks[table->marks[i].block].hash;
	for (uint32_t i = 0; i < header->skips.count; i++)
		sum += table->files[table->skips[i].file].hash;
	return sum;
}

/* Judges SIZE bytes in a block of exactly that size, so that one byte too far is seen. */
static uint64_t judge_table(const char *data, size_t size, struct counts *counts)
{
	char *exact = malloc(size);
	struct site_table table;
	uint64_t sum = 0;

	if (!exact)
		abort();
	memcpy(exact, data, size);
	struct error *err = check_table(exact, size, &table);
	if (err) {
		counts->refused++;
		sum = strlen(err->message);
	} else {
		counts->accepted++;
		sum = walk(&table);
	}
	error_destroy(err);
	free(exact);
	return sum;
}

/* The same as content of a section, with a second table behind it. */
static uint64_t judge_section(const char *data, size_t size, const struct sample *second)
{
	struct strbuf content = { 0 };
	struct site_tables tables;
	uint64_t sum = 0;

	strbuf_add(&content, data, size);
	strbuf_add(&content, second->data, second->size);
	struct error *err = site_tables_parse(content.data, content.length, "fuzz", &tables);
	if (!err) {
		for (size_t i = 0; i < tables.nr_tables; i++)
			sum += walk(&tables.tables[i]);
		site_tables_deinit(&tables);
	}
	error_destroy(err);
	strbuf_deinit(&content);
	return sum;
}

static uint64_t fuzz_one(const struct sample *samples, uint64_t iteration, struct counts *counts)
{
	uint64_t state = (iteration + 1) * 0x9e3779b97f4a7c15u | 1;
	for (int i = 0; i < 4; i++)
		table_sample_random(&state);

	const struct sample *sample = &samples[pick(&state, NR_SAMPLES)];
	size_t size = sample->size;
	char *data = malloc(size);
	if (!data)
		abort();
	memcpy(data, sample->data, size);
	for (size_t n = 1 + pick(&state, 3); n; n--)
		damage(data, size, &state);
	bool is_cut = pick(&state, 16) == 0;
	if (is_cut)
		size = pick(&state, size) + 1;
	/* Mostly past the uid, which would stop all else. */
	if (size >= sizeof(struct remt_sites_header) && pick(&state, 8)) {
		uint64_t claimed = size;

		memcpy(data + offsetof(struct remt_sites_header, size), &claimed, sizeof(claimed));
		table_builder_seal(data, size);
	}
	uint64_t sum = judge_table(data, size, counts);
	if (pick(&state, 8) == 0)
		sum += judge_section(data, size, &samples[pick(&state, NR_SAMPLES)]);
	free(data);
	return sum;
}

int main(int argc, char **argv)
{
	unsigned long long iterations = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000;
	unsigned long long first = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
	struct sample samples[NR_SAMPLES];
	struct counts counts = { 0 };
	uint64_t sum = 0;

	if (__sanitizer_set_death_callback)
		__sanitizer_set_death_callback(name_iteration);
	for (size_t i = 0; i < NR_SAMPLES; i++)
		samples[i].data = table_sample(i, (unsigned)(i % 8), &samples[i].size);
	for (current = first; current - first < iterations; current++)
		sum += fuzz_one(samples, current, &counts);
	for (size_t i = 0; i < NR_SAMPLES; i++)
		free(samples[i].data);
	printf("fuzz_table: %llu inputs from %llu: %llu accepted, %llu refused, sum %016llx\n",
	       iterations, first, counts.accepted, counts.refused, (unsigned long long)sum);
	return 0;
}
