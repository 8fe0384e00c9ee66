/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a run has written, as a text that can be compared with that of another run: for each file,
 * link and removed name a line, and the content of what is text and not long.
 */
#ifndef RUNNER_SANDBOX_WRITTEN_H
#define RUNNER_SANDBOX_WRITTEN_H

#include <stdbool.h>

#include "common/attr.h"
#include "common/strbuf.h"

/*
 * Adds what is in DIRECTORY, the upper directory of an overlay or one that was empty, to TEXT, in
 * the order of names; PATH is what runs call it.  Directories are told of by what is in them.
 * False if something can't be read.
 */
bool written_add(struct strbuf *text, int directory, const char *path) MUST_CHECK;

#endif
