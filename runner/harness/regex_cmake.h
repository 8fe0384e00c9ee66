/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CMake's regular expressions, written as POSIX extended ones. */
#ifndef RUNNER_HARNESS_REGEX_CMAKE_H
#define RUNNER_HARNESS_REGEX_CMAKE_H

#include "common/attr.h"

/*
 * The two languages differ in three ways: CMake has no intervals ("{" is itself), no
 * character classes inside brackets, and a backslash makes any character itself.  Owned by the
 * caller.
 */
char *regex_from_cmake(const char *regex) RETURNS_NONNULL MUST_CHECK;

#endif
