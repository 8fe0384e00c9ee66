/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Switches alternatives on: sets the flags of their sites and of the sites' functions. */
#include "runtime/rt.h"

bool rt_select_names(uint64_t uid)
{
	for (uint32_t i = 0; i < rt_session->nr_on && i < REMT_SESSION_MAX_ON; i++) {
		if (rt_session->on[i].uid == uid)
			return true;
	}
	return false;
}

uint32_t rt_select_find(const struct remt_unit *unit, uint32_t site)
{
	for (uint32_t i = 0; i < rt_session->nr_on && i < REMT_SESSION_MAX_ON; i++) {
		const struct remt_switch *on = &rt_session->on[i];

		if (on->site == site && on->uid == unit->uid)
			return on->alternative;
	}
	return 0;
}

void rt_select_note(const struct remt_unit *unit)
{
	if (rt_select_names(unit->uid))
		__atomic_fetch_add(&rt_session->nr_switched, 1, __ATOMIC_RELAXED);
}

void rt_select_unit(struct remt_unit *unit)
{
	uint8_t *function_on = remt_unit_function_on(unit);
	uint8_t *site_on = remt_unit_site_on(unit);
	bool found = false;

	for (uint32_t i = 0; i < rt_session->nr_on && i < REMT_SESSION_MAX_ON; i++) {
		const struct remt_switch *on = &rt_session->on[i];

		if (on->uid != unit->uid)
			continue;
		if (on->site >= unit->nr_sites || on->function >= unit->nr_functions) {
			rt_session_fail(REMT_RUNTIME_BAD_UNIT);
			continue;
		}
		if (!found) {
			unit->reserved = i; /* the hook's search begins here */
			unit->shift = rt_layout_shift;
			__atomic_store_n(&unit->hook, rt_hook_mutate, __ATOMIC_RELEASE);
			found = true;
		}
		site_on[on->site] = REMT_ASK;
		function_on[on->function] |= REMT_SWITCHED;
	}
	if (found)
		__atomic_fetch_add(&rt_session->nr_switched, 1, __ATOMIC_RELAXED);
}
