/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The plain tests: what they do without any negation, run as often as variants are.  It tells what
 * of a test can be compared at all.
 */
#ifndef ISO_PLAIN_H
#define ISO_PLAIN_H

#include "iso/explore_state.h"

/* Fills `unstable`, `plain`, `seen_old` and `seen_new` of all tests of EXPLORE; on cancellation of
 * none. */
struct error *plain_compare(struct explore *explore) MUST_CHECK;

#endif
