/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * The hooks that planted code calls at a site that is switched on, one for each mode of the
 * session; the one of SPLIT is in rt_split.c. They allocate nothing and take no lock.
 */
#include <signal.h>
#include <stddef.h>

#include "runtime/rt_syscall.h"

_Noreturn void rt_hook_end(void)
{
	for (;;)
		syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
}

/*
 * Counts HITS executions of switched-on sites and ends the process if the budget is used up;
 * returns the sum.
 */
static uint64_t count_hits(uint64_t hits)
{
	uint64_t sum = __atomic_add_fetch(&rt_session->nr_hits, hits, __ATOMIC_RELAXED);

	if (rt_session->hit_budget && sum > rt_session->hit_budget) {
		__atomic_store_n(&rt_session->budget_spent, 1, __ATOMIC_RELAXED);
		rt_hook_end();
	}
	return sum;
}

/* Returns the number of executions that a call of the hook stands for. */
static uint32_t hits_of(uint8_t flag)
{
	return flag == REMT_ASK ? 1 : RT_UNSEEN + 1;
}

/* Returns the switch that the session has for the site; NULL: none. */
static const struct remt_switch *find_switch(const struct remt_unit *unit, uint32_t site)
{
	for (uint32_t i = unit->reserved; i < rt_session->nr_on; i++) {
		const struct remt_switch *on = &rt_session->on[i];

		if (on->site == site && on->uid == unit->uid)
			return on;
	}
	return NULL;
}

uint32_t rt_hook_mutate(struct remt_unit *unit, uint32_t site, uint32_t k, uint64_t arg)
{
	volatile uint8_t *flag = &remt_unit_site_on(unit)[site];
	const struct remt_switch *on = find_switch(unit, site);
	uint32_t answer = on ? on->alternative : 0;
	uint64_t sum;

	(void)k;
	(void)arg;
	if (on && on->mutant == REMT_SWITCH_LAYOUT)
		return answer | REMT_FINAL; /* a layout switch proves nothing of a mutant */
	sum = count_hits(hits_of(*flag));
	if (sum >= RT_SEEN && answer < REMT_COUNT) {
		unit->fuel = RT_UNSEEN;
		*flag = (uint8_t)answer;
	}
	return answer | REMT_FINAL;
}

/*
 * True if this process has compared enough alternatives: those that were not infected so far then
 * count as infected.
 */
static bool is_weary(void)
{
	static uint32_t nr_compared;
	uint32_t count = __atomic_load_n(&nr_compared, __ATOMIC_RELAXED);

	if (count < RT_COMPARED) /* threads may count two as one, as it need not be exact */
		__atomic_store_n(&nr_compared, count + 1, __ATOMIC_RELAXED);
	return count >= RT_COMPARED;
}

/* Notes the alternatives of MASK as infected; returns all infected ones. */
static uint32_t infect(const struct remt_unit *unit, uint32_t site, uint32_t mask)
{
	uint32_t *infected = rt_cover_infected(unit, site);
	uint32_t known = __atomic_load_n(infected, __ATOMIC_RELAXED);

	return mask & ~known ? __atomic_or_fetch(infected, mask, __ATOMIC_RELAXED) : known;
}

/*
 * Notes an execution of the site and the alternatives of MASK as infected; returns all that are
 * infected or count as such.
 */
static uint32_t enter(struct remt_unit *unit, uint32_t site, uint32_t mask)
{
	volatile uint8_t *flag = &remt_unit_site_on(unit)[site];
	uint32_t sum = rt_cover_hit(unit, site, hits_of(*flag));
	uint32_t known = infect(unit, site, mask);

	if (known != UINT32_MAX && (sum >= RT_ENOUGH || is_weary()))
		known = infect(unit, site, UINT32_MAX);
	if (known == UINT32_MAX && sum >= RT_SEEN) {
		unit->fuel = RT_UNSEEN;
		*flag = sum >= RT_ENOUGH ? 0 : REMT_COUNT;
	}
	return known;
}

/*
 * Answers a call about K: returns the next alternative to compare, which is not INFECTED yet, or at
 * the end LAST, which the mark takes.
 */
static uint32_t go_on(uint32_t k, uint32_t infected, uint32_t last)
{
	uint32_t behind = k == REMT_ENTER ? UINT32_MAX : k < 32 ? UINT32_MAX << k : 0;

	behind &= ~infected;
	return behind ? (uint32_t)__builtin_ctz(behind) + 1 : last | REMT_FINAL;
}

/*
 * At each execution, all alternatives that were never infected are compared: weak mutation of all
 * mutants in one run (Howden, 1982).
 */
uint32_t rt_hook_cover(struct remt_unit *unit, uint32_t site, uint32_t k, uint64_t arg)
{
	uint32_t shift = rt_session->nr_on ? rt_select_find(unit, site) : 0;
	uint32_t known;

	if (k < REMT_PART)
		return go_on(k, infect(unit, site, arg ? remt_alternative_bit(k) : 0), shift);
	known = enter(unit, site, (uint32_t)arg);
	if (shift) /* the mark must take the shift at each execution */
		remt_unit_site_on(unit)[site] = REMT_ASK;
	return go_on(k, known, shift);
}

/*
 * Does what enter() does with less effort: a site that has shown everything is left alone, and a
 * site in a hot loop is sampled. What was not seen does not count as infected.
 */
static uint32_t watch(struct remt_unit *unit, uint32_t site, uint32_t mask)
{
	volatile uint8_t *flag = &remt_unit_site_on(unit)[site];
	uint32_t sum = rt_cover_hit(unit, site, hits_of(*flag));
	uint32_t known = infect(unit, site, mask);

	if (known == UINT32_MAX || sum >= RT_ENOUGH) {
		*flag = 0;
	} else if (sum >= RT_WATCHED) {
		unit->fuel = RT_UNSEEN;
		*flag = REMT_COUNT;
	}
	return known;
}

/*
 * Does what rt_hook_cover() does, but a site that is switched on takes its alternative each time.
 */
uint32_t rt_hook_negate(struct remt_unit *unit, uint32_t site, uint32_t k, uint64_t arg)
{
	uint32_t alternative;

	if (rt_split_is_on() && !rt_cover_is_reached(unit, site))
		rt_split_site(unit, site);
	alternative = rt_session->mode == REMT_MODE_NEGATE ? rt_select_find(unit, site) : 0;
	if (k >= REMT_PART && !alternative)
		return go_on(k, watch(unit, site, (uint32_t)arg), 0);
	if (k < REMT_PART)
		return go_on(k, infect(unit, site, arg ? remt_alternative_bit(k) : 0), alternative);
	count_hits(1);
	rt_cover_hit(unit, site, 1);
	return go_on(k, infect(unit, site, (uint32_t)arg), alternative);
}
