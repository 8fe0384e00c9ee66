/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of symbols and files as numbers: equal names have equal ones, in both versions of a
 * program. */
#ifndef GRAPH_NAMES_H
#define GRAPH_NAMES_H

#include <stdint.h>

#include "common/attr.h"

struct names;

struct names *names_create(void) RETURNS_NONNULL MUST_CHECK;
void names_destroy(struct names *names);

/* Numbers begin with 0 and have no gaps. */
uint32_t names_number(struct names *names, const char *name);
/* Valid until names_destroy(). */
const char *names_text(const struct names *names, uint32_t number) RETURNS_NONNULL;
uint32_t names_count(const struct names *names);

#endif
