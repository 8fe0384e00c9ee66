/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A program with a mutant on: a copy of its file in which the flags of the mutant's sites are set (include/remt/unit.h).
 * It does what the mutant does, needs no run-time, and can be run by anybody.
 */
#ifndef SITES_SWITCHED_H
#define SITES_SWITCHED_H

#include <stddef.h>

#include "common/attr.h"
#include "common/error.h"
#include "remt/session.h"

/*
 * Writes the new file TO, an executable copy of FROM, with the NUMBER switches ON set; of each its unit, site, function and
 * alternative count. FROM was read by site_tables_read(). ERROR_UNUSABLE: it has no unit with one of the sites, a
 * switch can't be set for good (a layout switch, or an alternative from REMT_COUNT on), or a file can't be read or
 * written.
 */
struct error *switched_write(const char *from, const char *to, const struct remt_switch *on,
			     size_t number) MUST_CHECK;

#endif
