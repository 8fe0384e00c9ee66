/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The unified diff that turns a source into one of its mutants.  `patch -p1`
 * in the project root accepts it, whatever the file's line ends and its name are.
 */
#ifndef REPORT_DIFF_H
#define REPORT_DIFF_H

#include <stdbool.h>
#include <stddef.h>

#include "common/attr.h"
#include "common/strbuf.h"
#include "report/source.h"

/*
 * Adds the diff of replacing the bytes [start, end) of SOURCE by REPLACEMENT.
 * PATH is the file's name in the headers.  Nothing is added if nothing changes.
 */
void diff_add(struct strbuf *diff, const char *path, const struct source *source, size_t start,
	      size_t end, const char *replacement);

#endif
