/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Plants and answers breakpoints; x86-64 only.
 *
 * A breakpoint is the first byte of a site. The site's other bytes are, from the start, those of
 * the instruction that will take its place, as all execution of a site begins at its first byte. So
 * the answer to a breakpoint changes one byte, and other threads execute either the breakpoint or
 * the whole instruction.
 *
 * If the program blocks or ignores SIGTRAP, the kernel resets the signal to its usual action at a
 * breakpoint and unblocks it. Only a program that uses SIGTRAP itself notices that.
 */
#include "runner/trace/planter.h"

#ifdef __x86_64__

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "runner/job/session.h"
#include "runner/sandbox/process.h"
#include "runner/trace/breakpoint.h"
#include "runner/trace/loaded.h"

enum { BREAKPOINT = 0xcc };

#define NOT_ON UINT32_MAX

static const struct remt_variants_code *code_of(const struct subject *subject, uint32_t site,
						uint32_t alternative)
{
	return &subject->codes.items[subject->sites.items[site].first + alternative];
}

/* Returns the alternative that the session switches on at SITE; NOT_ON: none. */
static uint32_t find_alternative(const struct remt_session *session, const struct subject *subject,
				 uint32_t site)
{
	if (session->mode == REMT_MODE_COVER)
		return 0;
	for (uint32_t i = 0; i < session->nr_on && i < REMT_SESSION_MAX_ON; i++) {
		const struct remt_switch *on = &session->on[i];

		if (on->uid == subject->module.uid && on->site == site)
			return on->alternative <= subject->sites.items[site].nr_alternatives
				       ? on->alternative
				       : NOT_ON;
	}
	return NOT_ON;
}

/* Puts breakpoints in place of those sites from FIRST to LAST that are on. */
static enum remt_runtime_error put_breakpoints(const struct remt_session *session,
					       const struct planted *planted, pid_t pid,
					       uint32_t first, uint32_t last)
{
	const struct subject *subject = planted->subject;
	const struct remt_variants_site *sites = subject->sites.items;
	uint64_t begin = sites[first].address;
	size_t size = sites[last].address + sites[last].size - begin;
	_cleanup_free_ uint8_t *code = xmalloc(size);

	if (!process_read_memory(pid, planted->base + begin, code, size))
		return REMT_RUNTIME_SEALED;
	for (uint32_t i = first; i <= last; i++) {
		uint32_t alternative = find_alternative(session, subject, i);
		uint8_t *at = code + (sites[i].address - begin);

		if (alternative == NOT_ON)
			continue;
		if (memcmp(at, code_of(subject, i, 0)->bytes, sites[i].size) != 0)
			return REMT_RUNTIME_CODE;
		memcpy(at, code_of(subject, i, alternative)->bytes, sites[i].size);
		*at = BREAKPOINT;
	}
	return process_write_memory(pid, planted->base + begin, code, size) ? REMT_RUNTIME_OK
									    : REMT_RUNTIME_SEALED;
}

static void put_all(struct remt_session *session, const struct planted *planted, pid_t pid)
{
	const struct subject *subject = planted->subject;
	enum remt_runtime_error error = REMT_RUNTIME_OK;
	uint32_t count = subject->module.nr_sites, end;

	for (uint32_t first = 0; !error && first < count; first = end) {
		end = remt_variants_end(subject->sites.items, count, first);
		error = put_breakpoints(session, planted, pid, first, end - 1);
	}
	if (error)
		session_fail(session, error);
}

/* Returns false if no switch belongs to this unit. */
static bool put_selected(struct remt_session *session, const struct planted *planted, pid_t pid)
{
	bool is_found = false;

	for (uint32_t i = 0; i < session->nr_on && i < REMT_SESSION_MAX_ON; i++) {
		const struct remt_switch *on = &session->on[i];
		enum remt_runtime_error error = REMT_RUNTIME_BAD_UNIT;

		if (on->uid != planted->subject->module.uid)
			continue;
		if (on->site < planted->subject->module.nr_sites &&
		    find_alternative(session, planted->subject, on->site) != NOT_ON)
			error = put_breakpoints(session, planted, pid, on->site, on->site);
		if (error)
			session_fail(session, error);
		is_found = true;
	}
	if (is_found)
		__atomic_fetch_add(&session->nr_switched, 1, __ATOMIC_RELAXED);
	return is_found;
}

/* Returns the coverage of SUBJECT, with a new file for what PID executes. */
static struct cover_file *cover_image(struct planter *planter, const struct subject *subject,
				      pid_t pid)
{
	struct cover_file *cover = NULL;

	for (size_t i = 0; i < planter->covers.count; i++)
		if (cover_file_uid(planter->covers.items[i]) == subject->module.uid)
			cover = planter->covers.items[i];
	if (!cover) {
		cover = cover_file_create(subject->module.uid, subject->module.nr_sites);
		vec_push(&planter->covers, cover);
	}
	struct error *err = cover_file_add_image(cover, planter->session, pid);

	if (err)
		session_fail(planter->session, REMT_RUNTIME_COVER_WRITE);
	error_destroy(err);
	return cover;
}

size_t planter_enter(struct planter *planter, pid_t pid)
{
	struct remt_session *session = planter->session;
	struct planted planted = { 0 };

	planted.subject = loaded_find(planter->subjects, pid, &planted.base);
	if (!planted.subject)
		return PLANTER_NONE;
	__atomic_fetch_add(&session->nr_attached, 1, __ATOMIC_RELAXED);
	session->is_unknown = 1;
	switch (session->mode) {
	case REMT_MODE_COVER:
		planted.cover = cover_image(planter, planted.subject, pid);
		put_all(session, &planted, pid);
		break;
	case REMT_MODE_MUTATE:
		if (!put_selected(session, &planted, pid))
			return PLANTER_NONE;
		break;
	default: return PLANTER_NONE;
	}
	vec_push(&planter->images, planted);
	return planter->images.count - 1;
}

size_t planter_find(const struct planter *planter, pid_t pid)
{
	for (size_t i = 0; i < planter->images.count; i++) {
		const struct planted *planted = &planter->images.items[i];

		if (loaded_is(planted->subject, pid, planted->base))
			return i;
	}
	return PLANTER_NONE;
}

/* Puts the alternative in place of the breakpoint and makes PID execute it. */
static void replace(struct planter *planter, const struct planted *planted, pid_t pid,
		    uint32_t site, uint32_t alternative)
{
	uint64_t address = planted->base + planted->subject->sites.items[site].address;
	void *next = (void *)offsetof(struct user_regs_struct, rip);

	if (breakpoint_remove(pid, address,
			      code_of(planted->subject, site, alternative)->bytes[0]) &&
	    ptrace(PTRACE_POKEUSER, pid, next, (void *)address) == 0)
		return;
	if (errno == ESRCH) /* it was killed meanwhile */
		return;
	/* It would stop at the breakpoint for ever. */
	session_fail(planter->session, REMT_RUNTIME_SEALED);
	kill(pid, SIGKILL);
}

bool planter_answer(struct planter *planter, size_t image, pid_t pid)
{
	const struct planted *planted = &planter->images.items[image];
	struct remt_session *session = planter->session;
	uint64_t next;
	uint32_t site, alternative;

	if (!breakpoint_is_there(pid))
		return false;
	errno = 0;
	next = (uint64_t)ptrace(PTRACE_PEEKUSER, pid,
				(void *)offsetof(struct user_regs_struct, rip), NULL);
	if (errno)
		return false;
	site = remt_variants_find(planted->subject->sites.items, planted->subject->module.nr_sites,
				  next - 1 - planted->base);
	if (site == UINT32_MAX)
		return false;
	alternative = find_alternative(session, planted->subject, site);
	if (alternative == NOT_ON)
		return false;
	if (planted->cover)
		cover_file_hit(planted->cover, session, site);
	else
		__atomic_fetch_add(&session->nr_hits, 1, __ATOMIC_RELAXED);
	replace(planter, planted, pid, site, alternative);
	return true;
}

void planter_finish(struct planter *planter)
{
	for (size_t i = 0; i < planter->covers.count; i++) {
		struct error *err = cover_file_write(planter->covers.items[i]);

		if (err)
			session_fail(planter->session, REMT_RUNTIME_COVER_WRITE);
		error_destroy(err);
		cover_file_destroy(planter->covers.items[i]);
	}
	vec_deinit(&planter->covers);
	vec_deinit(&planter->images);
}

#else

size_t planter_enter(struct planter *planter, pid_t pid)
{
	(void)planter;
	(void)pid;
	return PLANTER_NONE;
}

size_t planter_find(const struct planter *planter, pid_t pid)
{
	(void)planter;
	(void)pid;
	return PLANTER_NONE;
}

bool planter_answer(struct planter *planter, size_t image, pid_t pid)
{
	(void)planter;
	(void)image;
	(void)pid;
	return false;
}

void planter_finish(struct planter *planter)
{
	(void)planter;
}

#endif
