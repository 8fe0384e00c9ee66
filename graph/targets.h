/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions whose address is used, anywhere in a program: where calls through pointers may go. */
#ifndef GRAPH_TARGETS_H
#define GRAPH_TARGETS_H

#include "graph/program.h"

struct target {
	uint64_t signature;
	uint32_t name; /* of its symbol */
	bool is_public;
	uint32_t function; /* number */
};

/* Sorted by signature, name and whether others can see it; each function once. */
struct targets {
	VEC(struct target) targets;
};

void targets_find(const struct program *program, struct targets *ret);
void targets_deinit(struct targets *targets);

/* Compares these. */
int target_compare(const void *a, const void *b);

#endif
