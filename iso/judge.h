/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Judges one node of the new version by the hunks of an expected change. iso/expected.c judges a
 * run by all its nodes; judge.c asks judge_new.c, judge_ways.c and judge_loss.c about one node.
 */
#ifndef ISO_JUDGE_H
#define ISO_JUDGE_H

#include <stdbool.h>
#include <stdint.h>

#include "graph/difference.h"
#include "iso/hunks.h"
#include "runner/inventory/version.h"

/*
 * Standings of a node, from good to bad. The worst standing of a run's nodes is the standing of
 * the run.
 */
enum standing {
	STANDING_NONE,	/* The node has not changed by itself. */
	STANDING_INNER, /* The node's change is expected: it lies in a hunk. */
	/* The node's change is expected, but old code beside it has gone, and no hunk says so. */
	STANDING_LOST,
	STANDING_OUTER, /* The node's change is not expected. */
};

struct judge {
	const struct hunks *hunks;
	const struct version *version; /* the new version */
	const struct difference *changes;
	uint32_t *partner; /* by new node: its old node (graph/displaced.h) */
	uint32_t *new_of;  /* by old node: its new node; PROGRAM_NONE: none */
};

/* A node of the new version, with what its judges need of it. */
struct node {
	uint32_t number;
	const struct remt_block *block;
	uint32_t function, entry;
	char *path; /* owned */
};

/*
 * Returns the standing of the node BLOCK. *WHY is NULL or a string that the caller owns, before
 * and after the call. If the node is lost or outer, *WHY becomes the reason.
 */
enum standing judge_node(const struct judge *judge, uint32_t block, char **why);

/* Returns STANDING_OUTER, and sets *WHY to "PLACE WHAT", where PLACE is the node's. */
enum standing judge_reject(const struct judge *judge, const struct node *node, const char *what,
			   char **why);
/* Sets *STANDING to OTHER if OTHER is worse. */
void judge_add(enum standing *standing, enum standing other);

/* Judges a node that has no old node, or whose old node mentions symbols that had other values. */
enum standing judge_new(const struct judge *judge, const struct node *node, char **why);
/*
 * True if the old version does not have the node's function, but has its unit. Control comes to
 * such a function only from changed nodes, which are judged themselves. The function may be an
 * inline one of a header that was not used before.
 */
bool judge_is_added(const struct judge *judge, const struct node *node);
/*
 * True if the node computes nothing that lasts: it is a join, or a jump that only a mutant turns.
 */
bool judge_is_empty(const struct program *program, uint32_t number);
/*
 * Judges the ways out of NODE, whose old node is OLD. A new node behind it is judged by itself
 * where it is executed. *RET_IS_KNOWN becomes true if some way differs.
 */
enum standing judge_ways(const struct judge *judge, const struct node *node, uint32_t old,
			 char **why, bool *ret_is_known);
/*
 * Judges the place of a new node. New code may have replaced old code or keep control from it.
 * Returns STANDING_LOST, with *WHY, if old code of the function is gone that no hunk removes; else
 * STANDING_NONE.
 */
enum standing judge_loss(const struct judge *judge, const struct node *node, char **why);

#endif
