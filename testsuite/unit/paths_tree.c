/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What trees, prefixes and pins know of the ways that runs went, and of those that were promised. */
#include "unit.h"

#include "common/cleanup.h"
#include "paths/tree.h"

static const struct tree_position root;

/* Both sides of one branch, and the second one under another condition. */
static const struct remt_path_condition yes = { .insn = 4, .way = 1, .term = 70 };
static const struct remt_path_condition no = { .insn = 4, .way = 0, .term = 71 };
static const struct remt_path_condition other_no = { .insn = 4, .way = 0, .term = 72 };

TEST(trees_know_what_was_promised)
{
	struct prefixes prefixes = { 0 };
	struct tree tree = { .prefixes = &prefixes };
	struct tree_position position = root;
	_cleanup_free_ uint32_t *conditions = NULL;
	uint64_t edge, again;
	size_t number;

	CHECK(tree_add_other(&tree, &root, &yes, &edge));
	CHECK(!tree_add_other(&tree, &root, &yes, &again));
	CHECK(again == edge && tree_is_open(&tree, edge));
	tree_await(&tree, edge);
	CHECK(!tree_is_open(&tree, edge));
	CHECK(tree_go(&tree, &position, &yes));
	CHECK(!tree_is_sound(&tree));
	position = root;
	CHECK(tree_go(&tree, &position, &no));
	CHECK(tree_is_sound(&tree));
	position = root;
	CHECK(!tree_go(&tree, &position, &no));
	/* No inputs lead there, and one did. */
	CHECK(tree_add_other(&tree, &position, &yes, &edge));
	tree_exclude(&tree, edge);
	CHECK(tree_is_sound(&tree));
	CHECK(tree_go(&tree, &position, &no));
	CHECK(!tree_is_sound(&tree));
	/* The way to there was through two conditions. */
	conditions = prefixes_get(&prefixes, position.prefix, 1, &number);
	CHECK_INT(number, ==, 2);
	CHECK(conditions[1] == 71 && conditions[2] == 71);
	tree_deinit(&tree);
	prefixes_deinit(&prefixes);
}

TEST(instances_of_a_branch_are_told_apart_by_their_indices)
{
	struct prefixes prefixes = { 0 };
	struct tree tree = { .prefixes = &prefixes };
	struct remt_path_condition other = yes;
	uint64_t edge, another;

	other.index = 1;
	CHECK(tree_add_other(&tree, &root, &yes, &edge));
	CHECK(tree_add_other(&tree, &root, &other, &another));
	CHECK(edge != another);
	tree_deinit(&tree);
	prefixes_deinit(&prefixes);
}

TEST(branches_that_a_run_went_are_open_no_more)
{
	struct prefixes prefixes = { 0 };
	struct tree tree = { .prefixes = &prefixes };
	struct tree_position position = root;
	uint64_t edge;

	CHECK(tree_add_other(&tree, &root, &yes, &edge));
	CHECK(tree_go(&tree, &position, &no));
	CHECK(!tree_is_open(&tree, edge));
	/* The same edge under another condition: something was left out of the path. */
	CHECK(tree_is_sound(&tree));
	position = root;
	CHECK(!tree_go(&tree, &position, &other_no));
	CHECK_INT(prefixes_last(&prefixes, position.prefix).term, ==, 72);
	CHECK(!tree_is_sound(&tree));
	tree_deinit(&tree);
	prefixes_deinit(&prefixes);
}

TEST(prefixes_are_those_of_the_run_at_hand)
{
	struct prefixes prefixes = { 0 };
	struct tree tree = { .prefixes = &prefixes };
	struct remt_path_condition first = { .insn = 4, .term = 70 },
				   second = { .insn = 5, .term = 80 };

	for (uint32_t term = 70; term < 72; term++) {
		struct tree_position position = { 0 };
		size_t number;

		first.term = term;
		tree_go(&tree, &position, &first);
		tree_go(&tree, &position, &second);
		_cleanup_free_ uint32_t *conditions =
			prefixes_get(&prefixes, position.prefix, 0, &number);

		CHECK_INT(number, ==, 2);
		CHECK(conditions[0] == term && conditions[1] == 80);
	}
	CHECK_INT(tree.nr_changed, ==, 1);
	tree_deinit(&tree);
	prefixes_deinit(&prefixes);
}

TEST(pins_are_awaited_until_there_is_a_new_value)
{
	struct pins pins = { 0 };
	struct pin *pin = pins_note(&pins, 7, 100);

	CHECK(pin && pin->terms.count == 1);
	pins_await(&pins, pin);
	CHECK(!pins_note(&pins, 7, 100));
	CHECK_INT(pins.nr_awaited, ==, 1);
	pin = pins_note(&pins, 7, 101);
	CHECK(pin && pin->terms.count == 2);
	CHECK_INT(pins.nr_awaited, ==, 0);
	CHECK(pins_note(&pins, 8, 100));
	pins_deinit(&pins);
}
