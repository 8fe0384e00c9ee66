/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The plain tests: each test without any negation, run as often as variants are. The runs tell
 * which outputs of a test can be compared at all.
 */
#ifndef ISO_PLAIN_H
#define ISO_PLAIN_H

#include "iso/explore_state.h"

/*
 * Fills `unstable`, `plain`, `seen_old` and `seen_new` of all tests of EXPLORE. After a
 * cancellation no test is filled.
 */
struct error *plain_compare(struct explore *explore) MUST_CHECK;

#endif
