/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Seams: where the text of a mutant meets that of the source.  Tokens that touch there must not become one:
 * the replacement of (x) in `return(x)` is not to make `return1`, nor that of + in `a+-b` the operator `--`.
 */
#ifndef PLUGIN_SOURCE_SEAM_H
#define PLUGIN_SOURCE_SEAM_H

#include "plugin/source/extent.h"

/* TEXT (taken over; malloc'ed) for the place of WHERE, with a space at an end where it would be read otherwise. */
char *seam_close(const extent *where, char *text);

/* True if the tokens of WHERE can be replaced: the conditionals of the preprocessor in it begin and end there. */
bool seam_is_whole(const extent *where);

#endif
