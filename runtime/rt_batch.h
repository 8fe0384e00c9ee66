/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The batch of a split-stream run: the switches of all its mutants, and for which of them this
 * process stands. */
#ifndef RUNTIME_RT_BATCH_H
#define RUNTIME_RT_BATCH_H

#include "runtime/rt.h"

#define RT_NOBODY UINT32_MAX

struct rt_batch {
	struct remt_switch on[REMT_SESSION_MAX_ON]; /* by unit and site */
	uint32_t count;
	bool is_member[REMT_SESSION_MAX_ON]; /* by number of mutant */
};

/* A unit with mutants of the batch, and where they are in it. */
struct rt_part {
	struct remt_unit *unit;
	uint32_t begin, end;
};

extern struct rt_batch rt_batch;

/* Takes the batch out of the session: this process stands for all of it. */
void rt_batch_begin(void);
/* True if this process stands for exactly one mutant. */
bool rt_batch_is_single(void);
/*
 * Returns the index of the first of the switches BEGIN … END-1, all of one unit, whose site is
 * SITE or a later one; END if there is none.
 */
uint32_t rt_batch_find_site(uint32_t begin, uint32_t end, uint32_t site);
/* Returns the index of the first switch that is not before SITE of the unit UID. */
uint32_t rt_batch_find_switch(uint64_t uid, uint32_t site);
/* True if a switch from BEGIN to END is a member's; FUNCTION: and in that function, unless it is
 * RT_NOBODY. */
bool rt_batch_has_member(uint32_t begin, uint32_t end, uint32_t function);
/*
 * Finds the unit's part of the batch, which may be empty. Returns false if it does not fit the
 * unit.
 */
bool rt_batch_find_part(struct remt_unit *unit, struct rt_part *ret);
/* Sets the flags of a unit by what members it has. */
void rt_batch_set_flags(const struct rt_part *part);

#endif
