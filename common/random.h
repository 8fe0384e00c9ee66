/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers that look random and follow from a seed (SplitMix64: Steele, Lea and Flood, OOPSLA 2014, figure 16). */
#ifndef COMMON_RANDOM_H
#define COMMON_RANDOM_H

#include <stdint.h>

/* Returns the next number after *STATE, which is a seed at first. */
static inline uint64_t random_draw(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* Returns one of 0 to LIMIT - 1. */
static inline uint64_t random_pick(uint64_t *state, uint64_t limit)
{
	return random_draw(state) % limit;
}

#endif
