/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * Breakpoints take the place of planted code in modules without units of their own. They are put in
 * place before anything of the module is executed: when this process starts, in a child of the
 * fork-server, or when the module is loaded. The code that the hook answers with replaces them.
 */
#include <signal.h>

#include "runtime/rt_binary.h"
#include "runtime/rt_branch.h"
#include "runtime/rt_code.h"
#include "runtime/rt_syscall.h"

/*
 * True if the site still has its file's bytes and needs a breakpoint. Other bytes mean that it was
 * executed before, or has its breakpoint.
 */
static bool is_fresh(const struct rt_place *place, uint32_t site)
{
	const struct remt_variants_site *at = &rt_place_sites(place)[site];

	return remt_unit_site_on(place->unit)[site] == REMT_ASK &&
	       rt_is_equal(rt_place_address(place, at), rt_place_code(place, at, 0), at->size);
}

static bool is_of_others(const struct rt_place *place, uint32_t site)
{
	const struct remt_variants_site *at = &rt_place_sites(place)[site];
	const uint8_t *now = (const uint8_t *)rt_place_address(place, at);

	if (*now == RT_BREAKPOINT)
		return false;
	for (uint32_t i = 0; i <= at->nr_alternatives; i++) {
		if (rt_is_equal(now, rt_place_code(place, at, i), at->size))
			return false;
	}
	return true;
}

/*
 * Puts breakpoints at the sites from FIRST up to LAST, which lie on pages that follow each other.
 */
static void put_breakpoints(const struct rt_place *place, uint32_t first, uint32_t last)
{
	const struct remt_variants_site *sites = rt_place_sites(place);
	static const uint8_t breakpoint[] = { RT_BREAKPOINT };
	struct rt_code code;

	if (!rt_code_open(&code, rt_place_address(place, &sites[first]),
			  rt_place_address(place, &sites[last]) + sites[last].size)) {
		rt_session_fail(REMT_RUNTIME_SEALED);
		return;
	}
	for (uint32_t i = first; i <= last; i++) {
		if (is_fresh(place, i)) {
			if (!rt_code_put(&code, rt_place_address(place, &sites[i]), breakpoint, 1))
				rt_session_fail(REMT_RUNTIME_SEALED);
		} else if (remt_unit_site_on(place->unit)[i] && is_of_others(place, i)) {
			rt_session_fail(REMT_RUNTIME_CODE);
		}
	}
	rt_code_close(&code);
}

static void put_all(const struct rt_place *place)
{
	uint32_t count = place->module->nr_sites, end;

	for (uint32_t first = 0; first < count; first = end) {
		end = remt_variants_end(rt_place_sites(place), count, first);
		put_breakpoints(place, first, end - 1);
	}
}

static void put_selected(const struct rt_place *place)
{
	for (uint32_t i = 0; i < rt_session->nr_on && i < REMT_SESSION_MAX_ON; i++) {
		const struct remt_switch *on = &rt_session->on[i];

		if (on->uid == place->unit->uid && on->site < place->unit->nr_sites)
			put_breakpoints(place, on->site, on->site);
	}
}

void rt_binary_plant(const struct remt_unit *unit)
{
	struct rt_place *place = rt_place_find(unit);
	sigset_t every, before;

	/*
	 * A site that was executed since must not get its breakpoint again, unless the module was
	 * loaded again.
	 */
	if (!place || !unit->hook ||
	    (place->is_planted && place->planted_base == place->base &&
	     place->planted_subs == place->subs))
		return;
	place->is_planted = true;
	place->planted_base = place->base;
	place->planted_subs = place->subs;
	sigfillset(&every);
	syscall(SYS_rt_sigprocmask, SIG_SETMASK, &every, &before, NSIG / 8);
	rt_trap_step_aside();
	if (rt_session->mode == REMT_MODE_MUTATE)
		put_selected(place);
	else
		put_all(place);
	syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before, NULL, NSIG / 8);
}

/* Returns the index of the site at AT, or UINT32_MAX. */
static uint32_t find_site(const struct rt_place *place, const char *at)
{
	return remt_variants_find(rt_place_sites(place), place->module->nr_sites,
				  (uint64_t)(at - place->base));
}

/* Replaces the breakpoint by the code of ALTERNATIVE. */
static void replace(const struct rt_place *place, uint32_t site, uint32_t alternative)
{
	const struct remt_variants_site *at = &rt_place_sites(place)[site];
	char *address = rt_place_address(place, at);
	struct rt_code code;
	bool is_done = false;

	if (alternative > at->nr_alternatives) {
		rt_session_fail(REMT_RUNTIME_BAD_UNIT);
		alternative = 0;
	}
	if (rt_code_open(&code, address, address + at->size)) {
		is_done = rt_code_put(&code, address, rt_place_code(place, at, alternative),
				      at->size);
		rt_code_close(&code);
	}
	if (is_done)
		return;
	/* It would stop at the breakpoint for ever. */
	rt_session_fail(REMT_RUNTIME_SEALED);
	rt_hook_end();
}

/*
 * Asks the hook about an execution of SITE that infects the alternatives of MASK. Another thread
 * that gets here at the same time repeats the same. A flag that the hook sets to be called less
 * often has no use here.
 */
static uint32_t ask(const struct rt_place *place, uint32_t site, uint32_t mask)
{
	uint32_t answer = place->unit->hook(place->unit, site, REMT_SELECT, mask);

	remt_unit_site_on(place->unit)[site] = REMT_ASK;
	return answer & ~REMT_FINAL;
}

static const char *pass_once(const struct rt_place *place, uint32_t site)
{
	replace(place, site, ask(place, site, UINT32_MAX));
	return rt_place_address(place, &rt_place_sites(place)[site]);
}

/* Continues as the branch would. It keeps its breakpoint until its ways are known. */
static const char *pass_branch(const struct rt_place *place, uint32_t site, uint64_t flags)
{
	const struct remt_variants_site *at = &rt_place_sites(place)[site];
	bool holds = rt_branch_holds(at->condition, flags);
	uint32_t answer = ask(place, site, rt_branch_bits(holds));

	if (rt_branch_is_known(place, site))
		replace(place, site, answer);
	return rt_branch_jumps(answer, holds) ? place->base + at->target
					      : rt_place_address(place, at) + at->size;
}

const char *rt_binary_answer(const char *at, uint64_t flags)
{
	for (uint32_t i = 0; i < rt_nr_places; i++) {
		const struct rt_place *place = &rt_places[i];
		uint32_t site = place->unit ? find_site(place, at) : UINT32_MAX;

		if (site == UINT32_MAX || !remt_unit_site_on(place->unit)[site])
			continue;
		if (!rt_covers())
			return pass_once(place, site);
		rt_branch_tell(place, &rt_place_sites(place)[site]);
		return rt_place_sites(place)[site].target ? pass_branch(place, site, flags)
							  : pass_once(place, site);
	}
	return NULL;
}
