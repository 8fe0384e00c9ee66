/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The process that looks for sequences of calls, and its harness. */
#include <stdlib.h>
#include <string.h>

#include "caller/program.h"
#include "cmd/gen/changed/changed.h"
#include "cmd/gen/function/check.h"
#include "cmd/gen/function/sanitize.h"
#include "cmd/gen/function/shell.h"
#include "cmd/gen/functions/sequences_state.h"
#include "common/cleanup.h"
#include "common/clock.h"
#include "common/hash.h"
#include "common/xalloc.h"

enum {
	BATCH = 64,	    /* sequences that one process with sanitizers makes the calls of */
	NR_BATCHES = 4,	    /* of a round, after which mutants are tried */
	MOST_POOL = 8000,   /* sequences */
	LEAST_VAIN = 2,	    /* rounds, one behind the other, that may kill nothing */
	MOST_MS = 150000,   /* of processors */
	MOST_VAIN_MS = 100, /* of processors, for a mutant that is left */
	RUN_MS = 400,	    /* that a sequence may take: mutants that do not end are many */
};

/* ---- harnesses */

/* Compiles the harness; *RET: it is there. */
static struct error *compile(struct gen_sequences *sequences, bool *ret)
{
	const struct gen_mutant_choice all = { .has_all = true };
	struct gen_function_run *harness = &sequences->harness;
	_cleanup_free_ char *output = NULL;
	struct error *err;

	err = gen_function_check_compile(harness, &harness->program.text, "sequences",
					 harness->compiler, &harness->original, &output);
	if (!err && !output)
		err = gen_function_sanitize_compile(harness, &harness->program.text,
						    "sanitized-sequences", &sequences->sanitized,
						    &output);
	*ret = !err && !output;
	return *ret ? gen_mutants_find(&all, harness->original, harness->original,
				       &sequences->mutants)
		    : err;
}

void gen_sequences_free_answers(struct gen_sequence_answer *answers, size_t number)
{
	for (size_t i = 0; i < number; i++)
		free(answers[i].output);
}

/* Copies what a harness that loops printed, TEXT, of NUMBER sequences. */
static void take_answers(const struct strbuf *text, size_t number, struct gen_sequence_answer *ret)
{
	struct gen_changed_answer *found = xcalloc(number + 1, sizeof(*found));
	size_t count = gen_changed_read_answers(text, found, number);

	for (size_t i = 0; i < number; i++) {
		ret[i] = (struct gen_sequence_answer){ 0 };
		if (i < count) {
			ret[i].output = xstrndup(found[i].text, found[i].size);
			ret[i].status = found[i].status;
		}
	}
	free(found);
}

struct error *gen_sequences_answer(const struct gen_sequences *sequences, const char *program,
				   const unsigned char *bytes, size_t number, bool is_row,
				   struct gen_sequence_answer *ret)
{
	const char *variable = is_row ? SEQUENCE_ROW : PROGRAM_LOOP;
	_cleanup_trial_result_ struct trial_result result = { 0 };
	size_t size = number * SEQUENCE_SIZE;
	struct error *err;

	setenv(variable, "1", 1);
	err = program == sequences->sanitized
		      ? gen_function_sanitize_run(&sequences->harness, program, (char *[]){ NULL },
						  bytes, size, &result)
		      : gen_function_run_bytes(&sequences->harness, program, bytes, size, &result);
	unsetenv(variable);
	take_answers(&result.out, number, ret);
	return err;
}

/* ---- the pool */

static bool is_known(const struct gen_sequences *sequences, uint64_t hash)
{
	for (size_t i = 0; i < sequences->pool.count; i++) {
		if (sequences->pool.items[i].hash == hash)
			return true;
	}
	return false;
}

/* Adds SEQUENCE, of which is_known() is not true; OUTPUT is taken over. */
static void keep(struct gen_sequences *sequences, struct gen_sequence *sequence, char *output)
{
	bool is_leader = gen_sequences_learn(sequences, sequence, output);

	sequence->output = output;
	sequence->hash = hash_string(output);
	if (is_leader)
		vec_push(&sequences->leaders, sequences->pool.count);
	vec_push(&sequences->pool, *sequence);
}

/*
 * Has the harness with sanitizers make the calls of the BATCH sequences BYTES. They end it with the first one that does
 * something undefined, which has no answer then; the next ones are for another process.
 */
static struct error *try_clean(const struct gen_sequences *sequences, const unsigned char *bytes,
			       struct gen_sequence_answer *ret)
{
	struct error *err = NULL;

	for (size_t first = 0; first < BATCH && !err; first++) {
		err = gen_sequences_answer(sequences, sequences->sanitized,
					   bytes + first * SEQUENCE_SIZE, BATCH - first, true,
					   ret + first);
		while (first < BATCH && ret[first].output)
			first++;
	}
	return err;
}

/* Adds the MADE sequences, of which there are BATCH, that do nothing undefined, and something new. */
static struct error *add(struct gen_sequences *sequences, struct gen_sequence *made,
			 unsigned char *bytes)
{
	struct gen_sequence_answer clean[BATCH] = { 0 }, plain[BATCH] = { 0 };
	struct error *err;

	for (size_t i = 0; i < BATCH; i++)
		memcpy(bytes + i * SEQUENCE_SIZE, made[i].bytes, SEQUENCE_SIZE);
	err = try_clean(sequences, bytes, clean);
	if (!err)
		err = gen_sequences_answer(sequences, sequences->harness.original, bytes, BATCH,
					   false, plain);
	for (size_t i = 0; i < BATCH && !err; i++) {
		if (clean[i].output && plain[i].output && !clean[i].status && !plain[i].status &&
		    strcmp(clean[i].output, plain[i].output) == 0 &&
		    !is_known(sequences, hash_string(plain[i].output)) &&
		    sequences->pool.count < MOST_POOL)
			keep(sequences, &made[i], TAKE(plain[i].output));
	}
	gen_sequences_free_answers(clean, BATCH);
	gen_sequences_free_answers(plain, BATCH);
	return err;
}

struct error *gen_sequences_grow(struct gen_sequences *sequences)
{
	_cleanup_free_ unsigned char *bytes = xcalloc(BATCH, SEQUENCE_SIZE);
	struct gen_sequence *made = xcalloc(BATCH, sizeof(*made));
	struct error *err = NULL;

	for (unsigned batch = 0; batch < NR_BATCHES && !err; batch++) {
		if (deadline_is_over(&sequences->deadline))
			break;
		for (size_t i = 0; i < BATCH; i++)
			gen_sequences_make(sequences, &made[i]);
		err = add(sequences, made, bytes);
	}
	free(made);
	return err;
}

/* ---- mutants */

static const struct gen_mutant *find_mutant(const struct gen_sequences *sequences,
					    const struct inventory_mutant *row)
{
	for (size_t i = 0; i < sequences->mutants.items.count; i++) {
		const struct gen_mutant *found = &sequences->mutants.items.items[i];

		if (found->nr_on == 1 && gen_function_is_same_mutant(row, found->row))
			return found;
	}
	return NULL;
}

/* Finds the mutants of the unit, and the calls of their functions. */
static void find_wanted(struct gen_sequences *sequences)
{
	struct gen_functions *functions = sequences->functions;

	for (size_t i = 0; i < functions->items.count; i++) {
		struct gen_functions_item *item = &functions->items.items[i];

		if (!item->entry || item->api != sequences->api)
			continue;
		for (size_t m = 0; m < item->mutants.count; m++) {
			struct gen_sequence_mutant mutant = { .item = item, .index = m };

			mutant.found = find_mutant(sequences, item->mutants.items[m].mutant->row);
			if (mutant.found)
				vec_push(&sequences->wanted, mutant);
		}
		for (size_t k = 0; k < sequences->api->calls.count; k++) {
			if (sequences->api->calls.items[k].function == item->entry)
				vec_push(&sequences->targets, k);
		}
	}
}

/* Returns the time of processors that may go by without a kill: that of the mutants that are left. */
static uint64_t vain_us(const struct gen_sequences *sequences)
{
	uint64_t ms = sequences->functions->limits.mutant_ms, nr_left = 0;

	for (size_t m = 0; m < sequences->wanted.count; m++)
		nr_left += !sequences->wanted.items[m].is_killed;
	return (ms < MOST_VAIN_MS ? ms : MOST_VAIN_MS) * 1000 * nr_left;
}

static struct error *search(struct gen_sequences *sequences, int fd)
{
	uint64_t start_us = clock_own_us(), last_us = start_us;
	unsigned nr_vain = 0;
	struct error *err = NULL;

	while (!err && !deadline_is_over(&sequences->deadline)) {
		size_t nr_killed = 0, before = sequences->pool.count;
		uint64_t now_us = clock_own_us(), left_us = vain_us(sequences);

		if (!left_us || now_us - start_us > MOST_MS * UINT64_C(1000) ||
		    (nr_vain >= LEAST_VAIN && now_us - last_us > left_us))
			break;
		err = gen_sequences_grow(sequences);
		if (!err && sequences->pool.count > before)
			err = gen_sequences_try(sequences, fd, &nr_killed);
		nr_vain = nr_killed ? 0 : nr_vain + 1;
		last_us = nr_killed ? clock_own_us() : last_us;
	}
	return err;
}

struct error *gen_sequences_search(struct gen_sequences *sequences, int fd)
{
	bool is_there = false;
	struct error *err;

	sequences->harness.original = NULL;
	sequences->harness.limits.run_ms = RUN_MS;
	err = sequence_write_program(sequences->api, &sequences->harness.program);
	if (!err)
		err = compile(sequences, &is_there);
	if (err || !is_there)
		return err;
	sequences->lessons = xcalloc(sequences->api->calls.count, sizeof(*sequences->lessons));
	find_wanted(sequences);
	return search(sequences, fd);
}
