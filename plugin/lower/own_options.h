/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The options that a function of the source has of its own, by an attribute or a pragma. What is made of
 * the function has to have those that say what programs mean, too.
 */
#ifndef PLUGIN_LOWER_OWN_OPTIONS_H
#define PLUGIN_LOWER_OWN_OPTIONS_H

#include "plugin/base/gcc.h"

/* Options that were at hand. */
struct own_options {
	struct gcc_options options, are_set;
};

/* Makes FUNCTION's options those at hand. No function may be current. */
void own_options_take(tree function, own_options *before);
void own_options_give_back(const own_options *before);

#endif
