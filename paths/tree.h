/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which ways were gone, or asked for: the tree of all paths, as a set of its edges. An edge is
 * known by the hash of the way from the root to it, 64 bits.
 */
#ifndef PATHS_TREE_H
#define PATHS_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/slots.h"
#include "paths/pins.h"
#include "paths/prefix.h"
#include "paths/recording.h"

struct tree {
	struct slots edges;	   /* by hash, with tree.c's states */
	struct prefixes *prefixes; /* must be set; borrowed; trees may share them */
	struct slots ends;	   /* the prefixes that end with edges that runs went, by hash */
	struct pins pins;	   /* at places of this tree */
	uint64_t
		nr_awaited; /* edges that some inputs lead to, as the solver said, and no run did */
	uint64_t nr_impossible; /* edges that a run went though no inputs lead there */
	uint64_t nr_changed;	/* that a run went under another condition than one before */
};

/* A place in a path, before its first condition zero. */
struct tree_position {
	uint64_t hash;
	uint32_t prefix; /* the conditions before it */
};

/* Adds the edge that CONDITION takes at POSITION and goes on along it; true: no run went it before. */
bool tree_go(struct tree *tree, struct tree_position *position,
	     const struct remt_path_condition *condition);

/* Adds the other edge at POSITION as *EDGE, without going; true: it is new. */
bool tree_add_other(struct tree *tree, const struct tree_position *position,
		    const struct remt_path_condition *condition, uint64_t *edge);

/* True if EDGE, which was added, is not known to be gone, awaited or impossible. */
bool tree_is_open(const struct tree *tree, uint64_t edge);

/* Notes of EDGE, which is open, that inputs lead there, or that none do. */
void tree_await(struct tree *tree, uint64_t edge);
void tree_exclude(struct tree *tree, uint64_t edge);

/* Returns a hash of where CONDITION stands, whichever way it took. */
uint64_t tree_place(const struct tree_position *position,
		    const struct remt_path_condition *condition);

/* True if what was said of edges and what runs did agree, and nothing is awaited. */
bool tree_is_sound(const struct tree *tree);

void tree_deinit(struct tree *tree);

#endif
