/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a run has written, as text for comparison with another run: a line for each file, link and
 * removed name, "/tmp/x (mode 644):", and the content of short text files.
 */
#ifndef RUNNER_SANDBOX_WRITTEN_H
#define RUNNER_SANDBOX_WRITTEN_H

#include <stdbool.h>

#include "common/attr.h"
#include "common/strbuf.h"

/*
 * Adds to TEXT the content of DIRECTORY, which began empty or is the upper directory of an overlay,
 * in the order of names. Runs know the directory as PATH. A directory has no line of its own. False
 * if something can't be read.
 */
bool written_add(struct strbuf *text, int directory, const char *path) MUST_CHECK;

#endif
