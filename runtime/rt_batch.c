/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
#include "runtime/rt_batch.h"

struct rt_batch rt_batch;

void rt_batch_begin(void)
{
	rt_batch.count =
		rt_session->nr_on < REMT_SESSION_MAX_ON ? rt_session->nr_on : REMT_SESSION_MAX_ON;
	for (uint32_t i = 0; i < rt_batch.count; i++) {
		rt_batch.on[i] = rt_session->on[i];
		rt_batch.on[i].mutant %= REMT_SESSION_MAX_ON;
		rt_batch.is_member[rt_batch.on[i].mutant] = true;
	}
}

uint32_t rt_batch_find_site(uint32_t begin, uint32_t end, uint32_t site)
{
	while (begin < end) {
		uint32_t middle = begin + (end - begin) / 2;

		if (rt_batch.on[middle].site < site)
			begin = middle + 1;
		else
			end = middle;
	}
	return begin;
}

bool rt_batch_has_member(uint32_t begin, uint32_t end, uint32_t function)
{
	for (uint32_t i = begin; i < end; i++) {
		if (rt_batch.is_member[rt_batch.on[i].mutant] &&
		    (function == RT_NOBODY || rt_batch.on[i].function == function))
			return true;
	}
	return false;
}

void rt_batch_set_flags(const struct rt_part *part)
{
	uint8_t *function_on = remt_unit_function_on(part->unit);
	uint8_t *site_on = remt_unit_site_on(part->unit);

	for (uint32_t i = part->begin; i < part->end; i++) {
		function_on[rt_batch.on[i].function] &= (uint8_t)~REMT_SWITCHED;
		site_on[rt_batch.on[i].site] = 0;
	}
	for (uint32_t i = part->begin; i < part->end; i++) {
		if (!rt_batch.is_member[rt_batch.on[i].mutant])
			continue;
		function_on[rt_batch.on[i].function] |= REMT_SWITCHED;
		site_on[rt_batch.on[i].site] = REMT_ASK;
	}
}

bool rt_batch_find_part(struct remt_unit *unit, struct rt_part *ret)
{
	*ret = (struct rt_part){ .unit = unit };
	while (ret->begin < rt_batch.count && rt_batch.on[ret->begin].uid != unit->uid)
		ret->begin++;
	ret->end = ret->begin;
	while (ret->end < rt_batch.count && rt_batch.on[ret->end].uid == unit->uid) {
		if (rt_batch.on[ret->end].site >= unit->nr_sites ||
		    rt_batch.on[ret->end].function >= unit->nr_functions)
			return false;
		ret->end++;
	}
	return true;
}

bool rt_batch_is_single(void)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < REMT_SESSION_MAX_ON && count < 2; i++)
		count += rt_batch.is_member[i];
	return count == 1;
}

uint32_t rt_batch_find_switch(uint64_t uid, uint32_t site)
{
	uint32_t begin = 0, end = rt_batch.count;

	while (begin < end) {
		uint32_t middle = begin + (end - begin) / 2;

		if (rt_batch.on[middle].uid < uid ||
		    (rt_batch.on[middle].uid == uid && rt_batch.on[middle].site < site))
			begin = middle + 1;
		else
			end = middle;
	}
	return begin;
}
