/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a worker reads of the functions that a run entered. */
#include "runner/job/entered_set.h"

#include "common/xalloc.h"
#include "unit.h"

/* On the heap: it is large. */
struct world {
	struct remt_session session;
	struct entered_reader reader;
};

static struct world *begin(void)
{
	struct world *world = xcalloc(1, sizeof(*world));

	return world;
}

static void end(struct world *world)
{
	slots_deinit(&world->reader.by_bits);
	vec_deinit(&world->reader.hashes);
	entered_sets_deinit(&world->reader.sets);
	free(world);
}

/* As the run-time does it. */
static void add_unit(struct remt_session *session, uint64_t uid, uint32_t nr_functions)
{
	session->noted[session->nr_noted++] =
		(struct remt_noted){ uid, session->nr_noted_functions, nr_functions };
	session->nr_noted_functions += nr_functions;
}

static void enter(struct remt_session *session, uint32_t bit)
{
	session->entered[bit / 8] |= (uint8_t)(1u << bit % 8);
}

static void clear(struct remt_session *session)
{
	memset(session->entered, 0, sizeof(session->entered));
}

TEST(functions_are_told_by_unit_and_number)
{
	struct world *world = begin();
	const struct entered_set *set;
	uint64_t hash;

	add_unit(&world->session, 7, 10);
	add_unit(&world->session, 3, 100);
	enter(&world->session, 9);
	enter(&world->session, 10 + 99);
	hash = entered_set_read(&world->reader, &world->session);
	set = entered_sets_find(&world->reader.sets, hash);
	CHECK(set != NULL);
	CHECK_UINT(set->count, ==, 2);
	CHECK_UINT(set->rows[0].uid, ==, 3);
	CHECK_UINT(set->rows[0].function, ==, 99);
	CHECK_UINT(set->rows[1].uid, ==, 7);
	CHECK_UINT(set->rows[1].function, ==, 9);
	end(world);
}

TEST(equal_sets_have_one_hash_wherever_their_bits_are)
{
	struct world *one = begin(), *other = begin();

	add_unit(&one->session, 1, 8);
	add_unit(&one->session, 2, 8);
	enter(&one->session, 3);
	enter(&one->session, 8 + 4);
	add_unit(&other->session, 2, 8);
	add_unit(&other->session, 1, 8);
	add_unit(&other->session, 2, 8); /* by two processes at the same time */
	enter(&other->session, 4);
	enter(&other->session, 8 + 3);
	enter(&other->session, 16 + 4);
	CHECK_UINT(entered_set_read(&one->reader, &one->session), ==,
		   entered_set_read(&other->reader, &other->session));
	CHECK_UINT(other->reader.sets.sets.items[0].count, ==, 2);
	clear(&one->session);
	enter(&one->session, 3);
	CHECK_UINT(entered_set_read(&one->reader, &one->session), !=,
		   entered_set_read(&other->reader, &other->session));
	end(one);
	end(other);
}

TEST(nothing_is_known_of_what_did_not_fit_or_was_written_over)
{
	struct world *world = begin();

	add_unit(&world->session, 1, 8);
	enter(&world->session, 3);
	CHECK_UINT(entered_set_read(&world->reader, &world->session), !=, 0);
	world->session.is_unknown = 1;
	CHECK_UINT(entered_set_read(&world->reader, &world->session), ==, 0);
	world->session.is_unknown = 0;
	world->session.noted[0].uid = 2;
	CHECK_UINT(entered_set_read(&world->reader, &world->session), ==, 0);
	CHECK_UINT(entered_set_read(&world->reader, &world->session), !=, 0);
	CHECK_UINT(world->session.noted[0].uid, ==, 1);
	/* A process was killed before it had told how many functions there are. */
	add_unit(&world->session, 4, 0);
	CHECK_UINT(entered_set_read(&world->reader, &world->session), ==, 0);
	world->session.noted[1].nr_functions = REMT_SESSION_MAX_FUNCTIONS;
	CHECK_UINT(entered_set_read(&world->reader, &world->session), ==, 0);
	world->session.noted[1].nr_functions = 5;
	CHECK_UINT(entered_set_read(&world->reader, &world->session), !=, 0);
	world->session.nr_noted = REMT_SESSION_MAX_UNITS + 1;
	CHECK_UINT(entered_set_read(&world->reader, &world->session), ==, 0);
	end(world);
}
