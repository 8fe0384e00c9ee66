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

#include "runtime/rt_syscall.h"

#define NR_PARTS 512
#define NOBODY	 UINT32_MAX
/*
 * At so many executions of a site alternatives are compared; then they are split off, equal or not.
 */
#define PATIENCE 4096

/* A unit with mutants of the batch, and its range in the batch. */
struct part {
	struct remt_unit *unit;
	uint32_t begin, end;
};

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

static struct remt_switch batch[REMT_SESSION_MAX_ON];
static uint32_t nr_batch;
/* executions of each site, at the index of its first switch */
static uint16_t nr_seen[REMT_SESSION_MAX_ON];
/* by number of the mutant: this process stands for it */
static bool is_member[REMT_SESSION_MAX_ON];
static uint32_t lead = NOBODY;
static struct part parts[NR_PARTS + 1]; /* the last one is never used */
static uint32_t nr_parts;
static int self; /* pid; 0: this process splits nothing off */

bool rt_split_is_on(void)
{
	return self != 0;
}

/* Returns the index of the first switch in BEGIN … END with SITE or a later site. */
static uint32_t find_site(uint32_t begin, uint32_t end, uint32_t site)
{
	while (begin < end) {
		uint32_t middle = begin + (end - begin) / 2;

		if (batch[middle].site < site)
			begin = middle + 1;
		else
			end = middle;
	}
	return begin;
}

static bool has_member(uint32_t begin, uint32_t end, uint32_t function)
{
	for (uint32_t i = begin; i < end; i++) {
		if (is_member[batch[i].mutant] &&
		    (function == NOBODY || batch[i].function == function))
			return true;
	}
	return false;
}

/* Sets the unit's flags for the members that it has. */
static void set_flags(const struct part *part)
{
	uint8_t *function_on = remt_unit_function_on(part->unit);
	uint8_t *site_on = remt_unit_site_on(part->unit);

	for (uint32_t i = part->begin; i < part->end; i++) {
		function_on[batch[i].function] &= (uint8_t)~REMT_SWITCHED;
		site_on[batch[i].site] = 0;
	}
	for (uint32_t i = part->begin; i < part->end; i++) {
		if (!is_member[batch[i].mutant])
			continue;
		function_on[batch[i].function] |= REMT_SWITCHED;
		site_on[batch[i].site] = REMT_ASK;
	}
}

/*
 * Switches the current site off if it has no member left, and its function, too, if that has none.
 */
static void tidy_site(void)
{
	const struct part *part = &parts[current.unit->reserved];
	uint32_t function = batch[current.begin].function;

	if (has_member(current.begin, current.end, NOBODY))
		return;
	remt_unit_site_on(current.unit)[current.site] = 0;
	if (!has_member(part->begin, part->end, function))
		remt_unit_function_on(current.unit)[function] &= (uint8_t)~REMT_SWITCHED;
}

/*
 * Finds the unit's part of the batch, which may be empty. False: the batch does not fit the unit.
 */
static bool find_part(struct remt_unit *unit, struct part *ret)
{
	*ret = (struct part){ .unit = unit };
	while (ret->begin < nr_batch && batch[ret->begin].uid != unit->uid)
		ret->begin++;
	ret->end = ret->begin;
	while (ret->end < nr_batch && batch[ret->end].uid == unit->uid) {
		if (batch[ret->end].site >= unit->nr_sites ||
		    batch[ret->end].function >= unit->nr_functions)
			return false;
		ret->end++;
	}
	return true;
}

void rt_split_unit(struct remt_unit *unit)
{
	struct part *part = &parts[nr_parts];

	if (!find_part(unit, part)) {
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
	set_flags(part);
}

void rt_split_begin(void)
{
	if (self)
		return;
	nr_batch =
		rt_session->nr_on < REMT_SESSION_MAX_ON ? rt_session->nr_on : REMT_SESSION_MAX_ON;
	for (uint32_t i = 0; i < nr_batch; i++) {
		batch[i] = rt_session->on[i];
		batch[i].mutant %= REMT_SESSION_MAX_ON;
		is_member[batch[i].mutant] = true;
	}
	self = (int)syscall(SYS_getpid);
	rt_state_begin();
}

/* Makes this process an ordinary one: with its lead alone, or with no mutant. */
static void settle(void)
{
	self = 0;
	for (uint32_t i = 0; i < REMT_SESSION_MAX_ON; i++)
		is_member[i] = false;
	if (rt_covers()) {
		if (lead != NOBODY)
			__atomic_fetch_add(&rt_session->nr_switched, 1, __ATOMIC_RELAXED);
		return;
	}
	for (uint32_t i = 0; i < nr_parts; i++) {
		set_flags(&parts[i]);
		parts[i].unit->hook = NULL;
		if (lead != NOBODY && rt_select_names(parts[i].unit->uid))
			rt_select_unit(parts[i].unit);
	}
}

static bool is_single(void)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < REMT_SESSION_MAX_ON && count < 2; i++)
		count += is_member[i];
	return count == 1;
}

/*
 * Closes the socket. In a script /dev/null takes its place, as a program may count its open
 * descriptors.
 */
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
	settle();
}

/* In a child: it stands for GROUP, or continues as the original. */
static void become(const uint32_t *group, uint32_t count)
{
	for (uint32_t i = 0; i < nr_batch; i++)
		is_member[batch[i].mutant] = false;
	if (rt_session->is_original)
		count = 0;
	lead = count ? group[0] : NOBODY;
	for (uint32_t i = 0; i < count; i++)
		is_member[group[i]] = true;
	self = (int)syscall(SYS_getpid);
	/* a variant executes the site again as if it had just got there */
	if (!rt_session->is_alone)
		__atomic_fetch_add(&rt_session->nr_hits, 1, __ATOMIC_RELAXED);
	if (count <= 1) {
		leave_socket();
		return;
	}
	for (uint32_t i = 0; i < nr_parts; i++)
		set_flags(&parts[i]);
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
	settle();
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
			is_member[group[i]] = false;
		return false;
	case RT_SPLIT_LOST: break;
	}
	lose_socket();
	return false;
}

/* Returns the index of the first switch with SITE of the unit UID, or with a later one. */
static uint32_t find_switch(uint64_t uid, uint32_t site)
{
	uint32_t begin = 0, end = nr_batch;

	while (begin < end) {
		uint32_t middle = begin + (end - begin) / 2;

		if (batch[middle].uid < uid ||
		    (batch[middle].uid == uid && batch[middle].site < site))
			begin = middle + 1;
		else
			end = middle;
	}
	return begin;
}

bool rt_split_site(const struct remt_unit *unit, uint32_t site)
{
	int saved_errno = errno;
	bool is_child = false;

	for (uint32_t i = find_switch(unit->uid, site);
	     !is_child && i < nr_batch && batch[i].uid == unit->uid && batch[i].site == site; i++) {
		if (is_member[batch[i].mutant])
			is_child = split_off(&batch[i].mutant, 1);
	}
	errno = saved_errno;
	return is_child;
}

static const struct remt_switch *switch_at(uint32_t index)
{
	return &batch[current.begin + index];
}

/*
 * Returns what the process continues with at this execution: an index into the range, or NOBODY for
 * the original.
 */
static uint32_t find_lead(void)
{
	for (uint32_t i = 0; lead != NOBODY && i < current.end - current.begin; i++) {
		if (switch_at(i)->mutant == lead)
			return i;
	}
	return NOBODY;
}

static bool is_equal(uint32_t index, uint32_t other)
{
	static const struct compared original;
	const struct compared *a = &current.all[index];
	const struct compared *b = other == NOBODY ? &original : &current.all[other];

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
	uint32_t alternative = index == NOBODY ? 0 : switch_at(index)->alternative;

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
			return answer_for(lead == NOBODY ? NOBODY : i) | REMT_FINAL;
	}
	if (self)
		tidy_site();
	if (self && lead != NOBODY && is_single())
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
		if (batch[i].mutant != lead)
			is_member[batch[i].mutant] = false;
	}
	current.is_open = false;
	rt_session->split_error = REMT_REFUSAL_SIGNALS;
}

/* Tells the runner that the trunk has reached the site. */
static void note_reached(void)
{
	for (uint32_t i = current.begin; i < current.end; i++) {
		uint32_t mutant = batch[i].mutant;

		__atomic_fetch_or(&rt_session->reached[mutant / 8], (uint8_t)(1u << mutant % 8),
				  __ATOMIC_RELAXED);
	}
}

static void open_site(struct remt_unit *unit, uint32_t site, uint32_t kind, uint32_t mask)
{
	const struct part *part = &parts[unit->reserved];
	bool is_weary;

	if (current.is_open)
		forget_current();
	current.unit = unit;
	current.site = site;
	current.begin = find_site(part->begin, part->end, site);
	current.end = find_site(current.begin, part->end, site + 1);
	if (current.end - current.begin > REMT_SESSION_MAX_SPLIT)
		current.end = current.begin + REMT_SESSION_MAX_SPLIT;
	current.kind = kind;
	current.mask = mask;
	current.at = kind == REMT_ENTER ? 0 : current.end - current.begin;
	current.is_open = true;
	if (lead == NOBODY && !nr_seen[current.begin])
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
			.is_left = is_member[on->mutant],
		};
	}
}

/* Returns the answer where nothing can be compared. */
static uint32_t answer_without_comparing(const struct remt_unit *unit, uint32_t site)
{
	const struct part *part = &parts[unit->reserved];

	for (uint32_t i = find_site(part->begin, part->end, site);
	     i < part->end && batch[i].site == site; i++) {
		if (batch[i].mutant == lead)
			return batch[i].alternative | REMT_FINAL;
	}
	return REMT_FINAL;
}

/*
 * Splits off each variant with a switch at this site. The trunk has no use for the site any more.
 */
static uint32_t leave_alone(struct remt_unit *unit, uint32_t site, uint32_t k, uint64_t arg)
{
	const struct part *part = &parts[unit->reserved];

	if (rt_split_site(unit, site))
		return rt_hook_mutate(unit, site, k, arg);
	if (!self)
		return REMT_FINAL;
	current.unit = unit;
	current.site = site;
	current.begin = find_site(part->begin, part->end, site);
	current.end = find_site(current.begin, part->end, site + 1);
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
