/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks a whole site table, so that no user of the table has to check it again. */
#ifndef SITES_CHECK_H
#define SITES_CHECK_H

#include "common/attr.h"
#include "common/error.h"
#include "sites/table.h"

/*
 * Checks the table that begins at DATA and points RET into it. DATA is aligned to 8 bytes, and
 * AVAILABLE bytes of it exist. The error names the damaged record, but neither the file nor the
 * offset: the caller adds these.
 */
struct error *check_table(const void *data, size_t available, struct site_table *ret) MUST_CHECK;

/*
 * Returns the uid of a unit: XXH64 of the SIZE bytes of its table, with the field `uid` taken as 0.
 */
uint64_t check_uid(const void *data, size_t size);

#endif
