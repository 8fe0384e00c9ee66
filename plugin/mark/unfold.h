/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Keeps the C front end from folding what the programmer wrote.
 *
 * The front end folds each expression before a plugin sees it, and GCC has no switch for that: x <
 * C becomes x <= C-1, a ? b : c changes its arms, a & 0xff disappears under a narrower type.
 * Between unfold_begin() and unfold_end() the entries of the compiler's folding functions, in its
 * own memory, lead here. Operations on anything that is not constant then stay as they are written;
 * everything else is folded as ever. GCC folds the rest later, in GIMPLE.
 *
 * Where the compiler's code can't be changed (another architecture, a system that forbids it)
 * nothing happens, and fewer constructs become sites: the others count as folded.
 */
#ifndef PLUGIN_MARK_UNFOLD_H
#define PLUGIN_MARK_UNFOLD_H

/* Looks up the functions. False: folding can't be kept off here. */
bool unfold_prepare(void);

/* True if unfold_prepare() succeeded. */
bool unfold_is_active(void);

/*
 * True if operations may stay in a type narrower than the source's: C has none narrower than int.
 */
bool unfold_keeps_width(void);

/* Calls may nest; each needs its unfold_end(). */
void unfold_begin(void);
void unfold_end(void);

#endif
