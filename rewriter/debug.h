/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What libdw tells of a file, or of the file with its debug information, which it finds by its
 * build-id or .gnu_debuglink.  To be called by apart_read() only, as it does not bear all damage.
 */
#ifndef REWRITER_DEBUG_H
#define REWRITER_DEBUG_H

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
	Elf *elf;	    /* the file itself; the module's */
	GElf_Ehdr header;   /* of it */
	GElf_Addr elf_bias; /* of libdw's addresses over those of the file */
};

/* RET is to be given to debug_close() in any case. */
struct error *debug_open(const char *path, struct debug *ret) MUST_CHECK;
void debug_close(struct debug *debug);

/* Where libdw's ADDRESS is in the file: in an object the section's number and the offset there;
 * else 0, and the address.  False: nowhere. */
bool debug_place(const struct debug *debug, GElf_Addr address, uint32_t *ret_section,
		 uint64_t *ret_address);

/* Readers, whose output consists of lines of numbers, hexadecimal, and a text. */

/*
 * "l SECTION ADDRESS LINE COLUMN IS_STATEMENT FILE" from an address on, without FILE where nothing
 * is, and "i SECTION LOW HIGH LINE COLUMN LENGTH FUNCTIONFILE": what lies there was inlined there;
 * LENGTH is that of the function's name; "v SECTION ADDRESS" where a function begins that returns
 * nothing, but does return, and "n SECTION ADDRESS" of one that returns a number.
 */
struct error *debug_read_lines(const char *path, FILE *out) MUST_CHECK;
/* "ADDRESS SIZE FUNCTION": those that the symbols of the file and of the one with its debug
 * information tell, and, without names, those of .eh_frame; some of them twice, in any order. */
struct error *debug_read_functions(const char *path, FILE *out) MUST_CHECK;
/* "SECTION ADDRESS" of each place where an exception is caught, or cleaned up after. */
struct error *debug_read_landings(const char *path, FILE *out) MUST_CHECK;

#endif
