/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What libdw knows of a file or of the separate file with its debug information, which is found by
 * build-id or .gnu_debuglink. libdw crashes on some damaged files, so only functions that
 * child_reader_read() runs in a child may call it.
 *
 *   debug_open()
 *   … use …
 *   debug_close()
 */
#ifndef REWRITER_ELF_DEBUG_H
#define REWRITER_ELF_DEBUG_H

#include <elfutils/libdwfl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "common/attr.h"
#include "common/error.h"

struct debug {
	const char *path; /* borrowed */
	Dwfl *dwfl;
	Dwfl_Module *module;
	Elf *elf;	    /* the file itself, owned by the module */
	GElf_Ehdr header;   /* of the file itself */
	GElf_Addr elf_bias; /* what libdw adds to addresses of the file */
};

/* Opens PATH. The caller ends RET with debug_close() even after an error. */
struct error *debug_open(const char *path, struct debug *ret) MUST_CHECK;
void debug_close(struct debug *debug);

/*
 * Finds the place of libdw's ADDRESS in the file: in an object the number of the section and the
 * offset in it, elsewhere 0 and the address. False: ADDRESS is not in the file.
 */
bool debug_place(const struct debug *debug, GElf_Addr address, uint32_t *ret_section,
		 uint64_t *ret_address);

/*
 * Readers for child_reader_read(). Their output consists of lines: hexadecimal numbers, each with a
 * blank behind it, then a text, which may be empty.
 */

/*
 * Writes line tables, inlined calls, and what functions return. A line begins with its kind:
 *
 *   l SECTION ADDRESS LINE COLUMN IS_STATEMENT FILE
 *   i SECTION LOW HIGH LINE COLUMN LENGTH FUNCTIONFILE
 *   v SECTION ADDRESS
 *   n SECTION ADDRESS
 *
 * Kind l tells the source from ADDRESS on; FILE is empty where there is none. Kind i is an inlined
 * call: the bytes from LOW to HIGH, the place of the call, the name of the function, which has
 * LENGTH bytes, and the file of the call. Kind v is a function that returns nothing, but does
 * return; kind n is a function that returns a number. For example:
 *
 *   l 0 1180 c 5 1 /src/parse.c
 *   i 0 1194 11a2 12 9 4 skip/src/parse.c
 *   n 0 1180
 */
struct error *debug_read_lines(const char *path, FILE *out) MUST_CHECK;
/*
 * Writes "ADDRESS SIZE FUNCTION" for the functions that have a symbol in the file or in the one
 * with its debug information, and "ADDRESS SIZE " for those of .eh_frame. An example is "1180 4c
 * main". The lines have no order, and a function may occur twice.
 */
struct error *debug_read_functions(const char *path, FILE *out) MUST_CHECK;
/*
 * Writes "SECTION ADDRESS" for each place where an exception is caught or cleaned up after, such as
 * "0 11f3".
 */
struct error *debug_read_landings(const char *path, FILE *out) MUST_CHECK;

#endif
