/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Encodes and decodes the messages between caller and worker. */
#include "runner/job/wire.h"
#include "runner/input/named.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common/strv.h"
#include "common/xalloc.h"

/* The beginning of each job message. */
struct header {
	/* size of the switches, items, checks, expected output and test that follow */
	uint64_t size;
	struct job job;
	struct expectation expected;
	enum test_protocol protocol;
	bool expect_failure;
};

/* Transfers all SIZE bytes, whatever interrupts it. */
static bool transfer(int fd, char *at, size_t size, bool is_sent)
{
	while (size) {
		ssize_t done = is_sent ? send(fd, at, size, MSG_NOSIGNAL)
				       : recv(fd, at, size, MSG_WAITALL);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return false;
		at += done;
		size -= (size_t)done;
	}
	return true;
}

bool wire_send(int fd, const void *data, size_t size)
{
	return transfer(fd, (char *)data, size, true); /* only read */
}

bool wire_receive(int fd, void *data, size_t size)
{
	return transfer(fd, data, size, false);
}

/* A list is a count and its strings, each ended by NUL. */
static void encode_list(char *const *list, struct strbuf *buffer)
{
	uint64_t count = strv_count(list);

	strbuf_add(buffer, &count, sizeof(count));
	for (uint64_t i = 0; i < count; i++)
		strbuf_add(buffer, list[i], strlen(list[i]) + 1);
}

void wire_encode_job(const struct job *job, struct strbuf *buffer)
{
	struct header header = {
		.job = *job,
		.protocol = job->test->protocol,
		.expect_failure = job->test->expect_failure,
	};
	size_t begin = buffer->length;

	strbuf_add(buffer, &header, sizeof(header));
	if (job->nr_on)
		strbuf_add(buffer, job->on, job->nr_on * sizeof(*job->on));
	if (job->batch.nr_items)
		strbuf_add(buffer, job->batch.items,
			   job->batch.nr_items * sizeof(*job->batch.items));
	if (job->checks.nr_units)
		strbuf_add(buffer, job->checks.units,
			   job->checks.nr_units * sizeof(*job->checks.units));
	if (job->checks.nr_exempt)
		strbuf_add(buffer, job->checks.exempt,
			   job->checks.nr_exempt * sizeof(*job->checks.exempt));
	if (job->expected) {
		header.expected = *job->expected;
		strbuf_add(buffer, job->expected->data, job->expected->size);
	}
	strbuf_add(buffer, job->test->directory, strlen(job->test->directory) + 1);
	strbuf_add(buffer, job->test->input, strlen(job->test->input) + 1);
	encode_list(job->test->argv, buffer);
	encode_list(job->test->environ, buffer);
	header.size = buffer->length - begin - sizeof(header);
	memcpy(buffer->data + begin, &header, sizeof(header));
}

static char *decode_string(char **at)
{
	char *string = *at;

	*at += strlen(string) + 1;
	return string;
}

static char **decode_list(char **at)
{
	uint64_t count;
	char **list;

	memcpy(&count, *at, sizeof(count));
	*at += sizeof(count);
	list = xcalloc(count + 1, sizeof(*list));
	for (uint64_t i = 0; i < count; i++)
		list[i] = decode_string(at);
	return list;
}

bool wire_receive_job(int fd, struct wire_job *ret)
{
	struct header header;
	size_t size_on, size_items, size_units, size_exempt;
	char *at;

	if (!wire_receive(fd, &header, sizeof(header)))
		return false;
	*ret = (struct wire_job){ .job = header.job };
	ret->memory = xmalloc(header.size);
	if (!wire_receive(fd, ret->memory, header.size)) {
		free(ret->memory);
		return false;
	}
	size_on = header.job.nr_on * sizeof(*header.job.on);
	size_items = header.job.batch.nr_items * sizeof(*header.job.batch.items);
	size_units = header.job.checks.nr_units * sizeof(*header.job.checks.units);
	size_exempt = header.job.checks.nr_exempt * sizeof(*header.job.checks.exempt);
	ret->test.protocol = header.protocol;
	ret->test.expect_failure = header.expect_failure;
	ret->expected = header.expected;
	at = ret->memory + size_on + size_items;
	ret->job.checks.units = (const uint64_t *)at;
	ret->job.checks.exempt = (const struct remt_exempt *)(at + size_units);
	at += size_units + size_exempt;
	ret->expected.data = at;
	at += header.expected.size;
	ret->identity = at;
	ret->identity_size = header.size - (size_t)(at - ret->memory);
	ret->test.directory = decode_string(&at);
	ret->test.input = decode_string(&at);
	ret->test.argv = decode_list(&at);
	ret->test.environ = decode_list(&at);
	ret->job.on = (const struct remt_switch *)ret->memory;
	ret->job.batch.items = (const struct job_item *)(ret->memory + size_on);
	/* points to ret->test, wherever the caller keeps it; `expected` likewise */
	ret->job.test = NULL;
	ret->job.keep = (struct job_keep){ 0 };
	return true;
}

void wire_job_deinit(struct wire_job *job)
{
	free(job->test.argv);
	free(job->test.environ);
	free(job->memory);
}

/* True if SET (NULL: none) has to be sent to the caller, which has it from now on. */
#define is_news(set) ((set) && !(set)->is_passed_on && ((set)->is_passed_on = true))

bool wire_send_result(int fd, struct job_result *result, const struct wire_sets *sets)
{
	struct entered_set *entered =
		result->entered ? entered_sets_find(sets->entered, result->entered) : NULL;
	struct named_set *named =
		result->named ? named_sets_find(sets->named, result->named) : NULL;

	result->nr_entered = is_news(entered) ? entered->count : 0;
	result->named_size = is_news(named) ? (uint32_t)named->size : 0;
	return wire_send(fd, result, sizeof(*result)) &&
	       (!result->nr_entered ||
		wire_send(fd, entered->rows, entered->count * sizeof(*entered->rows))) &&
	       (!result->named_size || wire_send(fd, named->content, named->size));
}

static bool receive_entered(int fd, const struct job_result *result, struct entered_sets *sets)
{
	struct entered_row *rows;

	if (!result->nr_entered)
		return true;
	rows = xcalloc(result->nr_entered, sizeof(*rows));
	if (!wire_receive(fd, rows, result->nr_entered * sizeof(*rows))) {
		free(rows);
		return false;
	}
	if (sets)
		entered_sets_add(sets, result->entered, rows, result->nr_entered);
	else
		free(rows);
	return true;
}

static bool receive_named(int fd, const struct job_result *result, struct named_sets *sets)
{
	char *content;

	/* nothing can be sent of no bytes */
	if (sets && !result->named_size)
		named_sets_add(sets, xstrdup(""), 0);
	if (!result->named_size)
		return true;
	content = xmalloc(result->named_size);
	if (!wire_receive(fd, content, result->named_size)) {
		free(content);
		return false;
	}
	if (sets)
		named_sets_add(sets, content, result->named_size);
	else
		free(content);
	return true;
}

bool wire_receive_result(int fd, struct job_result *ret, const struct wire_sets *sets)
{
	return wire_receive(fd, ret, sizeof(*ret)) && receive_entered(fd, ret, sets->entered) &&
	       receive_named(fd, ret, sets->named);
}
