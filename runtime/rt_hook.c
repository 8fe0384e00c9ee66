/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What planted code calls at a site that is switched on. */
#include <signal.h>

#include "runtime/rt_syscall.h"

/* Ends the process in a way that no handler of the program can see or stop. */
static _Noreturn void end_process(void)
{
	for (;;)
		syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
}

static void count_hit(void)
{
	uint64_t hits = __atomic_add_fetch(&rt_session->nr_hits, 1, __ATOMIC_RELAXED);

	if (rt_session->hit_budget && hits > rt_session->hit_budget) {
		__atomic_store_n(&rt_session->budget_spent, 1, __ATOMIC_RELAXED);
		end_process();
	}
}

uint32_t rt_hook_mutate(struct remt_unit *unit, uint32_t site, uint32_t k, uint32_t arg)
{
	(void)k;
	(void)arg;
	count_hit();
	for (uint32_t i = unit->reserved; i < rt_session->nr_on; i++) {
		const struct remt_switch *on = &rt_session->on[i];

		if (on->site == site && on->uid == unit->uid)
			return on->alternative | REMT_FINAL;
	}
	return REMT_FINAL;
}

uint32_t rt_hook_cover(struct remt_unit *unit, uint32_t site, uint32_t k, uint32_t arg)
{
	(void)k;
	(void)arg;
	rt_cover_hit(unit, site);
	return REMT_FINAL;
}
