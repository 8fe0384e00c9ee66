/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Causes: what a variant may have executed of what has changed.  A variant that came to nothing of
 * the kind does not differ for a change in the code: undefined behaviour, a file or a library makes
 * it differ.
 */
#ifndef ISO_CAUSE_H
#define ISO_CAUSE_H

#include "iso/isomorphism.h"

/* What a run of the new version has executed. */
struct cause_run {
	const struct coverage *coverage; /* from main() on */
	const struct coverage
		*before; /* of which it has executed what was before main(); NULL: nothing */
	bool is_orderly; /* no process of it aborted */
};

/* Of the new version; numbers in ascending order, owned. */
struct cause {
	uint32_t *blocks; /* nodes that are changed, and may have been executed */
	uint32_t nr_blocks;
	uint32_t *functions; /* those that they are in */
	uint32_t nr_functions;
};

/*
 * True if the run has executed nothing that is changed, whatever may call what: no node that is,
 * without an equivalent or with another way out, can be reached from the entry of its function, or
 * from a node that was executed, but through nodes with sites of which none was.
 */
bool cause_is_excluded(const struct isomorphism *isomorphism, const struct cause_run *run);

/*
 * What the run may have executed of what is changed; RET is to be given to cause_deinit().  Nodes
 * that have sites tell whether they were executed; the others count if control can come to them,
 * through nodes that count, from main(), a constructor, a function whose address is used, or a node
 * that was executed.
 */
void cause_find(const struct isomorphism *isomorphism, const struct cause_run *run,
		struct cause *ret);
void cause_deinit(struct cause *cause);

#endif
