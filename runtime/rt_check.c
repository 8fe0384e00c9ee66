/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * Records the checks of tests (include/remt/checks.h), and lets the tests continue as if these
 * held. Texts and bytes are read by a system call, as a pointer may be wrong. Records that find no
 * room are lost, and counted as such.
 */
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/uio.h>

#include "remt/checks.h"
#include "runtime/rt_syscall.h"

/* A text or bytes: where they are, and how many. */
struct piece {
	const char *at;
	uint32_t count;
};

struct record {
	struct remt_check head;
	struct remt_check_value values[REMT_CHECK_MAX_VALUES];
	struct piece pieces[REMT_CHECK_MAX_VALUES];
};

static uint32_t padded(uint32_t size)
{
	return (size + 7) & ~7u;
}

/* Copies up to COUNT bytes that may not be mapped; returns how many were. */
static uint32_t read_bytes(char *to, const char *from, uint32_t count)
{
	struct iovec local = { to, count }, remote = { (void *)(uintptr_t)from, count };
	long done =
		syscall(SYS_process_vm_readv, syscall(SYS_getpid), &local, 1ul, &remote, 1ul, 0ul);

	return done > 0 ? (uint32_t)done : 0;
}

/* Returns the number of bytes from AT to the end of its page, at most LIMIT. */
static uint32_t within_page(const char *at, uint64_t limit)
{
	uint64_t left = PAGE_BYTES - ((uintptr_t)at & (PAGE_BYTES - 1));

	return (uint32_t)(left < limit ? left : limit);
}

/* Returns how many bytes of AT are to be recorded. */
static uint32_t measure(const char *at, uint64_t limit, bool is_text)
{
	char part[64];
	uint32_t count = 0;

	if (limit > REMT_CHECK_MAX_BYTES)
		limit = REMT_CHECK_MAX_BYTES;
	while (count < limit) {
		uint64_t left = limit - count < sizeof(part) ? limit - count : sizeof(part);
		uint32_t wanted = within_page(at + count, left);
		uint32_t got = read_bytes(part, at + count, wanted);

		for (uint32_t i = 0; is_text && i < got; i++) {
			if (!part[i])
				return count + i;
		}
		count += got;
		if (got < wanted)
			break;
	}
	return count;
}

static void take_piece(struct record *record, uint32_t i, va_list *args)
{
	const char *at = (const char *)(uintptr_t)va_arg(*args, unsigned long long);
	uint64_t limit = va_arg(*args, unsigned long long);
	struct remt_check_value *value = &record->values[i];

	if (!at) {
		value->kind = REMT_CHECK_POINTER;
		return;
	}
	value->nr_bytes = measure(at, limit, value->kind == REMT_CHECK_TEXT);
	value->value = value->kind == REMT_CHECK_TEXT ? value->nr_bytes : limit;
	record->pieces[i] = (struct piece){ at, value->nr_bytes };
}

static void take_value(struct record *record, uint32_t i, char kind, va_list *args)
{
	struct remt_check_value *value = &record->values[i];

	*value = (struct remt_check_value){ .kind = (uint32_t)(unsigned char)kind };
	record->pieces[i] = (struct piece){ NULL, 0 };
	switch (value->kind) {
	case REMT_CHECK_TEXT:
	case REMT_CHECK_BYTES: take_piece(record, i, args); break;
	case REMT_CHECK_POINTER: value->value = va_arg(*args, unsigned long long) != 0; break;
	default: value->value = va_arg(*args, unsigned long long); break;
	}
}

static uint32_t length_of(const char *text)
{
	uint32_t length = 0;

	while (text[length])
		length++;
	return length;
}

static void copy(char *to, const void *from, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		to[i] = ((const char *)from)[i];
}

/* Reserves SIZE bytes in the session; NULL: there is no room left. */
static char *reserve(uint32_t size)
{
	uint32_t at = __atomic_fetch_add(&rt_session->checks_size, size, __ATOMIC_RELAXED);

	if (at > REMT_SESSION_MAX_CHECKS - size) {
		__atomic_fetch_sub(&rt_session->checks_size, size, __ATOMIC_RELAXED);
		__atomic_store_n(&rt_session->checks_lost, 1, __ATOMIC_RELAXED);
		return NULL;
	}
	return (char *)rt_session->checks + at;
}

static void write_record(struct record *record, const char *where)
{
	struct remt_check *head = &record->head;
	char *begin, *at;

	head->where_size = length_of(where) + 1;
	head->size = (uint32_t)sizeof(*head) + padded(head->where_size);
	for (uint32_t i = 0; i < head->nr_values; i++)
		head->size +=
			(uint32_t)sizeof(record->values[i]) + padded(record->values[i].nr_bytes);
	begin = at = reserve(head->size);
	if (!begin)
		return;
	copy(at, head, sizeof(*head));
	at += sizeof(*head);
	copy(at, where, head->where_size);
	at += padded(head->where_size);
	for (uint32_t i = 0; i < head->nr_values; i++) {
		copy(at, &record->values[i], sizeof(record->values[i]));
		at += sizeof(record->values[i]);
		if (record->pieces[i].count)
			read_bytes(at, record->pieces[i].at, record->pieces[i].count);
		at += padded(record->values[i].nr_bytes);
	}
	__atomic_store_n(&((struct remt_check *)begin)->is_whole, 1, __ATOMIC_RELEASE);
}

/* True for a condition that fails in a test that passes, and so is no check. */
static bool is_exempt(uint64_t uid, uint32_t number)
{
	for (uint32_t i = 0; i < rt_session->nr_exempt && i < REMT_SESSION_MAX_EXEMPT; i++) {
		if (rt_session->exempt[i].uid == uid && rt_session->exempt[i].check == number)
			return true;
	}
	return false;
}

/*
 * True if the check is to be recorded. Without negations only failing checks matter. Once there is
 * no room, nothing is recorded, or a test with many checks would become slow.
 */
static bool is_recorded(bool fails)
{
	return (fails || rt_session->checks_mode == REMT_CHECKS_GO_ON) &&
	       !__atomic_load_n(&rt_session->checks_lost, __ATOMIC_RELAXED);
}

/* Returns what the code continues with. */
static uint32_t answer(const char *kinds, uint32_t is_true)
{
	if (rt_session->checks_mode == REMT_CHECKS_RECORD)
		return is_true;
	return kinds[0] == REMT_CHECK_CALL || kinds[0] == REMT_CHECK_TRUE;
}

/* Records a check. KINDS are those of the values in ARGS. */
static void record_check(const struct remt_check *head, const char *where, const char *kinds,
			 va_list *args)
{
	int saved_errno = errno;
	struct record record; /* large: only fields with a value are written */

	record.head = *head;
	for (uint32_t i = 0; kinds[i] && i < REMT_CHECK_MAX_VALUES; i++) {
		take_value(&record, i, kinds[i], args);
		record.head.nr_values++;
	}
	write_record(&record, where);
	errno = saved_errno;
}

static uint32_t check(struct remt_unit *unit, uint32_t number, const char *where, const char *kinds,
		      uint32_t is_true, ...)
{
	bool is_call = kinds[0] == REMT_CHECK_CALL;
	bool holds = is_true == (kinds[0] == REMT_CHECK_TRUE);
	struct remt_check head = { .uid = unit->uid, .number = number };
	va_list args;

	if (is_exempt(unit->uid, number))
		return is_true;
	if (!is_recorded(!is_call && !holds))
		return answer(kinds, is_true);
	head.outcome = is_call ? REMT_CHECK_UNKNOWN : holds ? REMT_CHECK_HOLDS : REMT_CHECK_FAILS;
	va_start(args, is_true);
	record_check(&head, where, kinds + 1, &args);
	va_end(args);
	return answer(kinds, is_true);
}

bool rt_check_names(uint64_t uid)
{
	for (uint32_t i = 0; i < rt_session->nr_checking && i < REMT_SESSION_MAX_UNITS; i++) {
		if (rt_session->checking[i] == uid)
			return true;
	}
	return false;
}

void rt_check_unit(struct remt_unit *unit)
{
	if (rt_check_names(unit->uid))
		__atomic_store_n(&unit->check, check, __ATOMIC_RELEASE);
}
