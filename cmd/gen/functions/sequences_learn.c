/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which arguments make calls do something. The type of a pointer says little where one type stands for many kinds of
 * values: what an argument comes from says more. A call that mostly returns one value, such as -1, has done something
 * when it returns another one.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/gen/functions/sequences_state.h"
#include "common/hash.h"
#include "common/strv.h"

double gen_sequences_chance(const struct gen_sequences *sequences, size_t call, unsigned index,
			    unsigned char origin)
{
	const struct gen_sequence_chance *chance = &sequences->lessons[call].chances[index][origin];

	return (chance->rare + 1.0) / (chance->total + 2.0);
}

/* Counts an outcome of a call. *RET_NEW: it is one more. Returns whether the call mostly has another one. */
static bool count_outcome(struct gen_sequence_lesson *lesson, uint64_t hash, bool *ret_new)
{
	struct gen_sequence_outcome *outcomes = lesson->outcomes;
	size_t i = 0, most = 0;

	while (i < GEN_SEQUENCE_OUTCOMES && outcomes[i].count && outcomes[i].hash != hash)
		i++;
	*ret_new = i < GEN_SEQUENCE_OUTCOMES && !outcomes[i].count;
	if (i == GEN_SEQUENCE_OUTCOMES)
		return true;
	outcomes[i].hash = hash;
	outcomes[i].count++;
	for (size_t k = 1; k < GEN_SEQUENCE_OUTCOMES; k++) {
		if (outcomes[k].count > outcomes[most].count)
			most = k;
	}
	return i != most;
}

/* Returns the hash of what is said of a result: of a pointer, whether it is NULL. */
static uint64_t hash_value(const char *value)
{
	if (strncmp(value, "same ", 5) == 0 || strcmp(value, "elsewhere") == 0)
		return 1;
	return hash_string(value);
}

static bool learn_step(struct gen_sequences *sequences, const struct gen_sequence *sequence,
		       size_t step, const char *value)
{
	const struct sequence_call *call = sequence_call(sequences->api, sequence->bytes, step);
	const unsigned char *bytes = sequence->bytes + step * SEQUENCE_STEP;
	struct gen_sequence_lesson *lesson = &sequences->lessons[bytes[0] - 1];
	bool is_new = false, ret = false,
	     is_rare = value && count_outcome(lesson, hash_value(value), &is_new);

	for (unsigned i = 0; i < call->nr_arguments && value; i++) {
		unsigned char from = bytes[i + 1];
		struct gen_sequence_chance *chance;

		if (call->arguments[i].kind != SEQUENCE_POINTER)
			continue;
		chance = &lesson->chances[i][from ? sequence->origins[from - 1] : 0];
		ret |= is_rare && !chance->rare;
		chance->total++;
		chance->rare += is_rare;
	}
	return ret || is_new;
}

/* Notes what step STEP returned, VALUE. */
static void note_origin(struct gen_sequence *sequence, size_t step, const char *value)
{
	unsigned long same;

	sequence->origins[step] = sequence->bytes[step * SEQUENCE_STEP];
	if (!value)
		return;
	if (strcmp(value, "null") == 0)
		sequence->origins[step] = 0;
	if (strncmp(value, "same ", 5) == 0) {
		same = strtoul(value + 5, NULL, 10);
		if (same < step)
			sequence->origins[step] = sequence->origins[same];
	}
}

/* Returns what LINES have of STEP; NULL: nothing. *LINES goes on. */
static const char *find_value(char ***lines, size_t step)
{
	char *rest;

	if (!**lines || strtoul(**lines, &rest, 10) != step || rest == **lines || *rest != ' ')
		return NULL;
	(*lines)++;
	return rest + 1;
}

bool gen_sequences_learn(struct gen_sequences *sequences, struct gen_sequence *sequence,
			 const char *output)
{
	_cleanup_strv_ char **lines = strv_split(output, '\n');
	char **at = lines;
	bool ret = false;

	for (size_t step = 0; sequence_call(sequences->api, sequence->bytes, step); step++) {
		const char *value = find_value(&at, step);

		ret |= learn_step(sequences, sequence, step, value);
		note_origin(sequence, step, value);
	}
	return ret;
}
