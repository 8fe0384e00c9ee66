/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * Notes which functions a run enters. If a run enters no function with changed code, the changed
 * program would have run in the same way.
 */
#include <stddef.h>

#include "runtime/rt.h"

/* What the fork-server had entered before its first child. */
static uint8_t before[REMT_SESSION_MAX_FUNCTIONS / 8];
static uint32_t was_unknown;

static void enter(struct remt_unit *unit, uint32_t function)
{
	uint32_t bit = unit->first + function;

	__atomic_fetch_or(&rt_session->entered[bit / 8], (uint8_t)(1u << bit % 8),
			  __ATOMIC_RELAXED);
	/* After the note, so that a signal or the end between the two loses nothing. */
	__atomic_fetch_and(&remt_unit_function_on(unit)[function], (uint8_t)~REMT_NOTED,
			   __ATOMIC_RELAXED);
}

/* Returns the entry with the unit's bits; NULL: there is no room. */
static const struct remt_noted *find_room(const struct remt_unit *unit)
{
	struct remt_noted *noted = rt_session->noted;
	uint32_t count = __atomic_load_n(&rt_session->nr_noted, __ATOMIC_ACQUIRE);
	uint32_t first;

	for (uint32_t i = 0; i < count && i < REMT_SESSION_MAX_UNITS; i++) {
		if (noted[i].uid == unit->uid &&
		    __atomic_load_n(&noted[i].nr_functions, __ATOMIC_ACQUIRE) == unit->nr_functions)
			return &noted[i];
	}
	first = __atomic_fetch_add(&rt_session->nr_noted_functions, unit->nr_functions,
				   __ATOMIC_RELAXED);
	if (first > REMT_SESSION_MAX_FUNCTIONS ||
	    unit->nr_functions > REMT_SESSION_MAX_FUNCTIONS - first)
		return NULL;
	count = __atomic_fetch_add(&rt_session->nr_noted, 1, __ATOMIC_ACQ_REL);
	if (count >= REMT_SESSION_MAX_UNITS)
		return NULL;
	noted[count].uid = unit->uid;
	noted[count].first = first;
	__atomic_store_n(&noted[count].nr_functions, unit->nr_functions, __ATOMIC_RELEASE);
	return &noted[count];
}

void rt_enter_give_up(void)
{
	__atomic_store_n(&rt_session->is_unknown, 1, __ATOMIC_RELAXED);
}

void rt_enter_unit(struct remt_unit *unit)
{
	uint8_t *function_on = remt_unit_function_on(unit);
	const struct remt_noted *noted = find_room(unit);

	if (!noted) {
		rt_enter_give_up();
		return;
	}
	unit->first = noted->first;
	__atomic_store_n(&unit->enter, enter, __ATOMIC_RELEASE);
	for (uint32_t i = 0; i < unit->nr_functions; i++)
		function_on[i] |= REMT_NOTED;
}

void rt_enter_remember(void)
{
	was_unknown = rt_session->is_unknown;
	for (uint32_t i = 0; i < sizeof(before); i++)
		before[i] = rt_session->entered[i];
}

void rt_enter_begin(void)
{
	if (was_unknown)
		__atomic_store_n(&rt_session->is_unknown, 1, __ATOMIC_RELAXED);
	for (uint32_t i = 0; i < sizeof(before); i++) {
		if (before[i])
			__atomic_fetch_or(&rt_session->entered[i], before[i], __ATOMIC_RELAXED);
	}
}
