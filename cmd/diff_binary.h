/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `remt diff --binary`: compares the code of two compiled files, without sources. Names of symbols
 * help if both files have them.
 */
#ifndef CMD_DIFF_BINARY_H
#define CMD_DIFF_BINARY_H

#include <stdbool.h>

#include "common/attr.h"
#include "common/error.h"

/* Compares the files OLD and NEW, and prints how their functions differ, as text or JSON. */
struct error *diff_binaries(const char *old, const char *new, bool is_json) MUST_CHECK;

#endif
