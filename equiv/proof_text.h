/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proofs in words. */
#ifndef EQUIV_PROOF_TEXT_H
#define EQUIV_PROOF_TEXT_H

#include "common/strbuf.h"
#include "equiv/side.h"

/* Adds "line 12" or "lines 12 to 15"; "the region" if it has no lines. */
void proof_add_lines(struct strbuf *out, uint32_t first, uint32_t last);

/*
 * Adds what the only mark of a site is and what it becomes: "`x > 0` and `x != 0`", with "x is unsigned here: " before
 * that if it has to do with it. False: nothing was added, as the site has several marks, or one that is not told.
 */
bool proof_add_pair(struct strbuf *out, const struct side *side);

/*
 * Adds values of variables for which the sides differ: "x = 0, n = 4". INPUTS are those of the world's terms, and TERM
 * is the difference. False: it depends on something that has no name.
 */
bool proof_add_values(struct strbuf *out, const struct side *side, uint32_t term,
		      const unsigned char *inputs);

#endif
