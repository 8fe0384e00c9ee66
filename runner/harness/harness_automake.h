/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RUNNER_HARNESS_HARNESS_AUTOMAKE_H
#define RUNNER_HARNESS_HARNESS_AUTOMAKE_H

#include "runner/test/test.h"

/*
 * Fills `needs` of TESTS, which are all of one directory, by the rules of its Makefile; LOGS: the
 * name of each one's log file as make knows it.
 */
void automake_read_order(struct test *tests, char *const *logs, size_t nr_tests);

#endif
