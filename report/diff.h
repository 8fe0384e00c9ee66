/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The unified diff that turns a source into one of its mutants.  `patch -p1` in the project root
 * accepts the diff, whatever line ends and name the file has.
 */
#ifndef REPORT_DIFF_H
#define REPORT_DIFF_H

#include <stdbool.h>
#include <stddef.h>

#include "common/attr.h"
#include "common/strbuf.h"
#include "report/source.h"

/*
 * Appends to DIFF the diff that replaces the bytes [start, end) of SOURCE by REPLACEMENT. PATH is
 * the name of the file in the headers of the diff. If nothing changes, nothing is appended.
 */
void diff_add(struct strbuf *diff, const char *path, const struct source *source, size_t start,
	      size_t end, const char *replacement);

#endif
