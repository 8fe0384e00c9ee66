/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of the plugin: -fplugin-arg-remt-NAME=VALUE. */
#ifndef PLUGIN_BASE_OPTIONS_H
#define PLUGIN_BASE_OPTIONS_H

#include "plugin/base/gcc.h"

#include "remt/operators.h"

/* Reads the plugin's arguments. False: an error was reported. */
bool options_read(int argc, struct plugin_argument *argv);

bool options_has(enum remt_operator op);  /* OP was chosen */
bool options_wide(enum remt_operator op); /* OP was chosen with every replacement (wide) */
bool options_has_file(const char *path);  /* PATH passes the include and exclude lists */
bool options_has_function(const char *name);
bool options_is_assertion(const char *name); /* NAME fails a test by its arguments */
bool options_is_failure(const char *name);   /* NAME fails a test whenever it is called */
bool options_literals(void);		     /* string literals of some files are variables */
bool options_has_literals(const char *path); /* of PATH, too */
const char *options_preset(void);	     /* the chosen presets as text, for the site table */
bool options_ir(void);			     /* the image of remt/ir.h is wanted */
bool options_verbose(void);
/* The unit is compiled for its copies alone (lower/copy.h): nothing is planted. */
bool options_copies(void);
const char *options_copies_result(void); /* the file to write what has become of them to */
bool options_copies_has(unsigned site, unsigned alternative); /* A copy of this one is asked for. */

#endif
