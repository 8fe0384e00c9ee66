/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks one site table whole, so that nobody behind it has to. */
#ifndef SITES_CHECK_H
#define SITES_CHECK_H

#include "common/attr.h"
#include "common/error.h"
#include "sites/table.h"

/*
 * Checks the table that starts at DATA (aligned to 8 bytes), of which
 * AVAILABLE bytes exist, and points RET into it.  The error names the record
 * but neither file nor offset: the caller wraps it.
 */
struct error *check_table(const void *data, size_t available, struct site_table *ret) MUST_CHECK;

/* The unit's name: XXH64 of the SIZE bytes of the table with `uid` taken as 0. */
uint64_t check_uid(const void *data, size_t size);

#endif
