/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The site table in the making (include/remt/sites.h).  Functions come first, with their
 * CFG; then sites with their mutants; then the whole is written into the assembly.
 */
#ifndef PLUGIN_DESCRIBE_TABLE_H
#define PLUGIN_DESCRIBE_TABLE_H

#include "plugin/mark/site.h"

/* Adds the current function with its CFG; NUMBER is its place in the unit's flags.  Returns its index. */
unsigned table_add_function(unsigned number, unsigned flags);

/* Offset of TEXT among the strings; NULL is the empty one. */
uint32_t table_string(const char *text);

/* Adds a site that belongs to FUNCTION; its number becomes the next. */
void table_add_site(site *s, unsigned function);

/* Appends the table to the assembly; returns the unit's uid. */
unsigned long long table_emit(void);

unsigned table_nr_sites(void);

#endif
