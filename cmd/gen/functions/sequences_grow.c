/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sequences of calls by chance: Pacheco et al. (ICSE 2007) extend sequences that did well by a call whose arguments come
 * from them. Here a call that lacks an argument gets one made; functions that have mutants are called most.
 */
#include <string.h>

#include "cmd/gen/functions/sequences_state.h"
#include "common/random.h"

enum {
	MOST_DEPTH = 2, /* calls that make arguments for calls that make arguments */
	NULLS = 16,	/* one pointer of so many is NULL though there is another one */
	MOST_MORE = 6,	/* calls that a sequence is extended by */
	MOST_REPEATS = 10,
	HOOKED = 5, /* one sequence of so many has a hook before what is new */
	OWN = 4,    /* one call of so many is of a function that has mutants */
	OTHERS = 3, /* calls that one is chosen before */
};

static size_t draw(struct gen_sequences *sequences, size_t number)
{
	return number ? (size_t)(random_pick(&sequences->state, number)) : 0;
}

size_t gen_sequences_length(const struct gen_sequences *sequences, const unsigned char *sequence)
{
	size_t ret = 0;

	while (sequence_call(sequences->api, sequence, ret))
		ret++;
	return ret;
}

/* ---- arguments */

/* Returns one of the NUMBER of CHANCES, likely ones more often. */
static size_t draw_by(struct gen_sequences *sequences, const double *chances, size_t number)
{
	double sum = 0, at;
	size_t ret = 0;

	for (size_t i = 0; i < number; i++)
		sum += chances[i];
	at = sum * (double)draw(sequences, 1 << 20) / (1 << 20);
	for (; ret + 1 < number && at >= chances[ret]; ret++)
		at -= chances[ret];
	return ret;
}

/* Returns a step of SEQUENCE that returned what argument INDEX of CALL may be, + 1; 0: none did. */
static unsigned char find_step(struct gen_sequences *sequences, const struct gen_sequence *sequence,
			       size_t call, unsigned index)
{
	const struct sequence_value *value = &sequences->api->calls.items[call].arguments[index];
	unsigned char found[SEQUENCE_MOST_STEPS];
	double chances[SEQUENCE_MOST_STEPS];
	size_t count = 0;
	const struct sequence_call *made;

	for (size_t step = 0; (made = sequence_call(sequences->api, sequence->bytes, step));
	     step++) {
		if (!sequence_gives(made, value) || !sequence->origins[step])
			continue;
		chances[count] =
			gen_sequences_chance(sequences, call, index, sequence->origins[step]);
		found[count++] = (unsigned char)(step + 1);
	}
	return count ? found[draw_by(sequences, chances, count)] : 0;
}

static bool takes_pointers(const struct sequence_call *call)
{
	for (unsigned i = 0; i < call->nr_arguments; i++) {
		if (call->arguments[i].kind == SEQUENCE_POINTER)
			return true;
	}
	return false;
}

static bool add(struct gen_sequences *sequences, struct gen_sequence *sequence, size_t number,
		unsigned depth);

/* Adds a call that returns what argument INDEX of CALL may be. Returns its step + 1; 0: there is none. */
static unsigned char make_argument(struct gen_sequences *sequences, struct gen_sequence *sequence,
				   size_t call, unsigned index, unsigned depth)
{
	const struct sequence_value *value = &sequences->api->calls.items[call].arguments[index];
	size_t found[SEQUENCE_MOST_CALLS], count = 0;
	double chances[SEQUENCE_MOST_CALLS];

	for (size_t i = 0; i < sequences->api->calls.count && depth; i++) {
		const struct sequence_call *maker = &sequences->api->calls.items[i];

		if (!sequence_gives(maker, value) || (depth < 2 && takes_pointers(maker)))
			continue;
		chances[count] =
			gen_sequences_chance(sequences, call, index, (unsigned char)(i + 1));
		found[count++] = i;
	}
	if (!count ||
	    !add(sequences, sequence, found[draw_by(sequences, chances, count)], depth - 1))
		return 0;
	return (unsigned char)gen_sequences_length(sequences, sequence->bytes);
}

static size_t find_length(unsigned char byte)
{
	size_t nr_texts, nr_numbers, ret = 0;
	const char *const *texts = sequence_texts(&nr_texts);
	const int64_t *numbers = sequence_numbers(&nr_numbers);
	int64_t length = (int64_t)strlen(texts[byte % nr_texts]);

	while (ret + 1 < nr_numbers && numbers[ret] != length)
		ret++;
	return ret;
}

static unsigned char choose(struct gen_sequences *sequences, struct gen_sequence *sequence,
			    size_t call, unsigned index, unsigned char before, unsigned depth)
{
	const struct sequence_value *value = &sequences->api->calls.items[call].arguments[index];
	size_t count;
	unsigned char ret;

	switch ((int)value->kind) {
	case SEQUENCE_POINTER:
		if (!draw(sequences, NULLS))
			return 0;
		ret = draw(sequences, 4) || !depth ? find_step(sequences, sequence, call, index)
						   : 0;
		return ret ? ret : make_argument(sequences, sequence, call, index, depth);
	case SEQUENCE_TEXT:
		(void)sequence_texts(&count);
		return (unsigned char)(draw(sequences, 2) ? draw(sequences, 3)
							  : draw(sequences, count));
	case SEQUENCE_NUMBER:
	case SEQUENCE_FLOAT:
		if (value->may_be_length && draw(sequences, 4))
			return (unsigned char)find_length(before);
		(void)sequence_numbers(&count);
		return (unsigned char)(draw(sequences, 2) ? draw(sequences, 4)
							  : draw(sequences, count));
	case SEQUENCE_MALLOC: return (unsigned char)(1 + draw(sequences, SEQUENCE_BLOCKS - 1));
	default: break;
	}
	return 0;
}

/* Adds call NUMBER with arguments; false: there is no room. */
static bool add(struct gen_sequences *sequences, struct gen_sequence *sequence, size_t number,
		unsigned depth)
{
	const struct sequence_call *call = &sequences->api->calls.items[number];
	unsigned char bytes[SEQUENCE_STEP] = { (unsigned char)(number + 1) };
	size_t length;

	for (unsigned i = 0; i < call->nr_arguments; i++)
		bytes[i + 1] = choose(sequences, sequence, number, i, i ? bytes[i] : 0, depth);
	length = gen_sequences_length(sequences, sequence->bytes);
	if (length >= SEQUENCE_MOST_STEPS)
		return false;
	memcpy(sequence->bytes + length * SEQUENCE_STEP, bytes, sizeof(bytes));
	sequence->origins[length] = bytes[0];
	return true;
}

/* ---- sequences */

/* Returns how likely a call of NUMBER does something with what SEQUENCE has. */
static double rate(const struct gen_sequences *sequences, const struct gen_sequence *sequence,
		   size_t number)
{
	const struct sequence_call *call = &sequences->api->calls.items[number], *made;
	double ret = 1;

	for (unsigned i = 0; i < call->nr_arguments; i++) {
		double most = 0.1;

		if (call->arguments[i].kind != SEQUENCE_POINTER)
			continue;
		for (size_t step = 0; (made = sequence_call(sequences->api, sequence->bytes, step));
		     step++) {
			double chance =
				gen_sequences_chance(sequences, number, i, sequence->origins[step]);

			if (sequence_gives(made, &call->arguments[i]) && chance > most)
				most = chance;
		}
		ret *= most;
	}
	return ret;
}

/* Returns the number of a call: of a function that has mutants, or the likeliest one of some to do something. */
static size_t choose_call(struct gen_sequences *sequences, const struct gen_sequence *sequence)
{
	const struct sequence_api *api = sequences->api;
	size_t ret = draw(sequences, api->calls.count);
	bool is_own = !draw(sequences, OWN);

	if (is_own && sequences->targets.count)
		return sequences->targets.items[draw(sequences, sequences->targets.count)];
	for (unsigned i = 0; i < OTHERS; i++) {
		size_t other = draw(sequences, api->calls.count);

		if (rate(sequences, sequence, other) > rate(sequences, sequence, ret))
			ret = other;
	}
	return ret;
}

/* Does the last call again, some times. */
static void repeat(struct gen_sequences *sequences, struct gen_sequence *sequence)
{
	size_t length = gen_sequences_length(sequences, sequence->bytes),
	       count = 1 + draw(sequences, MOST_REPEATS);

	for (; length && count && length < SEQUENCE_MOST_STEPS; count--, length++) {
		memcpy(sequence->bytes + length * SEQUENCE_STEP,
		       sequence->bytes + (length - 1) * SEQUENCE_STEP, SEQUENCE_STEP);
		sequence->origins[length] = sequence->origins[length - 1];
	}
}

/* Copies a sequence of the pool; mostly one in which a call did something new. */
static void copy(struct gen_sequences *sequences, struct gen_sequence *ret)
{
	size_t number = draw(sequences, sequences->pool.count);
	const struct gen_sequence *from;

	if (sequences->leaders.count && draw(sequences, 4))
		number = sequences->leaders.items[draw(sequences, sequences->leaders.count)];
	from = &sequences->pool.items[number];
	memcpy(ret->bytes, from->bytes, sizeof(ret->bytes));
	memcpy(ret->origins, from->origins, sizeof(ret->origins));
}

/* Has the library run out of memory in one of some sequences that go on. */
static void hook(struct gen_sequences *sequences, struct gen_sequence *sequence)
{
	if (draw(sequences, HOOKED))
		return;
	for (size_t i = 0; i < sequences->api->calls.count; i++) {
		if (sequences->api->calls.items[i].is_hook)
			(void)add(sequences, sequence, i, 0);
	}
}

void gen_sequences_make(struct gen_sequences *sequences, struct gen_sequence *sequence)
{
	size_t count = 1 + draw(sequences, MOST_MORE);

	*sequence = (struct gen_sequence){ 0 };
	if (sequences->pool.count && draw(sequences, 4))
		copy(sequences, sequence);
	hook(sequences, sequence);
	for (; count; count--) {
		if (!add(sequences, sequence, choose_call(sequences, sequence), MOST_DEPTH))
			return;
		if (!draw(sequences, 12))
			repeat(sequences, sequence);
	}
}

bool gen_sequences_remove(const struct gen_sequences *sequences, unsigned char *sequence,
			  size_t step)
{
	size_t length = gen_sequences_length(sequences, sequence);
	unsigned char *at = sequence + step * SEQUENCE_STEP;

	for (size_t later = step + 1; later < length; later++) {
		const struct sequence_call *call = sequence_call(sequences->api, sequence, later);

		for (unsigned i = 0; i < call->nr_arguments; i++) {
			if (call->arguments[i].kind == SEQUENCE_POINTER &&
			    sequence[later * SEQUENCE_STEP + 1 + i] == step + 1)
				return false;
		}
	}
	for (size_t later = step + 1; later < length; later++) {
		const struct sequence_call *call = sequence_call(sequences->api, sequence, later);

		for (unsigned i = 0; i < call->nr_arguments; i++) {
			unsigned char *byte = &sequence[later * SEQUENCE_STEP + 1 + i];

			*byte -= call->arguments[i].kind == SEQUENCE_POINTER && *byte > step + 1;
		}
	}
	memmove(at, at + SEQUENCE_STEP, SEQUENCE_SIZE - (step + 1) * SEQUENCE_STEP);
	memset(sequence + SEQUENCE_SIZE - SEQUENCE_STEP, 0, SEQUENCE_STEP);
	return true;
}
