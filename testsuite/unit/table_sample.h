/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Valid site tables at random. */
#ifndef TESTSUITE_TABLE_SAMPLE_H
#define TESTSUITE_TABLE_SAMPLE_H

#include <stddef.h>
#include <stdint.h>

/* A table of about SIZE functions, the same for the same SEED; owned by the caller. */
void *table_sample(uint64_t seed, unsigned nr_functions, size_t *size);

/* Next number of the generator *STATE (any value but 0). */
uint64_t table_sample_random(uint64_t *state);

#endif
