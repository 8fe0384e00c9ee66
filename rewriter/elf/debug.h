/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a library for DWARF knows of a file or of the separate file with its debug information,
 * which is found by build-id or .gnu_debuglink. The folders libdwarf and libdw do the same by one
 * library each, and configure chooses one of them.
 *
 * Such libraries crash on some damaged files, so only child_reader_read() may call the readers.
 * Their output consists of lines: hexadecimal numbers, each with a blank behind it, then a text,
 * which may be empty.
 */
#ifndef REWRITER_ELF_DEBUG_H
#define REWRITER_ELF_DEBUG_H

#include <stdio.h>

#include "common/attr.h"
#include "common/error.h"

/* Returns the name of the library for DWARF, and its version. */
const char *debug_library(const char **ret_version);

/*
 * Writes line tables, inlined calls, and what functions return. The parts of split DWARF are read
 * from the files that it names. A line begins with its kind:
 *
 *   l SECTION ADDRESS LINE COLUMN IS_STATEMENT FILE
 *   i SECTION LOW HIGH LINE COLUMN LENGTH FUNCTIONFILE
 *   v SECTION ADDRESS
 *   n SECTION ADDRESS
 *
 * SECTION is the number of a section in an object, where ADDRESS counts from its beginning, and 0
 * elsewhere. Kind l tells the source from ADDRESS on; FILE is empty where there is none. Kind i is
 * an inlined call: the bytes from LOW to HIGH, the place of the call, the name of the function,
 * which has LENGTH bytes, and the file of the call. Kind v is a function that returns nothing, but
 * does return; kind n is a function that returns a number. For example:
 *
 *   l 0 1180 c 5 1 /src/parse.c
 *   i 0 1194 11a2 12 9 4 skip/src/parse.c
 *   n 0 1180
 */
struct error *debug_read_lines(const char *path, FILE *out) MUST_CHECK;
/*
 * Writes "ADDRESS SIZE FUNCTION" for the functions that have a symbol in the file or in the one
 * with its debug information. An example is "1180 4c main".
 */
struct error *debug_read_symbols(const char *path, FILE *out) MUST_CHECK;
/*
 * Writes the functions, variables and types that the units written in C have on their top level, and
 * one line for each unit in another language. A line begins with its kind:
 *
 *   u FLAGS NAME
 *   d DIRECTORY
 *   p PRODUCER
 *   e DEPTH TAG KEY TYPE SIZE BITS ENCODING FLAGS LINE OFFSET NAME
 *   f FILE
 *
 * Kind u begins a unit; kinds d and p are of that unit: where it was compiled, and by which compiler
 * with which options. The numbers of kind e are those of rewriter/elf/debug_entry.h. DEPTH is 0 on
 * the top level of a unit, 1 for a part of the last entry of depth 0. KEY is a number that no other
 * entry of the output has, TYPE is the KEY of the entry's type. BITS is not 0 for a bit-field; OFFSET is where another
 * member begins. LINE
 * is where it is declared; kind f is the file of that, for the function in the line before.
 */
struct error *debug_read_entries(const char *path, FILE *out) MUST_CHECK;

/* The following need no library for DWARF. */

/*
 * Writes the same as debug_read_symbols(), and "ADDRESS SIZE " for the functions of .eh_frame. The
 * lines have no order, and a function may occur twice.
 */
struct error *debug_read_functions(const char *path, FILE *out) MUST_CHECK;
/*
 * Writes "SECTION ADDRESS" for each place where an exception is caught or cleaned up after, such as
 * "0 11f3".
 */
struct error *debug_read_landings(const char *path, FILE *out) MUST_CHECK;

#endif
