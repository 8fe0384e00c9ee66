/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Translates CMake's regular expressions into extended ones of POSIX. */
#ifndef RUNNER_HARNESS_REGEX_CMAKE_H
#define RUNNER_HARNESS_REGEX_CMAKE_H

#include "common/attr.h"

/*
 * The languages differ in three ways. CMake has no intervals, so "{" means itself; it has no
 * character classes inside brackets; a backslash makes any character mean itself. Owned by the
 * caller.
 */
char *regex_from_cmake(const char *regex) RETURNS_NONNULL MUST_CHECK;

#endif
