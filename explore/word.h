/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where an evaluated value lies. Integers of up to 64 bits fill `i`, sign- or zero-extended as their
 * type says, so that equal values have equal bits; pointers, too. Wider integers fill `w`.
 */
#ifndef EXPLORE_WORD_H
#define EXPLORE_WORD_H

#include <stdint.h>

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 unsigned_wide;

union word {
	int64_t i;
	uint64_t u;
	void *p;
	float f;
	double d;
	long double x;
	wide w;
	unsigned_wide uw;
};

#endif
