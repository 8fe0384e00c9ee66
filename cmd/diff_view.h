/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `remt diff` tells, as text or JSON. */
#ifndef CMD_DIFF_VIEW_H
#define CMD_DIFF_VIEW_H

#include "graph/difference.h"
#include "graph/mutants.h"
#include "runner/inventory/version.h"

struct diff_view {
	struct version old, new;
	struct difference difference;
	struct mutants_map mutants;
};

/* Numbers of functions that have a body, of edges and of mutants. */
struct diff_counts {
	uint32_t same, changed, added, removed;
	uint32_t moved; /* functions at another place; each is same or changed, too */
	uint32_t edges; /* dangerous edges */
	/*
	 * mutants of the new version (layout switches among them), and how many continue an old one
	 */
	uint32_t mutants, mapped;
};

void diff_count(const struct diff_view *view, struct diff_counts *ret);

/*
 * Receives a dangerous edge, which leads from the block FROM. BLOCKS are the blocks of its
 * function.
 */
typedef void diff_edge_fn(void *arg, const struct remt_block *blocks, uint32_t from,
			  const struct remt_edge *edge);
/* Calls EACH for each dangerous edge of an old function. */
void diff_each_edge(const struct diff_view *view, uint32_t old_function, diff_edge_fn *each,
		    void *arg);

/*
 * Returns the kind of an edge: "true", "false", "case", "jump", or "" for any other, such as the
 * only edge of a block.
 */
const char *diff_edge_kind(const struct remt_edge *edge) RETURNS_NONNULL;

/*
 * Returns why a unit that both versions have is not compared. Returns NULL if it is compared, or
 * only the old version has it.
 */
const char *diff_unit_refusal(const struct diff_view *view, uint32_t old_unit);

void diff_print_text(const struct diff_view *view);
void diff_print_json(const struct diff_view *view);

#endif
