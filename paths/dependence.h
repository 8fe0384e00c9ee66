/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What may decide what a program computes: a graph over all its functions with IR, whose edges are data dependence and
 * control dependence. What a statement depends on by data is followed only if the run at hand came to its block;
 * what decides whether it is executed always is. So a statement that was not executed, but would have defined what
 * is used, leads to the branches that kept control from it: potential dependence (Gyimothy, Beszedes and Forgacs, An
 * Efficient Relevant Slicing Method for Debugging, ESEC/FSE 1999, section 3). The closure holds what the relevant slice does
 * for each instance of a statement that was executed, and more: instances are not told apart.
 *
 * Memory is known by variables as wholes, without order; what pointers may lead to that the compiler does not know is one
 * thing. Crashes and endless loops decide nothing. Functions of the C library write what their arguments point to.
 */
#ifndef PATHS_DEPENDENCE_H
#define PATHS_DEPENDENCE_H

#include "common/lists.h"
#include "paths/change.h"

struct dependence;

/* Nodes are known by numbers. */
#define DEPENDENCE_NONE UINT32_MAX

/* Makes the graph of VERSION of the programs of CHANGE, which has to outlive it. */
struct dependence *dependence_create(const struct change *change,
				     unsigned version) RETURNS_NONNULL MUST_CHECK;

uint32_t dependence_nr_nodes(const struct dependence *dependence);

/* Returns the node of what decided ROW, which a run of the version noted; DEPENDENCE_NONE: it has none. */
uint32_t dependence_of_row(const struct dependence *dependence,
			   const struct remt_path_condition *row);

/* Returns the node of a block of the IR: that it is executed; DEPENDENCE_NONE: it has none. */
uint32_t dependence_of_block(const struct dependence *dependence, uint64_t uid, uint32_t function,
			     uint32_t block);

/* Returns the nodes of output statements with what they use: calls that print or exit, and main()'s result. */
const uint32_t *dependence_outputs(const struct dependence *dependence, size_t *number);

/*
 * Adds to IS_MET, by node, all that the NUMBER nodes START depend on, and they themselves. IS_EXECUTED tells by node of a block
 * whether the run came there.
 */
void dependence_close(const struct dependence *dependence, const bool *is_executed,
		      const uint32_t *start, size_t number, bool *is_met);

/* NULL is ignored. */
void dependence_destroy(struct dependence *dependence);

#endif
