/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Keeps, saves, checks and prints the records of checks in the session. Their bytes come from the
 * tested processes, so every size is compared with the room that is left.
 */
#include "runner/job/checks.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/hash.h"
#include "common/xalloc.h"

enum {
	LARGE_BITS = 40,  /* a number with more bits may be an address */
	SHOWN_BYTES = 64, /* bytes of memory; the rest is shown by its hash */
};

/* Bytes of records, whatever the run wrote into checks_size. */
static size_t used_size(const struct remt_session *session)
{
	return session->checks_size < REMT_SESSION_MAX_CHECKS ? session->checks_size
							      : REMT_SESSION_MAX_CHECKS;
}

void checks_prepare(struct remt_session *session, const struct checks_job *job)
{
	memset(session->checks, 0, used_size(session));
	session->checks_size = 0;
	session->checks_lost = 0;
	session->checks_mode = job->mode;
	session->nr_checking = job->mode == REMT_CHECKS_OFF ? 0 : job->nr_units;
	session->nr_exempt = job->mode == REMT_CHECKS_OFF ? 0 : job->nr_exempt;
	if (session->nr_checking)
		memcpy(session->checking, job->units, job->nr_units * sizeof(*job->units));
	if (session->nr_exempt)
		memcpy(session->exempt, job->exempt, job->nr_exempt * sizeof(*job->exempt));
}

void checks_keep(const struct remt_session *session, struct checks_kept *kept)
{
	size_t size = used_size(session);

	kept->size = (uint32_t)size;
	kept->lost = session->checks_lost;
	kept->data = xreallocarray(kept->data, size + 1, 1);
	memcpy(kept->data, session->checks, size);
}

void checks_put_back(struct remt_session *session, const struct checks_kept *kept)
{
	if (kept->size)
		memcpy(session->checks, kept->data, kept->size);
	session->checks_size = kept->size;
	session->checks_lost = kept->lost;
}

void checks_kept_deinit(struct checks_kept *kept)
{
	free(kept->data);
	kept->data = NULL;
}

struct error *checks_save(const struct remt_session *session, const char *path)
{
	_cleanup_close_ int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	if (fd < 0 || !fs_write_all(fd, session->checks, used_size(session)))
		return error_errno(ERROR_INTERNAL, errno, "writing %s", path);
	return NULL;
}

static size_t padded(size_t size)
{
	return (size + 7) & ~(size_t)7;
}

/* True if all that the record declares lies within its size. */
static bool is_sound(const struct remt_check *check)
{
	size_t at = sizeof(*check) + padded(check->where_size);
	const char *bytes = (const char *)check;

	if (!check->where_size || check->where_size > check->size || at > check->size ||
	    bytes[sizeof(*check) + check->where_size - 1] ||
	    check->nr_values > REMT_CHECK_MAX_VALUES)
		return false;
	for (uint32_t i = 0; i < check->nr_values; i++) {
		const struct remt_check_value *value =
			(const struct remt_check_value *)(bytes + at);

		if (check->size - at < sizeof(*value) || value->nr_bytes > REMT_CHECK_MAX_BYTES ||
		    check->size - at - sizeof(*value) < padded(value->nr_bytes))
			return false;
		at += sizeof(*value) + padded(value->nr_bytes);
	}
	return at == check->size;
}

const struct remt_check *checks_next(const char *data, size_t size, size_t *at)
{
	while (size - *at >= sizeof(struct remt_check)) {
		const struct remt_check *check = (const struct remt_check *)(data + *at);

		if (check->size < sizeof(*check) || check->size % 8 || check->size > size - *at)
			return NULL;
		*at += check->size;
		if (check->is_whole == 1 && is_sound(check))
			return check;
	}
	return NULL;
}

static void add_escaped(struct strbuf *ret, const char *bytes, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		unsigned char c = (unsigned char)bytes[i];

		if (c == '"' || c == '\\')
			strbuf_addf(ret, "\\%c", c);
		else if (c == '\n')
			strbuf_adds(ret, "\\n");
		else if (isprint(c) || c >= 0x80)
			strbuf_add(ret, bytes + i, 1);
		else
			strbuf_addf(ret, "\\x%02x", c);
	}
}

static void add_memory(struct strbuf *ret, const struct remt_check_value *value, const char *bytes)
{
	strbuf_addf(ret, "%" PRIu64 " bytes", value->value);
	for (uint32_t i = 0; i < value->nr_bytes && i < SHOWN_BYTES; i++)
		strbuf_addf(ret, "%s%02x", i % 8 ? "" : " ", (unsigned char)bytes[i]);
	if (value->nr_bytes > SHOWN_BYTES)
		strbuf_addf(ret, " hash %016" PRIx64, hash_bytes(bytes, value->nr_bytes));
}

static void add_signed(struct strbuf *ret, uint64_t bits)
{
	int64_t number = (int64_t)bits;
	bool is_large =
		number >= (INT64_C(1) << LARGE_BITS) || number <= -(INT64_C(1) << LARGE_BITS);

	if (is_large)
		strbuf_addf(ret, "0x%" PRIx64, bits);
	else
		strbuf_addf(ret, "%" PRId64, number);
}

static void add_value(struct strbuf *ret, const struct remt_check_value *value)
{
	const char *bytes = (const char *)(value + 1);
	double number;

	switch ((enum remt_check_kind)value->kind) {
	case REMT_CHECK_SIGNED: add_signed(ret, value->value); break;
	case REMT_CHECK_UNSIGNED:
		strbuf_addf(ret, value->value >> LARGE_BITS ? "0x%" PRIx64 : "%" PRIu64,
			    value->value);
		break;
	case REMT_CHECK_FLOAT:
		memcpy(&number, &value->value, sizeof(number));
		strbuf_addf(ret, "%.17g", number);
		break;
	case REMT_CHECK_POINTER: strbuf_adds(ret, value->value ? "a pointer" : "NULL"); break;
	case REMT_CHECK_TEXT:
		strbuf_adds(ret, "\"");
		add_escaped(ret, bytes, value->nr_bytes);
		strbuf_adds(ret, value->nr_bytes == REMT_CHECK_MAX_BYTES ? "…" : "\"");
		break;
	case REMT_CHECK_BYTES: add_memory(ret, value, bytes); break;
	}
}

void checks_describe(const struct remt_check *check, struct strbuf *ret)
{
	static const char *const outcomes[] = {
		[REMT_CHECK_HOLDS] = "holds",
		[REMT_CHECK_FAILS] = "fails",
		[REMT_CHECK_UNKNOWN] = "compares",
	};
	const char *bytes = (const char *)check;
	size_t at = sizeof(*check) + padded(check->where_size);

	strbuf_addf(ret, "%s %s", bytes + sizeof(*check),
		    check->outcome <= REMT_CHECK_UNKNOWN ? outcomes[check->outcome] : "");
	for (uint32_t i = 0; i < check->nr_values; i++) {
		const struct remt_check_value *value =
			(const struct remt_check_value *)(bytes + at);

		strbuf_adds(ret, i ? ", " : ": ");
		add_value(ret, value);
		at += sizeof(*value) + padded(value->nr_bytes);
	}
	strbuf_adds(ret, "\n");
}
