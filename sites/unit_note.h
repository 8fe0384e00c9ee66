/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Units as they are in files (include/remt/unit.h). The site table with the same uid determines
 * each byte, as the linker fills in nothing.
 */
#ifndef SITES_UNIT_NOTE_H
#define SITES_UNIT_NOTE_H

#include "common/attr.h"
#include "common/error.h"
#include "remt/session.h"
#include "sites/table.h"

/*
 * Compares SIZE bytes at DATA, a section .remt.unit, with what NR_TABLES tables of the same file
 * ask for. Between units there may only be zeros. A unit without a table is left over of an object whose code the
 * linker dropped. Adds the number of units with one to COUNT.
 */
struct error *unit_notes_check(const void *data, size_t size, const struct site_table *tables,
			       size_t nr_tables, size_t *count) MUST_CHECK;

/*
 * Sets the flags of ON in DATA, SIZE bytes that unit_notes_check() was content with: its function is switched, and its site
 * takes its alternative. False: no unit has the site.
 */
bool unit_notes_switch(void *data, size_t size, const struct remt_switch *on);

#endif
