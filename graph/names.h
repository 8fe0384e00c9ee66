/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Numbers the names of symbols and files, so that names are compared as numbers. Two versions of a
 * program use one struct names: equal names have equal numbers in both.
 */
#ifndef GRAPH_NAMES_H
#define GRAPH_NAMES_H

#include <stdint.h>

#include "common/attr.h"

struct names;

struct names *names_create(void) RETURNS_NONNULL MUST_CHECK;
void names_destroy(struct names *names);

/*
 * Returns the number of NAME, which is added if it is new. Numbers begin with 0 and have no gaps.
 */
uint32_t names_number(struct names *names, const char *name);
/* Returns the name with this number. The text is valid until names_destroy(). */
const char *names_text(const struct names *names, uint32_t number) RETURNS_NONNULL;
uint32_t names_count(const struct names *names);

#endif
