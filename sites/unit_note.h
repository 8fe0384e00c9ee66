/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Units as they lie in files (include/remt/unit.h): each byte follows from the site table with the
 * same uid, since nothing of a unit is filled in by the linker.
 */
#ifndef SITES_UNIT_NOTE_H
#define SITES_UNIT_NOTE_H

#include "common/attr.h"
#include "common/error.h"
#include "sites/table.h"

/* Compares SIZE bytes at DATA, a section .remt.unit, with what NR_TABLES tables of the same file
 * ask for; there is nothing else in it but zeros between units. Adds to COUNT how many there
 * are. */
struct error *unit_notes_check(const void *data, size_t size, const struct site_table *tables,
			       size_t nr_tables, size_t *count) MUST_CHECK;

#endif
