/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The function that a function harness is to call, and whether that is possible. */
#ifndef CALLER_FUNCTION_H
#define CALLER_FUNCTION_H

#include "caller/entries.h"

/*
 * Finds the function NAME, or that of FILE in FILE:NAME, where FILE is the end of a path. PATH is
 * the program, for messages. Errors: there is no debug information, no such function, or several.
 */
struct error *function_find(const struct entries *entries, const char *path, const char *name,
			    const struct entry **ret) MUST_CHECK;
/* True if NAME means something in the unit of FUNCTION, or in what calls it there. */
bool function_takes_name(const struct entries *entries, const struct entry *function,
			 const char *name);
/*
 * Returns the name of a parameter, by which arguments are called: its own, or arg1 for the first
 * one if it has none or its name means something else in the unit. The caller frees.
 */
char *function_argument(const struct entries *entries, const struct entry *function,
			const struct entry *parameter);
/* Finds the parameter NAME; NULL: there is none. */
const struct entry *function_parameter(const struct entries *entries, const struct entry *function,
				       const char *name);
/* True if FUNCTION returns a value that a program can keep. */
bool function_returns(const struct entry *function);
/* True if ENTRY is the function main(), defined. */
bool function_is_main(const struct entry *entry);
/* True if the unit of FUNCTION has a function main(). */
bool function_has_main(const struct entries *entries, const struct entry *function);
/* True if ENTRY is a global variable that the unit of FUNCTION can write and that the program defines. */
bool function_has_global(const struct entries *entries, const struct entry *function,
			 const struct entry *entry);
/* True if FUNCTION takes a variable number of arguments. */
bool function_takes_more(const struct entries *entries, const struct entry *function);
/*
 * Fails if no harness can call FUNCTION, with file, line and reason. HAS_NULL: pointers may be NULL.
 */
struct error *function_check(const struct entries *entries, const struct entry *function,
			     bool has_null) MUST_CHECK;
/* The same, if those of a variable number of arguments that have no name are given, too (caller/more.h). */
struct error *function_check_named(const struct entries *entries, const struct entry *function,
				   bool has_null) MUST_CHECK;
/*
 * Fails if the parameter LENGTH can't be the length of the array BUFFER, both of one function. TEXT
 * is what the user wrote.
 */
struct error *function_check_length(const struct entry *buffer, const struct entry *length,
				    const char *text) MUST_CHECK;
/* Makes an error that begins with the place of FUNCTION and its name. */
struct error *function_error(const struct entry *function, const char *format, ...)
	PRINTF_LIKE(2, 3) MUST_CHECK;

#endif
