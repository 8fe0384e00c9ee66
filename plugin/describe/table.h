/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The site table in the making (include/remt/sites.h): first functions with their graphs, then
 * sites with their mutants. The end writes it into the assembly.
 */
#ifndef PLUGIN_DESCRIBE_TABLE_H
#define PLUGIN_DESCRIBE_TABLE_H

#include "plugin/mark/site.h"

/*
 * Adds the current function with its graph and returns its index. NUMBER is the index of its
 * function flag in the unit.
 */
unsigned table_add_function(unsigned number, unsigned flags);

/* Returns the offset of TEXT among the strings; NULL counts as "". */
uint32_t table_string(const char *text);

/* Adds a site that belongs to FUNCTION and numbers it. */
void table_add_site(site *s, unsigned function);

/* Appends the table to the assembly and returns the unit's uid. */
unsigned long long table_emit(void);

unsigned table_nr_sites(void);

#endif
