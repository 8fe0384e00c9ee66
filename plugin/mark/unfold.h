/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Keeps the C front end from folding what the programmer wrote.
 *
 * The front end folds each expression before a plugin sees it, and GCC has no
 * switch for that: x < C becomes x <= C-1, a ? b : c changes its arms, a
 * & 0xff disappears under a narrower type.  Between unfold_begin() and unfold_end()
 * the entries of the folding functions in the compiler's own
 * memory lead here: operations written over something that is no constant stay as
 * they are, and in their places; all others are folded as ever.  GCC folds the rest later, in GIMPLE.
 *
 * Where the compiler's code can't be changed (another architecture, a
 * system that forbids it) nothing happens and fewer constructs become sites: those count
 * as folded.
 */
#ifndef PLUGIN_MARK_UNFOLD_H
#define PLUGIN_MARK_UNFOLD_H

/* Looks the functions up.  False: not possible here. */
bool unfold_prepare(void);

/* True if it was possible. */
bool unfold_is_active(void);

/* True if operations may be left in a type narrower than the source's: C has none narrower than int. */
bool unfold_keeps_width(void);

/* May nest. */
void unfold_begin(void);
void unfold_end(void);

#endif
