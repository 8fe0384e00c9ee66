/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A binary without lines, as a text that stands for its source: the instructions that have mutants,
 * one a line.
 */
#ifndef REPORT_LISTING_H
#define REPORT_LISTING_H

#include "common/attr.h"
#include "report/model.h"
#include "report/source.h"

/* What is there without a mutant of a binary, of *SIZE bytes, as its DESCRIPTION tells:
 * "'je 0x10' becomes 'jne 0x10' at main+0x1d". */
const char *listing_instruction(const char *description, size_t *size) RETURNS_NONNULL;

/* True if FILE is a binary: its mutants have addresses in place of lines. */
bool listing_is_one(const struct report_model *model, const struct report_file *file);
/* RET is to be given to source_deinit(). */
void listing_write(const struct report_model *model, const struct report_file *file,
		   struct source *ret);
/* Where MUTANT, whose file is a listing that begins with the mutant FIRST, is in it. */
void listing_find(const struct source *source, const struct report_model *model, size_t first,
		  size_t mutant, struct source_position *ret_start,
		  struct source_position *ret_end);

#endif
