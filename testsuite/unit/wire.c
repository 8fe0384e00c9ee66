/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <sys/socket.h>
#include <unistd.h>

#include "runner/job/wire.h"
#include "unit.h"

static char prog[] = "prog", empty[] = "", words[] = "two words", assignment[] = "A=1";
static char directory[] = "/d", input[] = "/dev/null";
static char *argv[] = { prog, empty, words, NULL };
static char *env[] = { assignment, NULL };
static struct test test = {
	.argv = argv,
	.directory = directory,
	.environ = env,
	.input = input,
	.protocol = TEST_PROTOCOL_TAP_MESON,
	.expect_failure = true,
};
static const struct remt_switch on[] = { { .uid = 7, .site = 8 }, { .uid = 9, .alternative = 3 } };

/* Sends what was encoded through a socket and takes it at the other end. */
static void pass(const struct job *job, struct wire_job *ret)
{
	_cleanup_strbuf_ struct strbuf buffer = { 0 };
	int sockets[2];

	CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0);
	wire_encode_job(job, &buffer);
	CHECK(wire_send(sockets[0], buffer.data, buffer.length));
	CHECK(wire_receive_job(sockets[1], ret));
	close(sockets[0]);
	close(sockets[1]);
}

TEST(a_job_arrives_as_it_was_sent)
{
	struct job job = { .id = 5, .test = &test, .on = on, .nr_on = 2, .limits.hits = 11 };
	struct wire_job got;

	pass(&job, &got);
	CHECK_UINT(got.job.id, ==, 5);
	CHECK_UINT(got.job.limits.hits, ==, 11);
	CHECK_UINT(got.job.on[1].uid, ==, 9);
	CHECK_UINT(got.job.on[1].alternative, ==, 3);
	CHECK_STR(got.test.directory, "/d");
	CHECK_STR(got.test.input, "/dev/null");
	CHECK_STR(got.test.argv[0], "prog");
	CHECK_STR(got.test.argv[1], "");
	CHECK_STR(got.test.argv[2], "two words");
	CHECK(!got.test.argv[3]);
	CHECK_STR(got.test.environ[0], "A=1");
	CHECK(!got.test.environ[1]);
	CHECK_INT(got.test.protocol, ==, TEST_PROTOCOL_TAP_MESON);
	CHECK(got.test.expect_failure);
	wire_job_deinit(&got);
}

TEST(what_is_expected_arrives_byte_by_byte)
{
	const struct expectation expected = { .data = "a\0b", .size = 3, .hash = 12 };
	struct job job = { .test = &test, .on = on, .nr_on = 2, .expected = &expected };
	struct wire_job got;

	pass(&job, &got);
	CHECK(got.job.expected != NULL);
	CHECK_UINT(got.expected.size, ==, 3);
	CHECK_UINT(got.expected.hash, ==, 12);
	CHECK(memcmp(got.expected.data, "a\0b", 3) == 0);
	CHECK_STR(got.test.directory, "/d");
	wire_job_deinit(&got);
	job.expected = NULL;
	pass(&job, &got);
	CHECK(!got.job.expected);
	wire_job_deinit(&got);
}

TEST(equal_tests_are_recognised_whatever_the_switches)
{
	const struct expectation expected = { .data = "x", .size = 1 };
	struct job job = { .test = &test };
	struct job other = { .test = &test, .on = on, .nr_on = 2, .expected = &expected };
	struct wire_job first, second;

	pass(&job, &first);
	pass(&other, &second);
	CHECK_UINT(first.identity_size, ==, second.identity_size);
	CHECK(memcmp(first.identity, second.identity, first.identity_size) == 0);
	wire_job_deinit(&first);
	wire_job_deinit(&second);
}

TEST(a_closed_socket_is_the_end)
{
	struct wire_job job;
	int sockets[2];

	CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0);
	CHECK(wire_send(sockets[0], "half", 4));
	close(sockets[0]);
	CHECK(!wire_receive_job(sockets[1], &job));
	CHECK(!wire_send(sockets[1], "x", 1));
}
