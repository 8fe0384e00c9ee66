/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One function's part of the IR in the making. What can't be expressed is noted by body_refuse();
 * writing goes on, and what was written is dropped at the end.
 */
#ifndef PLUGIN_IR_BODY_H
#define PLUGIN_IR_BODY_H

#include "plugin/ir/stream.h"
#include "remt/ir.h"

struct body {
	stream blocks;
	/* by SSA version: index of the value + 1; 0: none yet */
	auto_vec<unsigned> number_of_version;
	auto_vec<tree> value_types;
	auto_vec<tree> value_names; /* parallel: the SSA name; NULL: made for the IR */
	hash_map<tree, unsigned> number_of_local;
	auto_vec<tree> locals;
	auto_vec<int> block_number; /* by GCC's index; -1: not in the IR */
	int line;		    /* of the statement that was written last */
	unsigned nr_statements;	    /* written so far, with the ends of blocks */
	enum remt_ir_refusal refusal;
	location_t refused_at;
	location_t at; /* of the statement that is being written */

	body();
};

/* Notes that the statement at hand can't be expressed; only the first reason counts. */
void body_refuse(body *b, enum remt_ir_refusal reason);

/* Notes what keeps values of TYPE from being expressed, if anything does. */
void body_check_type(body *b, tree type);

/* Notes it if functions of the type FNTYPE are called in another way than others. */
void body_check_convention(body *b, tree fntype);

/* Returns the index of NAME, an SSA name that is no undefined variable. */
unsigned body_value(body *b, tree name);

/* Returns the index of a new value of TYPE. */
unsigned body_new_value(body *b, tree type);

/* Returns the index of a variable of the function, which may be one that only names values. */
unsigned body_local(body *b, tree decl);

/* Begins STMT: what is refused from now on is refused there. */
void body_begin(body *b, gimple *stmt);

/* Adds a statement, whose line is that of the GCC statement at hand. */
void body_add(body *b, const stream &statement);

#endif
