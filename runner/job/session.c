/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes and reads the session file, a mapping shared with every process of the test. */
#include "runner/job/session.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/clock.h"

enum {
	TURN_US = 200000, /* that a living process takes at most from its waking to its request */
	TURN_PAUSE_US = 20,
};

/* The process whose turn it is must take its request before another one may. */
static void await_turn(const struct remt_session *session)
{
	uint64_t end_us = clock_us() + TURN_US;

	while (__atomic_load_n(&session->turn, __ATOMIC_ACQUIRE) > 0 && clock_us() < end_us)
		usleep(TURN_PAUSE_US);
}

static void write_head(struct remt_session *session)
{
	memcpy(session->magic, REMT_SESSION_MAGIC, sizeof(session->magic));
	session->version = REMT_SESSION_VERSION;
	session->size = sizeof(*session);
}

struct error *session_create(const char *path, struct remt_session **ret)
{
	_cleanup_close_ int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	struct remt_session *session;
	int errnum;

	if (fd < 0)
		return error_errno(ERROR_INTERNAL, errno, "creating session %s", path);
	/* Writing into a hole for which the disk has no room would be a SIGBUS. */
	errnum = posix_fallocate(fd, 0, sizeof(*session));
	if (errnum)
		return error_errno(ERROR_INTERNAL, errnum, "creating session %s", path);
	session = mmap(NULL, sizeof(*session), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (session == MAP_FAILED)
		return error_errno(ERROR_INTERNAL, errno, "mapping session %s", path);
	write_head(session);
	*ret = session;
	return NULL;
}

static void set_path(char *field, const char *path)
{
	strncpy(field, path ? path : "", REMT_PATH_MAX - 1);
	field[REMT_PATH_MAX - 1] = 0;
}

void session_set_paths(struct remt_session *session, const char *cover_dir, const char *view_root)
{
	set_path(session->cover_dir, cover_dir);
	set_path(session->view_root, view_root);
}

void session_set_variants(struct remt_session *session, const char *path)
{
	set_path(session->variants, path);
}

static void clear_answers(struct remt_session *session)
{
	size_t begin = offsetof(struct remt_session, nr_attached);

	memset((char *)session + begin, 0, offsetof(struct remt_session, on) - begin);
}

static uint32_t count_switches(const struct job *job)
{
	switch (job->session_mode) {
	case REMT_MODE_COVER:
	case REMT_MODE_MUTATE:
	case REMT_MODE_SPLIT:
	case REMT_MODE_NEGATE: return job->nr_on;
	case REMT_MODE_OFF: break;
	}
	return 0;
}

void session_prepare(struct remt_session *session, const struct job *job)
{
	await_turn(session);
	write_head(session); /* a wild store of a run may have spoilt it */
	checks_prepare(session, &job->checks);
	clear_answers(session);
	session->mode = job->session_mode;
	session->nr_on = count_switches(job);
	if (session->nr_on)
		memcpy(session->on, job->on, session->nr_on * sizeof(*job->on));
	session->hit_budget = job->limits.hits;
	session->server_device = 0;
	session->server_inode = 0;
	session->is_script = job_is_script(job);
	session->is_original = 0;
	session->is_alone = job->observes;
	session->covers = job->batch.covers;
	session->called = 0;
	session->nr_shared = 0;
	session->nr_moved = 0;
	session->copy = session->copied = 0;
	session->turn = session->is_script ? -1 : 0;
}

void session_begin_trunk(struct remt_session *session, int output, int error)
{
	struct stat status = { 0 }, error_status = { 0 };

	fstat(output, &status);
	if (error)
		fstat(error, &error_status);
	memset(session->reached, 0, sizeof(session->reached));
	session->asking = 0;
	session->output_device = status.st_dev;
	session->output_inode = status.st_ino;
	session->error_device = error_status.st_dev;
	session->error_inode = error_status.st_ino;
}

void session_give_turn(struct remt_session *session, pid_t pid)
{
	if (!session->is_script)
		return;
	await_turn(session);
	__atomic_store_n(&session->turn, pid, __ATOMIC_RELEASE);
	syscall(SYS_futex, &session->turn, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

void session_get_counts(const struct remt_session *session, struct session_counts *ret)
{
	ret->nr_attached = session->nr_attached;
	ret->nr_switched = session->nr_switched;
	ret->split_error = session->split_error;
	ret->nr_hits = session->nr_hits;
	ret->next_order = session->next_order;
	ret->is_unknown = session->is_unknown;
	memcpy(ret->entered, session->entered, sizeof(ret->entered));
}

void session_set_counts(struct remt_session *session, const struct session_counts *counts)
{
	session->nr_attached = counts->nr_attached;
	session->nr_switched = counts->nr_switched;
	session->split_error = counts->split_error;
	session->nr_hits = counts->nr_hits;
	session_inherit(session, counts);
}

void session_inherit(struct remt_session *session, const struct session_counts *counts)
{
	session->next_order = counts->next_order;
	session->is_unknown = counts->is_unknown;
	memcpy(session->entered, counts->entered, sizeof(counts->entered));
}

void session_prepare_server(struct remt_session *session, const struct job *job, bool any_device)
{
	write_head(session); /* a wild store of a run may have spoilt it */
	checks_prepare(session, &(struct checks_job){ .mode = REMT_CHECKS_OFF });
	clear_answers(session);
	session->mode = REMT_MODE_OFF;
	session->is_script = 0;
	session->turn = 0;
	session->nr_on = 0;
	session->hit_budget = 0;
	session->server_device = any_device ? 0 : job->server.device;
	session->server_inode = job->server.inode;
}

bool session_is_spoilt(const struct remt_session *session, const struct job *job)
{
	uint32_t nr_on = count_switches(job);

	return memcmp(session->magic, REMT_SESSION_MAGIC, sizeof(session->magic)) != 0 ||
	       session->version != REMT_SESSION_VERSION || session->size != sizeof(*session) ||
	       session->mode != (uint32_t)job->session_mode || session->nr_on != nr_on ||
	       session->hit_budget != job->limits.hits ||
	       (nr_on && memcmp(session->on, job->on, nr_on * sizeof(*job->on)) != 0);
}

void session_fail(struct remt_session *session, enum remt_runtime_error error)
{
	uint32_t none = REMT_RUNTIME_OK;

	__atomic_compare_exchange_n(&session->runtime_error, &none, (uint32_t)error, false,
				    __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

const char *session_complaint(const struct remt_session *session)
{
	switch ((enum remt_runtime_error)session->runtime_error) {
	case REMT_RUNTIME_OK: return NULL;
	case REMT_RUNTIME_BAD_UNIT:
		return "a module was built by another version of remt, or its control block is "
		       "broken";
	case REMT_RUNTIME_COVER_WRITE: return "a coverage file could not be written";
	case REMT_RUNTIME_SERVER: return "the fork-server protocol was violated";
	case REMT_RUNTIME_VARIANTS: return "the file of the variants could not be read";
	case REMT_RUNTIME_CODE:
		return "the code of a --binary in memory is not what its file has: it is changed "
		       "while it is loaded";
	case REMT_RUNTIME_SEALED:
		return "the code of a --binary can't be changed in memory: the program, or this "
		       "machine, forbids it";
	}
	return "the run-time reports an unknown error";
}
