/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From where on a visit needs no other sides of its branches. */
#include "unit.h"

#include "paths/infection.h"

#define FLAGS (REMT_PATH_BEGUN | REMT_PATH_MAIN)

/* A path with four conditions, whose terms are 11 to 14; behind the second one changed code returned term 21. */
static void fill(struct path *path)
{
	const struct path_left returned = { { .kind = REMT_PATH_RETURNED, .term = 21 }, 2 };

	path->flags = FLAGS;
	for (uint32_t i = 0; i < 4; i++)
		vec_push(&path->conditions, ((struct remt_path_condition){ .term = 11 + i }));
	vec_push(&path->left, returned);
}

static void fill_visit(struct visit *visit)
{
	*visit = (struct visit){ 0 };
	fill(&visit->paths[0]);
	fill(&visit->paths[1]);
}

TEST(behind_changed_code_that_left_the_same_all_is_the_same)
{
	_cleanup_visit_ struct visit visit;

	fill_visit(&visit);
	CHECK_INT(infection_free_from(&visit, 0), ==, 2);
	CHECK_INT(infection_free_from(&visit, 1), ==, 2);
	/* Their order is not asked for, nor how often they hold. */
	visit.paths[1].conditions.items[0].term = 12;
	visit.paths[1].conditions.items[1].term = 11;
	CHECK_INT(infection_free_from(&visit, 1), ==, 2);
}

TEST(whatever_was_left_otherwise_infects)
{
	_cleanup_visit_ struct visit visit;
	struct path_left *left;

	fill_visit(&visit);
	left = &visit.paths[1].left.items[0];
	left->row.term = 22;
	CHECK_INT(infection_free_from(&visit, 1), ==, SIZE_MAX);
	left->row.term = 21;
	left->row.index = 1;
	CHECK_INT(infection_free_from(&visit, 0), ==, SIZE_MAX);
	left->row.index = 0;
	left->row.kind = REMT_PATH_LEFT;
	CHECK_INT(infection_free_from(&visit, 1), ==, SIZE_MAX);
	left->row.kind = REMT_PATH_RETURNED;
	CHECK_INT(infection_free_from(&visit, 1), ==, 2);
	vec_push(&visit.paths[0].left, *left);
	CHECK_INT(infection_free_from(&visit, 1), ==, SIZE_MAX);
}

TEST(both_have_to_ask_the_same_before_and_behind)
{
	_cleanup_visit_ struct visit visit;

	for (unsigned version = 0; version < 2; version++) {
		for (unsigned i = 0; i < 4; i++) {
			fill_visit(&visit);
			visit.paths[version].conditions.items[i].term = 31;
			CHECK_INT(infection_free_from(&visit, 0), ==, SIZE_MAX);
			CHECK_INT(infection_free_from(&visit, 1), ==, SIZE_MAX);
			visit_deinit(&visit);
		}
	}
	fill_visit(&visit);
	visit.paths[0].conditions.count--;
	CHECK_INT(infection_free_from(&visit, 1), ==, SIZE_MAX);
}

TEST(what_is_not_known_of_a_run_may_infect)
{
	static const unsigned flags[] = { REMT_PATH_BEGUN, FLAGS | REMT_PATH_FULL,
					  FLAGS | REMT_PATH_CONCRETISED,
					  FLAGS | REMT_PATH_UNWATCHED, FLAGS | REMT_PATH_INFECTED };
	_cleanup_visit_ struct visit visit;

	fill_visit(&visit);
	for (size_t i = 0; i < 2 * sizeof(flags) / sizeof(*flags); i++) {
		visit.paths[i % 2].flags = flags[i / 2];
		CHECK_INT(infection_free_from(&visit, 1), ==, SIZE_MAX);
		visit.paths[i % 2].flags = FLAGS;
	}
	CHECK_INT(infection_free_from(&visit, 1), ==, 2);
	visit.differs = true;
	CHECK_INT(infection_free_from(&visit, 1), ==, SIZE_MAX);
	visit.differs = false;
	visit.is_new_alone = true;
	CHECK_INT(infection_free_from(&visit, 1), ==, SIZE_MAX);
	visit.is_new_alone = false;
	visit.evaluated[0].is_late = true;
	CHECK_INT(infection_free_from(&visit, 1), ==, SIZE_MAX);
	visit.evaluated[0].is_late = false;
	visit.paths[0].left.count = visit.paths[1].left.count = 0;
	CHECK_INT(infection_free_from(&visit, 1), ==, SIZE_MAX);
}
