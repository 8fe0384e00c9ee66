/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What pointers point to, as GCC's points-to analysis knows it: of one function alone, whatever the
 * order of its statements. The analysis runs when it is needed for later passes anyway; what it
 * leaves behind when run here is put back, so that the code stays the same.
 */
#ifndef PLUGIN_IR_POINTS_H
#define PLUGIN_IR_POINTS_H

#include "plugin/ir/body.h"

struct points {
	/* what the analysis writes over, as it was */
	auto_vec<tree> bare_names; /* pointers of which nothing was known */
	auto_vec<tree> names;
	auto_vec<pt_solution> name_sets; /* parallel to `names` */
	auto_vec<gcall *> calls;
	auto_vec<pt_solution> call_sets; /* two for each call: what it uses, what it changes */
	pt_solution escaped, escaped_return;
	bool has_pure_call; /* nothing escapes from it, but it reads what its arguments lead to */
	bool renames_names,
		renames_memory; /* what is pending; the analysis does not want to know */

	hash_map<int_hash<unsigned, 0>, tree> variables; /* by DECL_UID */
	bool has_all_variables;
	hash_map<int_hash<unsigned, 0>, unsigned> unnamed; /* numbers of objects, by DECL_UID */
};

/* Runs the analysis for the function at hand, whose statements B has. */
void points_find(points *p, const body *b);

/* True if other functions can reach DECL, a variable of the function. */
bool points_escapes(const points *p, tree decl);

/* Writes the grammar's `pointed` of NAME, an SSA name, or NULL. */
void points_write(points *p, body *b, stream *out, tree name);

/* Puts back what the analysis wrote over. */
void points_restore(points *p);

#endif
