/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/job/session.h"
#include "unit.h"

TEST(a_run_begins_with_clean_answers)
{
	struct remt_switch on = { .uid = 3, .site = 4 };
	struct job job = {
		.session_mode = REMT_MODE_MUTATE, .on = &on, .nr_on = 1, .limits.hits = 99
	};
	struct remt_session *session;

	CHECK_OK(session_create("session", &session));
	CHECK(memcmp(session->magic, REMT_SESSION_MAGIC, 8) == 0);
	CHECK_UINT(session->size, ==, sizeof(*session));
	session->nr_hits = session->nr_switched = session->budget_spent = 5;
	session->runtime_error = REMT_RUNTIME_BAD_UNIT;
	memcpy(session->cover_dir, "/c", 3);
	session_prepare(session, &job);
	CHECK_UINT(session->nr_hits + session->nr_switched + session->budget_spent, ==, 0);
	CHECK(!session_complaint(session));
	CHECK_STR(session->cover_dir, "/c");
	CHECK_UINT(session->hit_budget, ==, 99);
	CHECK_UINT(session->nr_on, ==, 1);
	CHECK_UINT(session->on[0].site, ==, 4);
}

TEST(nothing_is_on_where_nothing_is_asked_for)
{
	struct remt_switch on = { .uid = 3, .mutant = REMT_SWITCH_LAYOUT };
	struct job job = { .session_mode = REMT_MODE_OFF, .on = &on, .nr_on = 1 };
	struct remt_session *session;

	CHECK_OK(session_create("session", &session));
	session_prepare(session, &job);
	CHECK_UINT(session->nr_on, ==, 0);
	job.session_mode = REMT_MODE_COVER; /* with layout switches */
	session_prepare(session, &job);
	CHECK_UINT(session->mode, ==, REMT_MODE_COVER);
	CHECK_UINT(session->nr_on, ==, 1);
}

TEST(a_server_starts_with_nothing_on)
{
	struct remt_switch on = { .uid = 3 };
	struct job job = { .session_mode = REMT_MODE_MUTATE,
			   .on = &on,
			   .nr_on = 1,
			   .server.device = 8,
			   .server.inode = 9 };
	struct remt_session *session;

	CHECK_OK(session_create("session", &session));
	session_prepare_server(session, &job, false);
	CHECK_UINT(session->mode, ==, REMT_MODE_OFF);
	CHECK_UINT(session->nr_on, ==, 0);
	CHECK_UINT(session->server_device, ==, 8);
	CHECK_UINT(session->server_inode, ==, 9);
	session_prepare_server(session, &job, true);
	CHECK_UINT(session->server_device, ==, 0);
	session_prepare(session, &job);
	CHECK_UINT(session->server_inode, ==, 0);
}

TEST(what_a_run_wrote_over_is_noticed_and_put_right)
{
	struct remt_switch on = { .uid = 3, .site = 4 };
	struct job job = { .session_mode = REMT_MODE_MUTATE, .on = &on, .nr_on = 1 };
	struct remt_session *session;

	CHECK_OK(session_create("session", &session));
	session_prepare(session, &job);
	CHECK(!session_is_spoilt(session, &job));
	session->on[0].site = 5;
	CHECK(session_is_spoilt(session, &job));
	memset(session, 0xff, sizeof(*session));
	CHECK(session_is_spoilt(session, &job));
	session_set_paths(session, "/c", NULL);
	session_prepare(session, &job);
	CHECK(!session_is_spoilt(session, &job));
	CHECK_UINT(session->version, ==, REMT_SESSION_VERSION);
	CHECK_UINT(session->size, ==, sizeof(*session));
	CHECK_STR(session->cover_dir, "/c");
	CHECK_STR(session->view_root, "");
	CHECK(!session_complaint(session));
}
