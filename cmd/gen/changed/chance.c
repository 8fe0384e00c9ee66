/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many calls of both versions with inputs that chance makes. */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "cmd/gen/changed/changed.h"
#include "common/cleanup.h"
#include "common/hash.h"
#include "common/random.h"
#include "common/slots.h"
#include "common/xalloc.h"

enum {
	SANITIZED_BATCH = 64,
	FIRST_BATCH = 4, /* calls: there is soon a first difference, or one that hangs is known */
	MOST_BATCH = 256,
	MOST_VAIN = 12,	 /* batches without anything new; behind them comes what is less likely */
	MOST_KEPT = 256, /* inputs that others are made of */
	TAME_LATE = 3,	 /* calls that did not end; behind them come smaller numbers, */
	MOST_LATE = 40,	 /* and behind these the exploration */
};

struct chance {
	struct gen_changed_search *search;
	size_t size; /* of a blob; at least 1 */
	unsigned char *blobs;
	struct gen_changed_answer *answers[2]; /* by version */
	struct strbuf texts[2];
	size_t nr_answers[2];
	VEC(unsigned char *) kept; /* on which the new version did something new */
	struct slots known;	   /* hashes of what it did */
	struct slots tried;	   /* hashes of how versions differed */
	size_t nr_late;
	size_t nr_vain; /* calls since the new version did something new */
	bool is_sanitized;
};

/* ---- inputs */

static void make_blob(struct chance *chance, unsigned char *blob)
{
	struct gen_function_random *random = &chance->search->random;
	uint64_t way = random_pick(&random->state, 3);

	if (!chance->kept.count || way == 0) {
		gen_function_random_make(random, blob);
		return;
	}
	memcpy(blob, chance->kept.items[random_pick(&random->state, chance->kept.count)],
	       chance->size);
	for (uint64_t i = 0; i < way; i++)
		gen_function_random_change(random, blob);
}

/* ---- answers */

static uint64_t hash_answer(const struct gen_changed_answer *answer)
{
	return hash_bytes(answer->text, answer->size) ^ (uint64_t)answer->status << 1;
}

static bool is_late(const struct gen_changed_answer *answer)
{
	return WIFSIGNALED(answer->status) &&
	       (WTERMSIG(answer->status) == SIGALRM || WTERMSIG(answer->status) == SIGPROF);
}

static bool are_equal(const struct gen_changed_answer *a, const struct gen_changed_answer *b)
{
	return a->status == b->status && a->size == b->size &&
	       memcmp(a->text, b->text, a->size) == 0;
}

static bool is_same(const struct chance *chance, size_t index)
{
	const struct gen_changed_answer *a = &chance->answers[0][index],
					*b = &chance->answers[1][index];

	if (chance->is_sanitized)
		return a->is_undefined == b->is_undefined;
	return are_equal(a, b);
}

/* Returns a hash of in what the answers differ: their ends, and what the first line is called that differs. */
static uint64_t hash_difference(const struct gen_changed_answer *a,
				const struct gen_changed_answer *b)
{
	struct hash *hash = hash_create();

	hash_add_u64(hash, (uint64_t)a->status);
	hash_add_u64(hash, (uint64_t)b->status);
	gen_changed_hash_line(hash, a->text, a->size, b->text, b->size);
	return hash_take(hash);
}

/* Keeps the blob INDEX if what the new version did is new. */
static void keep(struct chance *chance, size_t index)
{
	uint64_t hash = hash_answer(&chance->answers[1][index]);

	chance->nr_vain++;
	if (slots_find(&chance->known, hash) != SLOTS_NONE)
		return;
	chance->nr_vain = 0;
	slots_add(&chance->known, hash, 0);
	/* What is made of one that does not end does not end either. */
	if (chance->kept.count >= MOST_KEPT || is_late(&chance->answers[1][index]))
		return;
	vec_push(&chance->kept, xmemdup(chance->blobs + index * chance->size, chance->size));
}

/* True if the difference at INDEX is to be tried: not too often one like another. */
static bool is_worth(struct chance *chance, size_t index)
{
	uint64_t hash = hash_difference(&chance->answers[0][index], &chance->answers[1][index]);
	uint32_t number = slots_find(&chance->tried, hash);

	if (number == SLOTS_NONE)
		slots_add(&chance->tried, hash, number = 1);
	else
		slots_set(&chance->tried, hash, ++number);
	/* 1, 2, 3, 4, 8, 16 … */
	return number <= 4 || (number & (number - 1)) == 0;
}

static struct error *take_answers(struct chance *chance)
{
	size_t number = chance->nr_answers[0] < chance->nr_answers[1] ? chance->nr_answers[0]
								      : chance->nr_answers[1];
	struct error *err = NULL;

	chance->search->use.nr_calls += number;
	for (size_t i = 0; i < number && !err; i++) {
		const struct gen_changed_answer *old = &chance->answers[0][i],
						*new = &chance->answers[1][i];

		chance->nr_late += is_late(old) || is_late(new);
		chance->search->use.nr_late += is_late(old) && is_late(new);
		keep(chance, i);
		if (!is_same(chance, i) && !gen_changed_has_enough(chance->search) &&
		    !deadline_is_over(&chance->search->deadline) && is_worth(chance, i))
			err = gen_changed_take(chance->search, chance->blobs + i * chance->size,
					       chance->is_sanitized, NULL);
	}
	return err;
}

/* ---- all */

static struct error *run_batch(struct chance *chance, size_t number)
{
	struct error *err = NULL;

	for (size_t i = 0; i < number; i++)
		make_blob(chance, chance->blobs + i * chance->size);
	for (unsigned version = 0; version < 2 && !err; version++) {
		strbuf_deinit(&chance->texts[version]);
		err = chance->is_sanitized
			      ? gen_changed_sanitized_batch(chance->search, version, chance->blobs,
							    number, &chance->texts[version],
							    chance->answers[version],
							    &chance->nr_answers[version])
			      : gen_changed_batch(chance->search->runs[version], chance->blobs,
						  number, &chance->texts[version],
						  chance->answers[version],
						  &chance->nr_answers[version]);
	}
	return err ? err : take_answers(chance);
}

static void deinit(struct chance *chance)
{
	for (size_t i = 0; i < chance->kept.count; i++)
		free(chance->kept.items[i]);
	vec_deinit(&chance->kept);
	slots_deinit(&chance->known);
	slots_deinit(&chance->tried);
	for (unsigned version = 0; version < 2; version++) {
		free(chance->answers[version]);
		strbuf_deinit(&chance->texts[version]);
	}
	free(chance->blobs);
}

/* What takes too long is no longer given numbers at the limits of their types, if it was. */
static void tame(struct chance *chance)
{
	struct gen_function_random *random = &chance->search->random;

	if (random->is_tame || chance->nr_late < TAME_LATE)
		return;
	random->is_tame = true;
	chance->nr_late = 0;
}

struct error *gen_changed_chance(struct gen_changed_search *search, const struct deadline *deadline,
				 bool is_sanitized)
{
	const struct strbuf *seed = &search->runs[1]->program.seed;
	struct chance chance = { .search = search,
				 .size = seed->length ? seed->length : 1,
				 .is_sanitized = is_sanitized };
	size_t number = FIRST_BATCH, most = is_sanitized ? SANITIZED_BATCH : MOST_BATCH;
	struct error *err = NULL;

	search->random.is_tame = false;
	chance.blobs = xcalloc(MOST_BATCH, chance.size);
	for (unsigned version = 0; version < 2; version++)
		chance.answers[version] = xcalloc(MOST_BATCH, sizeof(*chance.answers[version]));
	while (!err && chance.nr_late < MOST_LATE && chance.nr_vain < most * MOST_VAIN &&
	       !deadline_is_over(deadline) && !gen_changed_has_enough(search)) {
		err = run_batch(&chance, number);
		number = number * 2 < most ? number * 2 : most;
		tame(&chance);
		/* Without any input there is one call. */
		if (!seed->length || (is_sanitized && search->use.has_no_sanitizer))
			break;
	}
	deinit(&chance);
	return err;
}
