/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When something is to end, whatever it does: at a time, after so much work, or as soon as a signal came. */
#ifndef COMMON_DEADLINE_H
#define COMMON_DEADLINE_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* All zero: never. */
struct deadline {
	uint64_t at_ms; /* of clock_ms(); 0: at no time */
	uint64_t
		work_us; /* of clock_work_us(), so that other work does not count; 0: after any work */
	/* not 0: now; borrowed, processes may share it; NULL: no signal counts */
	const volatile sig_atomic_t *cancelled;
};

/* True if the time has come. */
bool deadline_is_over(const struct deadline *deadline);

/* Returns MS, or the milliseconds until at_ms, if these are fewer. */
uint64_t deadline_bound_ms(const struct deadline *deadline, uint64_t ms);

/* Returns one that leaves PART of OF parts of the time and work that DEADLINE leaves; never if that is never. */
struct deadline deadline_part(const struct deadline *deadline, unsigned part, unsigned of);

/* Returns NOW and MS later; 0 if no clock comes so far. */
uint64_t deadline_after(uint64_t now, uint64_t ms);

#endif
