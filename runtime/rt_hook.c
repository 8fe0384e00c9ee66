/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What planted code calls at a site that is switched on. */
#include <signal.h>

#include "runtime/rt_syscall.h"

enum {
	NR_SEEN = 1024,	  /* executions in all processes before any goes unseen */
	NR_UNSEEN = 1024, /* executions between two calls of the hook */
};

/* Ends the process in a way that no handler of the program can see or stop. */
static _Noreturn void end_process(void)
{
	for (;;)
		syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
}

/* Notes HITS executions of a switched-on site; returns how many there were. */
static uint64_t count_hits(uint64_t hits)
{
	uint64_t sum = __atomic_add_fetch(&rt_session->nr_hits, hits, __ATOMIC_RELAXED);

	if (rt_session->hit_budget && sum > rt_session->hit_budget) {
		__atomic_store_n(&rt_session->budget_spent, 1, __ATOMIC_RELAXED);
		end_process();
	}
	return sum;
}

/*
 * The first executions are counted one by one; then the site's flag becomes the alternative, and the
 * hook is back when NR_UNSEEN of them are over: a call for each would cost many times what a cheap
 * expression does.
 */
uint32_t rt_hook_mutate(struct remt_unit *unit, uint32_t site, uint32_t k, uint32_t arg)
{
	volatile uint8_t *flag = &remt_unit_site_on(unit)[site];
	uint64_t sum = count_hits(*flag == REMT_ASK ? 1 : NR_UNSEEN + 1);
	uint32_t answer = 0;

	(void)k;
	(void)arg;
	for (uint32_t i = unit->reserved; i < rt_session->nr_on; i++) {
		const struct remt_switch *on = &rt_session->on[i];

		if (on->site == site && on->uid == unit->uid) {
			answer = on->alternative;
			break;
		}
	}
	if (sum >= NR_SEEN && answer < REMT_ASK) {
		unit->fuel = NR_UNSEEN;
		*flag = (uint8_t)answer;
	}
	return answer | REMT_FINAL;
}

uint32_t rt_hook_cover(struct remt_unit *unit, uint32_t site, uint32_t k, uint32_t arg)
{
	(void)k;
	(void)arg;
	rt_cover_hit(unit, site);
	return REMT_FINAL;
}
