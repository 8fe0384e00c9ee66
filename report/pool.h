/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A pool of strings that live as long as one report. Equal strings are kept once, as operators,
 * descriptions and reasons repeat thousands of times.
 */
#ifndef REPORT_POOL_H
#define REPORT_POOL_H

#include "common/attr.h"

struct report_pool;

struct report_pool *report_pool_create(void) RETURNS_NONNULL MUST_CHECK;
void report_pool_destroy(struct report_pool *pool);
/* Returns the pool's copy of TEXT; "" for NULL. */
const char *report_pool_add(struct report_pool *pool, const char *text) RETURNS_NONNULL;

#endif
