/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Causes: the changed code that a variant may have executed.
 *
 * A variant that executed no changed code does not differ because of a change in the code.
 * Undefined behaviour, a file or a library makes it differ.
 *
 *	cause_is_excluded()	tells quickly of many runs that they executed no changed code
 *	cause_find()		finds which changed code a run can have executed
 *	cause_deinit()
 */
#ifndef ISO_CAUSE_H
#define ISO_CAUSE_H

#include "iso/isomorphism.h"

/* The code that a run of the new version has executed. */
struct cause_run {
	const struct coverage *coverage; /* coverage of the run from main() on; borrowed */
	/*
	 * Coverage of the unmutated run, if a part of it was reached before main(): the run has
	 * executed that part, too. NULL if nothing was reached before main(). Borrowed.
	 */
	const struct coverage *before;
	bool is_orderly; /* No process of the run aborted. */
};

/*
 * The causes of a variant, as numbers of the new version's program in ascending order; the arrays
 * are owned.
 */
struct cause {
	uint32_t *blocks; /* changed nodes that may have been executed */
	uint32_t nr_blocks;
	uint32_t *functions; /* functions that contain these nodes */
	uint32_t nr_functions;
};

/*
 * True if the run has executed no changed node, whichever function calls which. A node is changed
 * if it has no equivalent in the old version, or if control leaves it another way.
 *
 * The function searches the new version without following calls. It starts from the entries of all
 * functions and from the executed nodes, and does not go through nodes whose sites were all not
 * reached. The result is true if the search meets no changed node.
 */
bool cause_is_excluded(const struct isomorphism *isomorphism, const struct cause_run *run);

/*
 * Finds the changed code that the run may have executed. The caller gives RET to cause_deinit().
 *
 * The sites of a node tell whether it was executed. A node without sites counts as executed if
 * control can come to it through other nodes that count. Control starts at main(), constructors,
 * destructors, functions whose address is used, the linker's __wrap_ functions, and nodes that were
 * executed.
 */
void cause_find(const struct isomorphism *isomorphism, const struct cause_run *run,
		struct cause *ret);
void cause_deinit(struct cause *cause);

#endif
