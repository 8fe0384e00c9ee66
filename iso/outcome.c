/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Packs outcomes into bytes and reads them back. All numbers are 32-bit integers in the byte order
 * of the machine. Ways take two bits per branch. The order is that of outcome_pack(): flags,
 * visible, differing, number of runs, ways of the old version if FLAG_OLD_WAYS is set, ways of the
 * new version; and, if something differs, both observations and the cause. doc/FORMATS.md has the
 * version of the format.
 *
 * Unpacking trusts nothing: numbers are checked against the scope, and sizes against the data.
 */
#include "iso/outcome.h"

#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"

enum {
	WAY_BITS = 2,
	WAYS_PER_BYTE = 8 / WAY_BITS,
	FLAG_BROKEN = 1,
	FLAG_UNSTABLE = 2,
	FLAG_OLD_WAYS = 4,
	FLAG_ENDLESS = 8,
	FLAG_UNTOUCHED = 16,
};

/* The rest of a packed outcome. */
struct source {
	const unsigned char *data;
	size_t size;
	bool is_bad;
};

void outcome_deinit(struct outcome *outcome)
{
	free(outcome->problem);
	free(outcome->ways_old);
	free(outcome->ways_new);
	observation_deinit(&outcome->seen_old);
	observation_deinit(&outcome->seen_new);
	cause_deinit(&outcome->cause);
	*outcome = (struct outcome){ 0 };
}

static void pack_u32(struct strbuf *ret, uint32_t value)
{
	strbuf_add(ret, &value, sizeof(value));
}

static void pack_ways(struct strbuf *ret, const uint8_t *ways, size_t count)
{
	for (size_t i = 0; i < count; i += WAYS_PER_BYTE) {
		unsigned byte = 0;

		for (size_t j = 0; j < WAYS_PER_BYTE && i + j < count; j++)
			byte |= (unsigned)(ways[i + j] & BRANCH_BOTH) << (WAY_BITS * j);
		strbuf_addc(ret, (char)byte);
	}
}

static void pack_numbers(struct strbuf *ret, const uint32_t *numbers, uint32_t count)
{
	pack_u32(ret, count);
	if (count)
		strbuf_add(ret, numbers, count * sizeof(*numbers));
}

static void pack_observation(struct strbuf *ret, const struct observation *seen)
{
	pack_u32(ret, (uint32_t)seen->status);
	pack_u32(ret, seen->result);
	pack_u32(ret, seen->limit);
	for (size_t i = 0; i < NR_OBSERVED_TEXTS; i++) {
		size_t length = seen->texts[i] ? strlen(seen->texts[i]) : 0;

		pack_u32(ret, seen->texts[i] ? (uint32_t)length : UINT32_MAX);
		strbuf_add(ret, seen->texts[i] ? seen->texts[i] : "", length);
	}
}

void outcome_pack(const struct outcome *outcome, const struct outcome_scope *scope,
		  struct strbuf *ret)
{
	pack_u32(ret, (outcome->is_broken ? FLAG_BROKEN : 0) |
			      (outcome->is_endless ? FLAG_ENDLESS : 0) |
			      (outcome->is_unstable ? FLAG_UNSTABLE : 0) |
			      (outcome->is_untouched ? FLAG_UNTOUCHED : 0) |
			      (outcome->ways_old ? FLAG_OLD_WAYS : 0));
	pack_u32(ret, outcome->visible);
	pack_u32(ret, outcome->differing);
	pack_u32(ret, outcome->nr_runs);
	if (outcome->ways_old)
		pack_ways(ret, outcome->ways_old, scope->nr_old);
	pack_ways(ret, outcome->ways_new, scope->nr_new);
	if (!outcome->differing)
		return;
	pack_observation(ret, &outcome->seen_old);
	pack_observation(ret, &outcome->seen_new);
	pack_numbers(ret, outcome->cause.blocks, outcome->cause.nr_blocks);
	pack_numbers(ret, outcome->cause.functions, outcome->cause.nr_functions);
}

/* Returns the next SIZE bytes; NULL if there are fewer. */
static const unsigned char *unpack(struct source *source, size_t size)
{
	const unsigned char *data = source->data;

	source->is_bad |= size > source->size;
	if (source->is_bad)
		return NULL;
	source->data += size;
	source->size -= size;
	return data;
}

static uint32_t unpack_u32(struct source *source)
{
	const unsigned char *data = unpack(source, sizeof(uint32_t));
	uint32_t value = 0;

	if (data)
		memcpy(&value, data, sizeof(value));
	return value;
}

/* Reads a number, which must be below LIMIT. */
static uint32_t unpack_below(struct source *source, uint32_t limit)
{
	uint32_t value = unpack_u32(source);

	source->is_bad |= value >= limit;
	return source->is_bad ? 0 : value;
}

static uint8_t *unpack_ways(struct source *source, size_t count)
{
	const unsigned char *data = unpack(source, (count + WAYS_PER_BYTE - 1) / WAYS_PER_BYTE);
	uint8_t *ways;

	if (!data)
		return NULL;
	ways = xcalloc(count + 1, sizeof(*ways));
	for (size_t i = 0; i < count; i++)
		ways[i] = data[i / WAYS_PER_BYTE] >> (WAY_BITS * (i % WAYS_PER_BYTE)) & BRANCH_BOTH;
	return ways;
}

static uint32_t *unpack_numbers(struct source *source, uint32_t limit, uint32_t *ret_count)
{
	uint32_t count = unpack_u32(source);
	uint32_t *numbers;

	source->is_bad |= count > source->size / sizeof(*numbers);
	if (source->is_bad)
		return NULL;
	numbers = xcalloc((size_t)count + 1, sizeof(*numbers));
	for (uint32_t i = 0; i < count; i++)
		numbers[i] = unpack_below(source, limit);
	*ret_count = count;
	return numbers;
}

static char *unpack_text(struct source *source)
{
	uint32_t length = unpack_u32(source);
	const unsigned char *data = length == UINT32_MAX ? NULL : unpack(source, length);

	return data ? xstrndup((const char *)data, length) : NULL;
}

static void unpack_observation(struct source *source, struct observation *ret)
{
	ret->status = (int)unpack_u32(source);
	ret->result = (enum test_result)unpack_u32(source);
	ret->limit = (enum limit_hit)unpack_below(source, LIMIT_STEP + 1);
	for (size_t i = 0; i < NR_OBSERVED_TEXTS; i++)
		ret->texts[i] = unpack_text(source);
}

/* True if the outcome has both texts of each output that differs. */
static bool has_texts(const struct outcome *outcome)
{
	for (size_t i = 0; i < NR_OBSERVED_TEXTS; i++) {
		if (outcome->differing & OBSERVED_BIT(i) &&
		    (!outcome->seen_old.texts[i] || !outcome->seen_new.texts[i]))
			return false;
	}
	return true;
}

bool outcome_unpack(const void *data, size_t size, const struct outcome_scope *scope,
		    struct outcome *ret)
{
	struct source source = { .data = data, .size = size };
	uint32_t flags = unpack_u32(&source);

	*ret = (struct outcome){
		.is_broken = flags & FLAG_BROKEN,
		.is_endless = flags & FLAG_ENDLESS,
		.is_unstable = flags & FLAG_UNSTABLE,
		.is_untouched = flags & FLAG_UNTOUCHED,
	};
	ret->visible = unpack_u32(&source);
	ret->differing = unpack_below(&source, OBSERVED_ALL + 1);
	ret->nr_runs = unpack_u32(&source);
	if (flags & FLAG_OLD_WAYS)
		ret->ways_old = unpack_ways(&source, scope->nr_old);
	ret->ways_new = unpack_ways(&source, scope->nr_new);
	if (ret->differing) {
		unpack_observation(&source, &ret->seen_old);
		unpack_observation(&source, &ret->seen_new);
		ret->cause.blocks =
			unpack_numbers(&source, scope->nr_blocks, &ret->cause.nr_blocks);
		ret->cause.functions =
			unpack_numbers(&source, scope->nr_functions, &ret->cause.nr_functions);
	}
	return !source.is_bad && source.size == 0 && has_texts(ret);
}
