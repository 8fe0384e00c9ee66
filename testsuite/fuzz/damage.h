/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Damages ELF files at random, for the fuzzers. STATE is that of table_sample_random(). */
#ifndef TESTSUITE_FUZZ_DAMAGE_H
#define TESTSUITE_FUZZ_DAMAGE_H

#include <stddef.h>
#include <stdint.h>

/* Returns a number below LIMIT. */
size_t damage_pick(uint64_t *state, size_t limit);
/* Changes a few bytes of DATA at the offset AT. */
void damage_at(char *data, size_t size, size_t at, uint64_t *state);
/* Changes a few bytes where that is likely to matter. */
void damage_random(char *data, size_t size, uint64_t *state);

#endif
