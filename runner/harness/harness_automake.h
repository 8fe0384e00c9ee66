/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RUNNER_HARNESS_HARNESS_AUTOMAKE_H
#define RUNNER_HARNESS_HARNESS_AUTOMAKE_H

#include "runner/test/test.h"

/*
 * Fills `needs` of TESTS, all of one directory, from the rules of its Makefile. LOGS has for each
 * test the name of its log file as make knows it.
 */
void automake_read_order(struct test *tests, char *const *logs, size_t nr_tests);

#endif
