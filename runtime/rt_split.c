/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * Split-stream execution: one process stands for several mutants until their values part (King and
 * Offutt, 1991; equivalence modulo states: Wang et al., ISSTA 2017).
 *
 * The trunk stands for all of its batch and behaves as the original. A child stands for mutants of
 * one site whose values have been equal so far, and behaves as the first of them, its lead. At each
 * execution of a site the alternatives are compared. Those that differ from the lead's value (in
 * the trunk: from the original's) are split off.
 *
 * A variant, which has several sites on, is alone in its child from the first execution of one of
 * its sites.
 */
#include <errno.h>
#include <signal.h>

#include "runtime/rt_batch.h"
#include "runtime/rt_syscall.h"

#define NR_PARTS 512
#define PATIENCE                                                                                   \
	4096 /* executions at which alternatives are compared; then they part, equal or not */

/* What is known of an alternative at the current execution of its site. */
struct compared {
	uint64_t bits; /* bits that differ from the original's */
	bool is_alone; /* its value is not known, so it shares a child with no other */
	bool is_left;  /* it is a member and not decided yet */
};

/* The execution of a site that is being looked at. */
static struct {
	struct remt_unit *unit;
	uint32_t site;
	uint32_t begin, end; /* its range in the batch */
	uint32_t at;	     /* index into the range of the alternative that is being evaluated */
	uint32_t kind;	     /* REMT_PART, REMT_SELECT or REMT_ENTER */
	uint32_t mask;	     /* alternatives that are infected */
	bool is_open;
	struct compared all[REMT_SESSION_MAX_SPLIT]; /* by index into the range */
} current;

static uint16_t nr_seen[REMT_SESSION_MAX_ON]; /* executions, at the first switch of each site */
static uint32_t lead = RT_NOBODY;
static struct rt_part parts[NR_PARTS + 1]; /* the last one is never used */
static uint32_t nr_parts;
static int self; /* pid; 0: this process splits nothing off */

bool rt_split_is_on(void)
{
	return self != 0;
}

/* Switches off what the current site, whose members may all be gone, has on for nothing. */
static void tidy_site(void)
{
	const struct rt_part *part = &parts[current.unit->reserved];
	uint32_t function = rt_batch.on[current.begin].function;

	if (rt_batch_has_member(current.begin, current.end, RT_NOBODY))
		return;
	remt_unit_site_on(current.unit)[current.site] = 0;
	if (!rt_batch_has_member(part->begin, part->end, function))
		remt_unit_function_on(current.unit)[function] &= (uint8_t)~REMT_SWITCHED;
}

void rt_split_unit(struct remt_unit *unit)
{
	struct rt_part *part = &parts[nr_parts];

	if (!rt_batch_find_part(unit, part)) {
		rt_session_fail(REMT_RUNTIME_BAD_UNIT);
		return;
	}
	if (rt_covers()) { /* all its sites call the hook anyway */
		rt_cover_unit(unit, rt_hook_negate);
		return;
	}
	if (part->begin == part->end)
		return;
	if (nr_parts == NR_PARTS) {
		rt_session->split_error = REMT_REFUSAL_MAPPINGS;
		return;
	}
	__atomic_fetch_add(&rt_session->nr_switched, 1, __ATOMIC_RELAXED);
	unit->reserved = nr_parts++;
	__atomic_store_n(&unit->hook, rt_hook_split, __ATOMIC_RELEASE);
	rt_batch_set_flags(part);
}

void rt_split_begin(void)
{
	if (self)
		return;
	rt_batch_begin();
	self = (int)syscall(SYS_getpid);
	rt_state_begin();
}

/* This process stands for its lead alone, or for nothing: as in a run of one mutant. */
static void stop_splitting(void)
{
	self = 0;
	for (uint32_t i = 0; i < REMT_SESSION_MAX_ON; i++)
		rt_batch.is_member[i] = false;
	if (rt_covers()) {
		if (lead != RT_NOBODY)
			__atomic_fetch_add(&rt_session->nr_switched, 1, __ATOMIC_RELAXED);
		return;
	}
	for (uint32_t i = 0; i < nr_parts; i++) {
		rt_batch_set_flags(&parts[i]);
		parts[i].unit->hook = NULL;
		if (lead != RT_NOBODY && rt_select_names(parts[i].unit->uid))
			rt_select_unit(parts[i].unit);
	}
}

/* In a script something else takes its place: a program may count what it has open. */
static void leave_socket(void)
{
	int null = rt_session->is_script
			   ? (int)syscall(SYS_openat, AT_FDCWD, "/dev/null", O_RDWR, 0)
			   : -1;

	if (null >= 0) {
		syscall(SYS_dup3, null, REMT_SERVER_FD, 0);
		rt_close(null);
	} else {
		rt_close(REMT_SERVER_FD);
	}
	stop_splitting();
}

/* In a child: it stands for GROUP, or continues as the original. */
static void become(const uint32_t *group, uint32_t count)
{
	for (uint32_t i = 0; i < rt_batch.count; i++)
		rt_batch.is_member[rt_batch.on[i].mutant] = false;
	if (rt_session->is_original)
		count = 0;
	lead = count ? group[0] : RT_NOBODY;
	for (uint32_t i = 0; i < count; i++)
		rt_batch.is_member[group[i]] = true;
	self = (int)syscall(SYS_getpid);
	/* a variant executes the site again as if it had just got there */
	if (!rt_session->is_alone)
		__atomic_fetch_add(&rt_session->nr_hits, 1, __ATOMIC_RELAXED);
	if (count <= 1) {
		leave_socket();
		return;
	}
	for (uint32_t i = 0; i < nr_parts; i++)
		rt_batch_set_flags(&parts[i]);
	__atomic_fetch_add(&rt_session->nr_switched, 1, __ATOMIC_RELAXED);
}

void rt_split_return(void)
{
	if (self)
		lead = rt_session->on[0].mutant;
	leave_socket();
}

/*
 * The runner can't be asked about mutants that part here: it must not take the lead's verdict for
 * theirs.
 */
static void lose_socket(void)
{
	rt_session->split_error = REMT_REFUSAL_SOCKET;
	stop_splitting();
}

/* Splits GROUP off. True in the child. */
static bool split_off(const uint32_t *group, uint32_t count)
{
	int pid = (int)syscall(SYS_getpid);
	enum rt_split_result result;

	if (!self)
		return false;
	if (pid != self) { /* a process that the program has made */
		rt_session->split_error = REMT_REFUSAL_CHILDREN;
		return false;
	}
	rt_server_lock();
	for (uint32_t i = 0; i < count; i++)
		rt_session->split[i] = group[i];
	rt_session->nr_split = count;
	result = rt_server_split();
	if (result != RT_SPLIT_CHILD)
		rt_server_unlock();
	switch (result) {
	case RT_SPLIT_CHILD: become(group, count); return true;
	case RT_SPLIT_PARENT:
		for (uint32_t i = 0; i < count; i++)
			rt_batch.is_member[group[i]] = false;
		return false;
	case RT_SPLIT_LOST: break;
	}
	lose_socket();
	return false;
}

bool rt_split_site(const struct remt_unit *unit, uint32_t site)
{
	int saved_errno = errno;
	bool is_child = false;

	for (uint32_t i = rt_batch_find_switch(unit->uid, site);
	     !is_child && i < rt_batch.count && rt_batch.on[i].uid == unit->uid &&
	     rt_batch.on[i].site == site;
	     i++) {
		if (rt_batch.is_member[rt_batch.on[i].mutant])
			is_child = split_off(&rt_batch.on[i].mutant, 1);
	}
	errno = saved_errno;
	return is_child;
}

static const struct remt_switch *switch_at(uint32_t index)
{
	return &rt_batch.on[current.begin + index];
}

/*
 * Returns what the process continues with at this execution: an index into the range, or NOBODY for
 * the original.
 */
static uint32_t find_lead(void)
{
	for (uint32_t i = 0; lead != RT_NOBODY && i < current.end - current.begin; i++) {
		if (switch_at(i)->mutant == lead)
			return i;
	}
	return RT_NOBODY;
}

static bool is_equal(uint32_t index, uint32_t other)
{
	static const struct compared original;
	const struct compared *a = &current.all[index];
	const struct compared *b = other == RT_NOBODY ? &original : &current.all[other];

	return !a->is_alone && !b->is_alone && a->bits == b->bits;
}

/* Moves the member INDEX and those equal to it to GROUP; returns their number. */
static uint32_t take_group(uint32_t index, uint32_t *group)
{
	uint32_t count = 0;

	for (uint32_t i = index; i < current.end - current.begin; i++) {
		if (!current.all[i].is_left || (i != index && !is_equal(i, index)))
			continue;
		current.all[i].is_left = false;
		group[count++] = switch_at(i)->mutant;
	}
	return count;
}

/*
 * Returns what the mark takes for the alternative at INDEX (NOBODY: the original). Mutants that
 * share a process go through marks of choice as the original does, until they are infected there.
 */
static uint32_t answer_for(uint32_t index)
{
	uint32_t alternative = index == RT_NOBODY ? 0 : switch_at(index)->alternative;

	if (current.kind == REMT_ENTER || !alternative)
		return alternative;
	if (current.kind == REMT_SELECT)
		return current.all[index].is_alone ? alternative : 0;
	return current.mask & remt_alternative_bit(alternative)
		       ? (uint32_t)__builtin_ctz(current.mask) + 1
		       : 0;
}

/* All alternatives are compared: splits off those that differ, and returns the hook's answer. */
static uint32_t finish(void)
{
	uint32_t group[REMT_SESSION_MAX_SPLIT];
	uint32_t own = find_lead();

	current.is_open = false;
	for (uint32_t i = 0; i < current.end - current.begin; i++) {
		if (i == own || is_equal(i, own))
			current.all[i].is_left = false;
	}
	for (uint32_t i = 0; i < current.end - current.begin; i++) {
		if (current.all[i].is_left && split_off(group, take_group(i, group)))
			return answer_for(lead == RT_NOBODY ? RT_NOBODY : i) | REMT_FINAL;
	}
	if (self)
		tidy_site();
	if (self && lead != RT_NOBODY && rt_batch_is_single())
		leave_socket();
	return answer_for(own) | REMT_FINAL;
}

/* Returns the next alternative to evaluate, or the hook's answer if there is none. */
static uint32_t go_on(void)
{
	uint32_t count = current.end - current.begin;

	while (current.at < count &&
	       (!current.all[current.at].is_left || current.all[current.at].is_alone))
		current.at++;
	return current.at < count ? switch_at(current.at)->alternative : finish();
}

/*
 * A signal handler came in between: the comparison is lost, and so is what was known of the
 * members.
 */
static void forget_current(void)
{
	for (uint32_t i = current.begin; i < current.end; i++) {
		if (rt_batch.on[i].mutant != lead)
			rt_batch.is_member[rt_batch.on[i].mutant] = false;
	}
	current.is_open = false;
	rt_session->split_error = REMT_REFUSAL_SIGNALS;
}

/* Tells the runner that the trunk has reached the site. */
static void note_reached(void)
{
	for (uint32_t i = current.begin; i < current.end; i++) {
		uint32_t mutant = rt_batch.on[i].mutant;

		__atomic_fetch_or(&rt_session->reached[mutant / 8], (uint8_t)(1u << mutant % 8),
				  __ATOMIC_RELAXED);
	}
}

static void open_site(struct remt_unit *unit, uint32_t site, uint32_t kind, uint32_t mask)
{
	const struct rt_part *part = &parts[unit->reserved];
	bool is_weary;

	if (current.is_open)
		forget_current();
	current.unit = unit;
	current.site = site;
	current.begin = rt_batch_find_site(part->begin, part->end, site);
	current.end = rt_batch_find_site(current.begin, part->end, site + 1);
	if (current.end - current.begin > REMT_SESSION_MAX_SPLIT)
		current.end = current.begin + REMT_SESSION_MAX_SPLIT;
	current.kind = kind;
	current.mask = mask;
	current.at = kind == REMT_ENTER ? 0 : current.end - current.begin;
	current.is_open = true;
	if (lead == RT_NOBODY && !nr_seen[current.begin])
		note_reached();
	is_weary = kind != REMT_PART && ++nr_seen[current.begin] >= PATIENCE;
	for (uint32_t i = 0; i < current.end - current.begin; i++) {
		const struct remt_switch *on = switch_at(i);
		bool is_infected = mask & remt_alternative_bit(on->alternative);

		current.all[i] = (struct compared){
			/*
			 * Also at a mark where all do the same: after it their ways may part in
			 * this execution without being seen.
			 */
			.is_alone = is_weary || is_infected,
			.is_left = rt_batch.is_member[on->mutant],
		};
	}
}

/* Returns the answer where nothing can be compared. */
static uint32_t answer_without_comparing(const struct remt_unit *unit, uint32_t site)
{
	const struct rt_part *part = &parts[unit->reserved];

	for (uint32_t i = rt_batch_find_site(part->begin, part->end, site);
	     i < part->end && rt_batch.on[i].site == site; i++) {
		if (rt_batch.on[i].mutant == lead)
			return rt_batch.on[i].alternative | REMT_FINAL;
	}
	return REMT_FINAL;
}

/*
 * Splits off each variant with a switch at this site. The trunk has no use for the site any more.
 */
static uint32_t leave_alone(struct remt_unit *unit, uint32_t site, uint32_t k, uint64_t arg)
{
	const struct rt_part *part = &parts[unit->reserved];

	if (rt_split_site(unit, site))
		return rt_hook_mutate(unit, site, k, arg);
	if (!self)
		return REMT_FINAL;
	current.unit = unit;
	current.site = site;
	current.begin = rt_batch_find_site(part->begin, part->end, site);
	current.end = rt_batch_find_site(current.begin, part->end, site + 1);
	tidy_site();
	return REMT_FINAL;
}

uint32_t rt_hook_split(struct remt_unit *unit, uint32_t site, uint32_t k, uint64_t arg)
{
	int saved_errno = errno;
	uint32_t answer;

	if (rt_session->is_alone)
		return leave_alone(unit, site, k, arg);
	if (k < REMT_PART && (!current.is_open || current.unit != unit || current.site != site))
		return answer_without_comparing(unit, site); /* a signal's handler was here */
	if (k >= REMT_PART)
		open_site(unit, site, k, (uint32_t)arg);
	else
		current.all[current.at++].bits = arg;
	answer = go_on();
	errno = saved_errno;
	return answer;
}
