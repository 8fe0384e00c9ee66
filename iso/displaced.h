/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Displaced nodes: those that have no equivalent, because all ways to them lead through something
 * that has changed, but are themselves what a node of the old version was.
 */
#ifndef ISO_DISPLACED_H
#define ISO_DISPLACED_H

#include "graph/difference.h"

/*
 * By node of the new version: that of the old one that it is equivalent to or was; PROGRAM_NONE;
 * owned by the caller.  What is behind displaced nodes may be anything: that their ways lead to
 * partners again is not said.
 */
uint32_t *displaced_find(const struct difference *changes) RETURNS_NONNULL MUST_CHECK;

#endif
