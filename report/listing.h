/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Listings: a listing is a text that stands for the source of a binary without line numbers. It
 * has one line for each instruction that has mutants:
 *
 *	0x0000113d  main+0x1d                 je 0x10
 */
#ifndef REPORT_LISTING_H
#define REPORT_LISTING_H

#include "common/attr.h"
#include "report/model.h"
#include "report/source.h"

/*
 * Returns the original instruction in the DESCRIPTION of a mutant of a binary, and its length in
 * *SIZE: "je 0x10" in "'je 0x10' becomes 'jne 0x10' at main+0x1d". *SIZE is 0 if there is none.
 * The result points into DESCRIPTION.
 */
const char *listing_instruction(const char *description, size_t *size) RETURNS_NONNULL;

/* True if FILE is a binary whose mutants have addresses instead of lines. */
bool listing_is_one(const struct report_model *model, const struct report_file *file);
/* Writes the listing of FILE. The caller gives RET to source_deinit(). */
void listing_write(const struct report_model *model, const struct report_file *file,
		   struct source *ret);
/*
 * Finds the line of MUTANT in the listing SOURCE, whose first mutant is FIRST, and returns where
 * the line starts and ends.
 */
void listing_find(const struct source *source, const struct report_model *model, size_t first,
		  size_t mutant, struct source_position *ret_start,
		  struct source_position *ret_end);

#endif
