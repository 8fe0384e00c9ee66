/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proofs belong to versions of units, and count where all units of a mutant are proven. */
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "common/error.h"
#include "common/strbuf.h"
#include "store/store.h"
#include "store_sample.h"

static void put_unit(struct store *store, uint64_t uid, const char *source)
{
	const struct store_unit unit = { .uid = uid, .source = source, .content = "x", .size = 1 };

	CHECK_OK(store_put_unit(store, &unit));
}

static void put_instance(struct store *store, int64_t mutant, uint64_t uid)
{
	const struct store_instance instance = { .mutant = mutant, .uid = uid, .alternative = 1 };

	CHECK_OK(store_put_instance(store, &instance));
}

static void put_proof(struct store *store, int64_t mutant, uint64_t uid, enum store_proof_kind kind,
		      uint64_t units)
{
	const struct store_proof proof = {
		.mutant = mutant,
		.uid = uid,
		.method = "compiler",
		.kind = kind,
		.units = units,
		.compiler = "gcc 12",
		.flags = "-O2 -g0",
		.object = 0xfedcba9876543210,
		.text = kind ? "the same object" : "objects differ",
	};

	CHECK_OK(store_put_proof(store, &proof));
}

static struct error *add(void *arg, const struct store_proof *proof)
{
	strbuf_addf(arg, "%d:%llx:%s:%s:%s:%llx;", proof->kind, (unsigned long long)proof->uid,
		    proof->compiler, proof->flags, proof->text, (unsigned long long)proof->object);
	CHECK_INT(strlen(proof->made), ==, strlen("2026-01-01T00:00:00Z"));
	return NULL;
}

static void check_proven(struct store *store, const char *expected)
{
	struct strbuf text = { 0 };

	CHECK_OK(store_each_proven(store, add, &text));
	CHECK_STR(strbuf_get(&text), expected);
	strbuf_deinit(&text);
}

#define SAME ":gcc 12:-O2 -g0:the same object:fedcba9876543210;"

/* Adds a mutant of a.c. */
static int64_t put_mutant(struct store *store)
{
	struct store_mutant stored = { .id = "0123456789ab",
				       .file = "a.c",
				       .function = "f",
				       .op = "x",
				       .replacement = "",
				       .description = "" };

	CHECK_OK(store_put_mutant(store, &stored));
	return stored.key;
}

TEST(mutant_is_proven_if_only_the_unit_of_its_source_has_it)
{
	struct store *store = store_sample_begin();
	int64_t mutant = put_mutant(store);

	put_unit(store, 1, "a.c");
	put_unit(store, 2, "b.c");
	put_instance(store, mutant, 1);
	check_proven(store, "");
	put_proof(store, mutant, 1, STORE_PROOF_NONE, 0);
	check_proven(store, "");
	put_proof(store, mutant, 2, STORE_PROOF_EQUIVALENT, 0);
	check_proven(store, "");
	put_proof(store, mutant, 1, STORE_PROOF_EQUIVALENT, 0);
	check_proven(store, "1:1" SAME);
	put_proof(store, mutant, 1, STORE_PROOF_BUT_UB, 0);
	check_proven(store, "2:1" SAME);
	put_instance(store, mutant, 2);
	check_proven(store, "");
	store_close(store);
}

TEST(mutant_of_another_file_than_the_source_is_never_proven)
{
	struct store *store = store_sample_begin();
	int64_t mutant = put_mutant(store);

	put_unit(store, 1, "b.c");
	put_instance(store, mutant, 1);
	put_proof(store, mutant, 1, STORE_PROOF_EQUIVALENT, 0);
	check_proven(store, "");
	store_close(store);
}

TEST(unit_of_the_same_source_without_an_instance_counts)
{
	struct store *store = store_sample_begin();
	int64_t mutant = put_mutant(store);
	uint64_t units = 0;

	put_unit(store, 1, "a.c");
	put_unit(store, 2, "a.c");
	put_instance(store, mutant, 1);
	put_proof(store, mutant, 1, STORE_PROOF_EQUIVALENT, 0);
	put_proof(store, mutant, 2, STORE_PROOF_EQUIVALENT, 0);
	check_proven(store, "");
	CHECK_OK(store_hash_units(store, &units));
	put_proof(store, mutant, 1, STORE_PROOF_EQUIVALENT, units);
	put_proof(store, mutant, 2, STORE_PROOF_EQUIVALENT, 0);
	check_proven(store, "");
	put_proof(store, mutant, 2, STORE_PROOF_NONE, units);
	check_proven(store, "");
	put_proof(store, mutant, 2, STORE_PROOF_EQUIVALENT, units);
	check_proven(store, "1:1" SAME);
	put_proof(store, mutant, 2, STORE_PROOF_BUT_UB, units);
	check_proven(store, "2:1" SAME);
	store_close(store);
}

TEST(mutant_of_two_units_is_proven_in_neither_if_one_is_made_of_another_file)
{
	struct store *store = store_sample_begin();
	int64_t mutant = put_mutant(store);
	uint64_t units = 0;

	put_unit(store, 1, "a.c");
	put_unit(store, 2, "b.c");
	put_instance(store, mutant, 1);
	put_instance(store, mutant, 2);
	CHECK_OK(store_hash_units(store, &units));
	put_proof(store, mutant, 1, STORE_PROOF_EQUIVALENT, units);
	put_proof(store, mutant, 2, STORE_PROOF_EQUIVALENT, units);
	check_proven(store, "");
	store_close(store);
}

TEST(proof_about_all_units_holds_for_no_others)
{
	struct store *store = store_sample_begin();
	int64_t mutant = put_mutant(store);
	uint64_t units = 0;

	put_unit(store, 1, "a.c");
	put_instance(store, mutant, 1);
	CHECK_OK(store_hash_units(store, &units));
	put_proof(store, mutant, 1, STORE_PROOF_EQUIVALENT, units);
	check_proven(store, "1:1" SAME);
	put_unit(store, 7, "other.c");
	check_proven(store, "");
	store_close(store);
}

TEST(proof_is_there_in_later_runs_of_the_same_unit_only)
{
	struct store *store = store_sample_begin();
	struct store_run next = store_sample_run;
	int64_t mutant = put_mutant(store);
	bool is_resumed;

	put_unit(store, 1, "a.c");
	put_instance(store, mutant, 1);
	put_proof(store, mutant, 1, STORE_PROOF_EQUIVALENT, 0);
	CHECK_OK(store_finish_run(store));
	next.plan = "another";
	CHECK_OK(store_begin_run(store, &next, &is_resumed));
	CHECK(!is_resumed);
	CHECK_INT(put_mutant(store), ==, mutant);
	put_unit(store, 2, "a.c");
	put_instance(store, mutant, 2);
	check_proven(store, "");
	CHECK_OK(store_finish_run(store));
	next.plan = "as the first";
	CHECK_OK(store_begin_run(store, &next, &is_resumed));
	CHECK_INT(put_mutant(store), ==, mutant);
	put_unit(store, 1, "a.c");
	put_instance(store, mutant, 1);
	check_proven(store, "1:1" SAME);
	store_close(store);
}
