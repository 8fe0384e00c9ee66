/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the hunks of an expected change say of one node of the new version.
 */
#ifndef ISO_JUDGE_H
#define ISO_JUDGE_H

#include <stdbool.h>
#include <stdint.h>

#include "graph/difference.h"
#include "iso/hunks.h"
#include "runner/version.h"

/* Ordered: the worst of a run's nodes is what the run is judged by. */
enum standing {
	STANDING_NONE, /* it has not changed by itself */
	STANDING_INNER,
	STANDING_LOST, /* it is inner, but old code beside it has gone for no reason */
	STANDING_OUTER,
};

struct judge {
	const struct hunks *hunks;
	const struct version *version; /* the new one */
	const struct difference *changes;
	uint32_t *partner; /* iso/displaced.h */
	uint32_t *new_of;  /* by old node: the reverse */
};

/* A node of the new version. */
struct node {
	uint32_t number;
	const struct remt_block *block;
	uint32_t function, entry;
	char *path; /* owned */
};

/* The standing of the node BLOCK of the new version.  *WHY, which is NULL or the caller's before
 * and after, tells it of a lost or an outer one. */
enum standing judge_node(const struct judge *judge, uint32_t block, char **why);

/* STANDING_OUTER; *WHY is that WHAT is so where NODE is. */
enum standing judge_reject(const struct judge *judge, const struct node *node, const char *what,
			   char **why);
/* *STANDING becomes OTHER if that is worse. */
void judge_add(enum standing *standing, enum standing other);

/* Of a node that the old version does not have, or not with these values. */
enum standing judge_new(const struct judge *judge, const struct node *node, char **why);
/* True in a function that the old version does not have: control comes there only from nodes that
 * have changed, which are judged.  It may be an inline one of a header that was not used before. */
bool judge_is_added(const struct judge *judge, const struct node *node);
/* True if the node computes nothing that lasts: a join, or a jump that only a mutant turns. */
bool judge_is_empty(const struct program *program, uint32_t number);
/* The ways out of NODE, which is OLD in the old version.  What is new behind it is judged by itself
 * where it is executed.  *RET_IS_KNOWN becomes true if one of them differs. */
enum standing judge_ways(const struct judge *judge, const struct node *node, uint32_t old,
			 char **why, bool *ret_is_known);
/* Of the place of a new node: behind something new, what it has been put before or instead of may
 * be gone. */
enum standing judge_loss(const struct judge *judge, const struct node *node, char **why);

#endif
