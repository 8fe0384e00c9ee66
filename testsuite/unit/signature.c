/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output expressions of two paths: where they may differ, and what is known of pairs of paths. */
#include "unit.h"

#include <string.h>

#include "paths/partition.h"
#include "paths/signature.h"

static struct terms terms;

static uint32_t byte(uint32_t index)
{
	return term_input(&terms, index);
}

static void add(struct path *path, enum remt_path_output_kind kind, unsigned stream, uint32_t term,
		uint64_t text, uint64_t value)
{
	struct remt_path_output piece = {
		.kind = kind, .stream = stream, .term = term, .text = text, .value = value
	};

	vec_push(&path->outputs, piece);
}

/* True if the two, which print TEXT in these runs, may differ on the inputs A and B, one byte each. */
static bool may_differ_from(const char *text, const struct path *x, const struct path *y,
			    unsigned char a, unsigned char b)
{
	const struct trial_result result = { .out = { .data = (char *)text,
						      .length = strlen(text) } };
	const unsigned char inputs[2] = { a, b };
	_cleanup_evaluator_ struct evaluator evaluator = { 0 };
	uint32_t difference = signature_difference(&terms, x, y, &result);

	evaluator_init(&evaluator, &terms);
	evaluator_set(&evaluator, inputs);
	return evaluator_value(&evaluator, difference) != 0;
}

static bool may_differ(const struct path *x, const struct path *y, unsigned char a, unsigned char b)
{
	return may_differ_from("", x, y, a, b);
}

TEST(the_same_pieces_never_differ)
{
	struct path x = { 0 };
	struct path y = { 0 };

	terms_init(&terms);
	add(&x, REMT_PATH_TEXT, 0, 0, 11, 0);
	add(&x, REMT_PATH_TEXT, 1, 0, 12, 0);
	add(&x, REMT_PATH_BYTE, 0, byte(0), 0, 5);
	/* In another order of the two streams. */
	add(&y, REMT_PATH_TEXT, 1, 0, 12, 0);
	add(&y, REMT_PATH_TEXT, 0, 0, 11, 0);
	add(&y, REMT_PATH_BYTE, 0, byte(0), 0, 5);
	CHECK(!may_differ(&x, &y, 5, 0));
	CHECK(!may_differ(&x, &y, 6, 0));
	CHECK(signature_hash(&x) == signature_hash(&y));
	path_deinit(&x);
	path_deinit(&y);
	terms_deinit(&terms);
}

TEST(terms_differ_where_their_values_do)
{
	struct path x = { 0 };
	struct path y = { 0 };

	terms_init(&terms);
	add(&x, REMT_PATH_BYTE, 0, byte(0), 0, 5);
	add(&y, REMT_PATH_BYTE, 0, byte(1), 0, 5);
	add(&x, REMT_PATH_STATUS, 0, term_constant(&terms, 3, 8), 0, 3);
	add(&y, REMT_PATH_STATUS, 0, term_constant(&terms, 3, 8), 0, 3);
	CHECK(!may_differ(&x, &y, 5, 5));
	CHECK(may_differ(&x, &y, 5, 6));
	CHECK(signature_hash(&x) != signature_hash(&y));
	path_deinit(&x);
	path_deinit(&y);
	terms_deinit(&terms);
}

TEST(statuses_count)
{
	struct path x = { 0 };
	struct path y = { 0 };

	terms_init(&terms);
	add(&x, REMT_PATH_STATUS, 0, byte(0), 0, 3);
	add(&y, REMT_PATH_STATUS, 0, term_constant(&terms, 3, 8), 0, 3);
	CHECK(!may_differ(&x, &y, 3, 0));
	CHECK(may_differ(&x, &y, 4, 0));
	path_deinit(&x);
	path_deinit(&y);
	terms_deinit(&terms);
}

/* A number and a text, or a number more: they may be the same only while no piece changes. */
TEST(pieces_that_are_not_alike_differ_where_they_change)
{
	struct path x = { 0 };
	struct path y = { 0 };

	terms_init(&terms);
	add(&x, REMT_PATH_NUMBER, 0, byte(0), 21, 7);
	add(&y, REMT_PATH_TEXT, 0, 0, 22, 0);
	CHECK(!may_differ(&x, &y, 7, 0));
	CHECK(may_differ(&x, &y, 8, 0));
	y.outputs.count = 0;
	add(&y, REMT_PATH_NUMBER, 0, byte(0), 21, 7);
	add(&y, REMT_PATH_NUMBER, 0, byte(1), 21, 9);
	CHECK(!may_differ(&x, &y, 7, 9));
	CHECK(may_differ(&x, &y, 7, 8));
	/* Another conversion. */
	y.outputs.count = 0;
	add(&y, REMT_PATH_NUMBER, 0, byte(0), 23, 7);
	CHECK(may_differ(&x, &y, 8, 0));
	path_deinit(&x);
	path_deinit(&y);
	terms_deinit(&terms);
}

/* Pieces of texts and bytes have so many bytes with all inputs: these are compared one by one. */
TEST(bytes_are_compared_where_pieces_are_not_alike)
{
	struct path x = { 0 };
	struct path y = { 0 };

	terms_init(&terms);
	/* "ab" and the input, "a" and the input 1 and the input */
	add(&x, REMT_PATH_TEXT, 0, 0, 31, 2);
	add(&x, REMT_PATH_BYTE, 0, byte(0), 0, 'c');
	add(&y, REMT_PATH_TEXT, 0, 0, 32, 1);
	add(&y, REMT_PATH_BYTE, 0, byte(1), 0, 'b');
	add(&y, REMT_PATH_BYTE, 0, byte(0), 0, 'c');
	CHECK(!may_differ_from("abc", &x, &y, 'c', 'b'));
	CHECK(!may_differ_from("abc", &x, &y, 'd', 'b'));
	CHECK(may_differ_from("abc", &x, &y, 'c', 'c'));
	/* A run that printed another amount than the pieces say: they may differ where one changes. */
	CHECK(!may_differ_from("abcd", &x, &y, 'c', 'b'));
	CHECK(may_differ_from("abcd", &x, &y, 'd', 'b'));
	CHECK(may_differ_from("ab", &x, &y, 'd', 'b'));
	y.outputs.items[0].value = UINT64_MAX;
	CHECK(may_differ_from("abc", &x, &y, 'd', 'b'));
	y.outputs.items[0].value = 1;
	/* So of a number among them. */
	add(&x, REMT_PATH_NUMBER, 0, byte(0), 21, 7);
	add(&y, REMT_PATH_TEXT, 0, 0, 33, 1);
	CHECK(may_differ_from("abc7", &x, &y, 'd', 'b'));
	path_deinit(&x);
	path_deinit(&y);
	terms_deinit(&terms);
}

TEST(a_signature_tells_a_run_or_does_not)
{
	const unsigned char inputs[2] = { 5, 0 };
	_cleanup_evaluator_ struct evaluator evaluator = { 0 };
	_cleanup_trial_result_ struct trial_result result = { .status = 3 << 8 };
	struct path path = { .printed = { remt_path_hash(REMT_PATH_NO_TEXT, "k", 1),
					  REMT_PATH_NO_TEXT } };

	terms_init(&terms);
	evaluator_init(&evaluator, &terms);
	evaluator_set(&evaluator, inputs);
	strbuf_add(&result.out, "k", 1);
	add(&path, REMT_PATH_BYTE, 0, byte(0), 0, 5);
	add(&path, REMT_PATH_STATUS, 0, term_constant(&terms, 3, 8), 0, 3);
	CHECK(signature_is_told(&evaluator, &path, &result));
	/* Something else was printed; a term has another value; another status; no end. */
	strbuf_add(&result.err, "x", 1);
	CHECK(!signature_is_told(&evaluator, &path, &result));
	result.err.length = 0;
	path.outputs.items[0].value = 6;
	CHECK(!signature_is_told(&evaluator, &path, &result));
	path.outputs.items[0].value = 5;
	result.status = 4 << 8;
	CHECK(!signature_is_told(&evaluator, &path, &result));
	result.status = 11; /* a signal */
	CHECK(!signature_is_told(&evaluator, &path, &result));
	result.status = 3 << 8;
	result.is_late = true;
	CHECK(!signature_is_told(&evaluator, &path, &result));
	result.is_late = false;
	CHECK(signature_is_told(&evaluator, &path, &result));
	/* A condition that does not hold. */
	vec_push(&path.conditions, ((struct remt_path_condition){
					   .term = term_binary(&terms, TERM_EQUAL, byte(0),
							       term_constant(&terms, 9, 8)) }));
	CHECK(!signature_is_told(&evaluator, &path, &result));
	path_deinit(&path);
	terms_deinit(&terms);
}

TEST(differences_outlive_proofs)
{
	struct partitions partitions = { 0 };

	CHECK_INT(partitions_find(&partitions, 1), ==, SLOTS_NONE);
	partitions_note(&partitions, 1, PARTITION_OPEN);
	partitions_note(&partitions, 1, PARTITION_EQUAL);
	partitions_note(&partitions, 1, PARTITION_OPEN);
	CHECK_INT(partitions.counts[PARTITION_EQUAL], ==, 1);
	CHECK_INT(partitions.counts[PARTITION_OPEN], ==, 0);
	partitions_note(&partitions, 1, PARTITION_DIFFERS);
	CHECK_INT(partitions.nr_refuted, ==, 1);
	CHECK_INT(partitions.counts[PARTITION_EQUAL], ==, 0);
	CHECK_INT(partitions.counts[PARTITION_DIFFERS], ==, 1);
	partitions_deinit(&partitions);
}
