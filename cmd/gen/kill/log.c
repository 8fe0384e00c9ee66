/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A record is a frame (paths/frame.h). */
#include "cmd/gen/kill/log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/fs.h"
#include "common/xalloc.h"
#include "paths/frame.h"

/* Bytes of an output that are kept of each mutant, for who looks at it; of a test all are. */
#define MOST_OF_MUTANT ((size_t)16 << 10)

struct gen_kill_shared {
	atomic_size_t next;
};

struct error *gen_kill_log_create(struct gen_kill_log *ret)
{
	void *shared = mmap(NULL, sizeof(*ret->shared), PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	*ret = (struct gen_kill_log){ .fd = memfd_create("kills", MFD_CLOEXEC) };
	ret->shared = shared == MAP_FAILED ? NULL : shared;
	if (ret->fd < 0 || !ret->shared || fcntl(ret->fd, F_SETFL, O_APPEND) < 0)
		return error_errno(ERROR_UNUSABLE, errno, "memory that processes share");
	return NULL;
}

void gen_kill_log_destroy(struct gen_kill_log *log)
{
	if (log->fd >= 0)
		close(log->fd);
	if (log->shared)
		munmap(log->shared, sizeof(*log->shared));
	*log = (struct gen_kill_log){ .fd = -1 };
}

void gen_kill_log_rewind(struct gen_kill_log *log)
{
	atomic_store(&log->shared->next, 0);
}

size_t gen_kill_log_next(struct gen_kill_log *log, size_t number)
{
	size_t next = atomic_fetch_add(&log->shared->next, 1);

	return next < number ? next : number;
}

/* ---- write */

static void add_output(struct strbuf *parcel, const struct strbuf *output, size_t most)
{
	parcel_add_bytes(parcel, strbuf_get(output), output->length < most ? output->length : most);
}

/* Adds RESULT, of each output MOST bytes at most. */
static void add_result(struct strbuf *parcel, const struct trial_result *result, size_t most)
{
	parcel_add_number(parcel, (uint64_t)result->status);
	parcel_add_number(parcel, result->is_late);
	parcel_add_number(parcel, result->used_us);
	add_output(parcel, &result->out, most);
	add_output(parcel, &result->err, most);
}

/* Adds the number of TEST in KILLS, or if it is none of them UINT64_MAX and the test. */
static void add_test(struct strbuf *record, const struct gen_kill_test *test,
		     const struct gen_kills *kills)
{
	size_t index = 0;

	while (index < kills->tests.count && &kills->tests.items[index] != test)
		index++;
	if (index < kills->tests.count) {
		parcel_add_number(record, index);
		return;
	}
	parcel_add_number(record, UINT64_MAX);
	add_result(record, &test->expected, SIZE_MAX);
	parcel_add(record, &test->command);
}

struct error *gen_kill_log_add(const struct gen_kill_log *log, size_t index,
			       const struct gen_kill_result *result,
			       const struct gen_kill_test *test, const struct gen_kills *kills)
{
	_cleanup_strbuf_ struct strbuf record = { 0 };

	frame_begin(&record);
	parcel_add_number(&record, index);
	parcel_add_number(&record, result->verdict);
	parcel_add_number(&record, result->nr_inputs);
	parcel_add_number(&record, result->cpu_us);
	parcel_add_text(&record, result->why ? result->why : "");
	if (result->verdict == GEN_KILLED) {
		parcel_add_number(&record, result->is_tested);
		add_result(&record, &result->result, MOST_OF_MUTANT);
		add_test(&record, test, kills);
	}
	frame_end(&record);
	/* One call, so that records do not mix. */
	if (!fs_write_all(log->fd, strbuf_get(&record), record.length))
		return error_errno(ERROR_UNUSABLE, errno, "what is known of a mutant");
	return NULL;
}

/* ---- read */

static bool take_output(struct parcel *parcel, struct strbuf *ret)
{
	size_t size;
	const void *bytes = parcel_take_bytes(parcel, &size);

	if (bytes)
		strbuf_add(ret, bytes, size);
	return bytes != NULL;
}

static bool take_result(struct parcel *parcel, struct trial_result *ret)
{
	uint64_t status, is_late;

	if (!parcel_take_number(parcel, &status) || !parcel_take_number(parcel, &is_late) ||
	    !parcel_take_number(parcel, &ret->used_us))
		return false;
	ret->status = (int)status;
	ret->is_late = is_late;
	return take_output(parcel, &ret->out) && take_output(parcel, &ret->err);
}

/* Takes a new test; returns its index, which is an earlier one's if another process found it, too, or SIZE_MAX. */
static size_t take_new(struct parcel *parcel, struct gen_kills *kills)
{
	struct gen_kill_test test = { 0 };
	size_t i = 0;

	if (!take_result(parcel, &test.expected) || !parcel_take(parcel, &test.command)) {
		trial_result_deinit(&test.expected);
		return SIZE_MAX;
	}
	while (i < kills->tests.count &&
	       !command_is_same(&kills->tests.items[i].command, &test.command))
		i++;
	if (i == kills->tests.count) {
		vec_push(&kills->tests, test);
	} else {
		command_deinit(&test.command);
		trial_result_deinit(&test.expected);
	}
	return i;
}

/* Takes the test that kills the mutant of RET. */
static bool take_test(struct parcel *parcel, struct gen_kills *kills, struct gen_kill_result *ret)
{
	size_t nr_before = kills->tests.count;
	uint64_t is_tested, index;

	if (!parcel_take_number(parcel, &is_tested) || !take_result(parcel, &ret->result) ||
	    !parcel_take_number(parcel, &index))
		return false;
	ret->test = index == UINT64_MAX ? take_new(parcel, kills) : index;
	if (ret->test >= kills->tests.count)
		return false;
	ret->is_tested = is_tested;
	ret->is_dropped = ret->test < nr_before;
	kills->tests.items[ret->test].nr_kills++;
	return true;
}

/* Another result takes the place of RESULT, if that is known: the mutant was killed, and has another test. */
static void forget(struct gen_kills *kills, struct gen_kill_result *result)
{
	if (!result->is_known)
		return;
	if (result->verdict == GEN_KILLED)
		kills->tests.items[result->test].nr_kills--;
	trial_result_deinit(&result->result);
	free(result->why);
	kills->nr_known--;
}

static bool take_record(struct parcel *parcel, struct gen_kills *kills)
{
	struct gen_kill_result result = { .is_known = true };
	uint64_t index, verdict;
	const char *why = NULL;

	if (parcel_take_number(parcel, &index) && parcel_take_number(parcel, &verdict) &&
	    parcel_take_number(parcel, &result.nr_inputs) &&
	    parcel_take_number(parcel, &result.cpu_us))
		why = parcel_take_text(parcel);
	if (!why || index >= kills->results.count || verdict >= GEN_NR_KILL_VERDICTS ||
	    (kills->results.items[index].is_known && verdict != GEN_KILLED))
		return false;
	result.mutant = kills->results.items[index].mutant;
	result.verdict = (enum gen_kill_verdict)verdict;
	if (verdict == GEN_KILLED && !take_test(parcel, kills, &result)) {
		trial_result_deinit(&result.result);
		return false;
	}
	result.why = *why ? xstrdup(why) : NULL;
	forget(kills, &kills->results.items[index]);
	kills->results.items[index] = result;
	kills->nr_known++;
	return true;
}

/* Reads what is new into *RET, which is to be freed; returns how many bytes. */
static uint64_t read_new(const struct gen_kill_log *log, char **ret)
{
	struct stat st;
	uint64_t size;
	ssize_t done;

	*ret = NULL;
	if (fstat(log->fd, &st) < 0 || (uint64_t)st.st_size <= log->at)
		return 0;
	size = (uint64_t)st.st_size - log->at;
	*ret = xmalloc(size);
	done = pread(log->fd, *ret, size, (off_t)log->at);
	return done > 0 ? (uint64_t)done : 0;
}

struct error *gen_kill_log_read(struct gen_kill_log *log, struct gen_kills *kills)
{
	char *bytes;
	uint64_t number = read_new(log, &bytes);
	const char *at = bytes, *next;
	struct parcel parcel;
	bool is_sound = true;

	while (number && is_sound &&
	       (next = frame_find(at, number - (size_t)(at - bytes), &parcel))) {
		is_sound = take_record(&parcel, kills);
		at = next;
	}
	log->at += (uint64_t)(at - bytes);
	/* Names of commands lie in it. */
	if (at != bytes)
		vec_push(&kills->records, bytes);
	else
		free(bytes);
	return is_sound ? NULL
			: error_create(ERROR_INTERNAL, "what is known of a mutant makes no sense");
}
