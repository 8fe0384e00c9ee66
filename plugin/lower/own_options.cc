/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/lower/own_options.h"

void own_options_take(tree function, own_options *before)
{
	tree own = DECL_FUNCTION_SPECIFIC_OPTIMIZATION(function);

	before->options = global_options;
	before->are_set = global_options_set;
	if (own)
		cl_optimization_restore(&global_options, &global_options_set,
					TREE_OPTIMIZATION(own));
}

void own_options_give_back(const own_options *before)
{
	global_options = before->options;
	global_options_set = before->are_set;
}
