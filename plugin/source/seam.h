/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Seams: the places where a mutant's text meets the source. Tokens that touch there must not become
 * one: in `return(x)` the replacement 1 of (x) must not give `return1`, and in `a+-b` the
 * replacement - of + must not give `--`.
 */
#ifndef PLUGIN_SOURCE_SEAM_H
#define PLUGIN_SOURCE_SEAM_H

#include "plugin/source/extent.h"

/*
 * Returns TEXT (taken over; malloc'ed) for the place WHERE, with a space at each end where the
 * tokens would become one.
 */
char *seam_close(const extent *where, char *text);

/*
 * True if the tokens of WHERE can be replaced as a whole: each #if among them has its #endif among
 * them.
 */
bool seam_is_whole(const extent *where);

#endif
