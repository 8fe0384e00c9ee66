/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solver/sample.h"

#include <stdlib.h>
#include <string.h>

#include "common/random.h"
#include "common/xalloc.h"

/* No more is looked at, condition by condition: samples are made of what there is. */
#define MAX_PARTS ((size_t)4 << 20)
#define MAX_WORDS ((size_t)32 << 10)

/* Inputs that are used as one number, the lowest byte first. */
struct word {
	uint32_t inputs[8];
	unsigned length;
};

struct sampler {
	const struct terms *terms;
	unsigned char *inputs;
	uint64_t state;
	VEC(struct word) words;
	VEC(uint64_t) constants;
	size_t nr_parts; /* that were looked at */
	/* scratch of the walk: words by the term that is one, in the order of terms */
	VEC(uint32_t) word_terms;
};

static uint64_t draw(struct sampler *sampler)
{
	return random_draw(&sampler->state);
}

static unsigned pick(struct sampler *sampler, size_t limit)
{
	return (unsigned)random_pick(&sampler->state, limit);
}

/* ---- what the conditions are about */

/* Returns the word that TERM is, or NULL. */
static const struct word *find_word(const struct sampler *sampler, uint32_t term)
{
	for (size_t i = sampler->word_terms.count; i-- > 0;) {
		if (sampler->word_terms.items[i] == term)
			return &sampler->words.items[i];
	}
	return NULL;
}

static void add_word(struct sampler *sampler, uint32_t term, const struct word *word)
{
	vec_push(&sampler->words, *word);
	vec_push(&sampler->word_terms, term);
}

/* Two words side by side are one. */
static void add_concatenation(struct sampler *sampler, uint32_t term, const struct term *row)
{
	const struct word *high = find_word(sampler, row->a);
	const struct word *low = find_word(sampler, row->b);
	struct word word;

	if (!high || !low || high->length + low->length > 8)
		return;
	word = *low;
	memcpy(word.inputs + low->length, high->inputs, high->length * sizeof(*word.inputs));
	word.length += high->length;
	add_word(sampler, term, &word);
}

static void add_part(void *data, uint32_t term)
{
	struct sampler *sampler = data;
	const struct term *row = term_get(sampler->terms, term);

	sampler->nr_parts++;
	if (row->operation == TERM_INPUT) {
		struct word byte = { { (uint32_t)row->number }, 1 };

		add_word(sampler, term, &byte);
	} else if (row->operation == TERM_CONCATENATE) {
		add_concatenation(sampler, term, row);
	} else if (row->operation == TERM_CONSTANT) {
		vec_push(&sampler->constants, row->number);
	}
}

/* ---- samples */

static uint64_t read_word(const struct sampler *sampler, const struct word *word)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < word->length; i++)
		value |= (uint64_t)sampler->inputs[word->inputs[i]] << 8 * i;
	return value;
}

static void write_word(struct sampler *sampler, const struct word *word, uint64_t value)
{
	for (unsigned i = 0; i < word->length; i++)
		sampler->inputs[word->inputs[i]] = (unsigned char)(value >> 8 * i);
}

/* A number at random, a small one, a constant or one next to it, or another word's. */
static uint64_t pick_value(struct sampler *sampler)
{
	const struct word *other = &sampler->words.items[pick(sampler, sampler->words.count)];

	switch (pick(sampler, 4)) {
	case 0: return draw(sampler);
	case 1: return (uint64_t)pick(sampler, 8) - 3;
	case 2: return read_word(sampler, other) + pick(sampler, 3) - 1;
	default:
		if (!sampler->constants.count)
			return 0;
		return sampler->constants.items[pick(sampler, sampler->constants.count)] +
		       pick(sampler, 3) - 1;
	}
}

/* The first samples change one word each, later ones several. */
static void make_sample(struct sampler *sampler, unsigned number)
{
	unsigned nr_changes = 1 + pick(sampler, 1 + number / 32);

	while (nr_changes--)
		write_word(sampler, &sampler->words.items[pick(sampler, sampler->words.count)],
			   pick_value(sampler));
}

/* Replaces values that are not allowed by others at random. */
static void allow(struct sampler *sampler, const struct narrowed *narrowed)
{
	for (size_t i = 0; i < narrowed->group.inputs.count; i++) {
		unsigned char *input = &sampler->inputs[narrowed->group.inputs.items[i]];

		if (!domain_has(&narrowed->allowed[i], *input))
			*input = domain_next(&narrowed->allowed[i],
					     (unsigned char)pick(sampler, 256));
	}
}

bool sample_group(struct evaluator *evaluator, const struct narrowed *narrowed, unsigned nr_samples,
		  uint64_t seed, unsigned char *inputs)
{
	const struct group *group = &narrowed->group;
	struct sampler sampler = { .terms = evaluator->terms, .inputs = inputs, .state = seed };
	_cleanup_free_ unsigned char *at_hand = xcalloc(group->inputs.count + 1, 1);
	bool is_found = false;

	if (!group->inputs.count)
		return false;
	group_save(group, inputs, at_hand);
	for (size_t i = 0; i < group->conditions.count && sampler.nr_parts < MAX_PARTS &&
			   sampler.words.count < MAX_WORDS;
	     i++)
		evaluator_walk(evaluator, group->conditions.items[i], add_part, &sampler);
	for (unsigned i = 0; i < nr_samples && !is_found; i++) {
		group_restore(group, at_hand, inputs);
		make_sample(&sampler, i);
		allow(&sampler, narrowed);
		is_found = group_holds(evaluator, group, inputs);
	}
	if (!is_found)
		group_restore(group, at_hand, inputs);
	vec_deinit(&sampler.words);
	vec_deinit(&sampler.word_terms);
	vec_deinit(&sampler.constants);
	return is_found;
}
