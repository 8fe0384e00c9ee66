/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * By what a version's paths are explored, and what one semantic change is (Böhme and Roychoudhury, Comprehensive
 * Test Suite Augmentation, TR 11/11, 2011, section VII.A). In all modes but MODE_PAIRS a semantic change is a pair of change
 * conditions (definition 3) whose inputs differ, as there; in that it is a pair of output expressions.
 */
#ifndef PATHS_MODE_H
#define PATHS_MODE_H

#include <stdbool.h>

enum mode {
	MODE_PAIRS, /* all conditions, of both versions: each pair of paths is visited */
	MODE_SD,    /* likewise: semantic differencing, with change conditions or stronger ones */
	MODE_CBPE,  /* change conditions of the new version */
	MODE_PESO,  /* the relevant slice conditions of its output statements */
	MODE_REACH, /* its reachability conditions: whether changed code is executed */
};

/* True if only a part of the new version's conditions is explored, so that nothing is known of other inputs. */
static inline bool mode_is_partial(enum mode mode)
{
	return mode >= MODE_CBPE;
}

/* Returns the mode NAME; MODE_PAIRS: there is none. */
enum mode mode_find(const char *name);

/* Returns its name; NULL: MODE_PAIRS has none. */
const char *mode_name(enum mode mode);

#endif
