/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * DWARF of a file as libdwarf reads it, and attributes of its entries. libdwarf gets the sections
 * alone (image.c): what it would read of ELF itself does not keep the sections of an object
 * apart.
 */
#ifndef REWRITER_ELF_LIBDWARF_SOURCE_H
#define REWRITER_ELF_LIBDWARF_SOURCE_H

#include <libdwarf/libdwarf.h>
#include <stdbool.h>
#include <stdint.h>

#include "rewriter/elf/libdwarf/image.h"

struct debug_source {
	Dwarf_Debug debug; /* NULL: there is none */
	Dwarf_Error error; /* of the last call; debug_source_is_done() frees it */
	Dwarf_Obj_Access_Interface_a access;
	bool has_shared; /* the file that others share is there, and tied to DEBUG */
};

/* An attribute, perhaps of another entry. */
struct debug_found {
	Dwarf_Attribute attribute;
	struct debug_source *source;
	Dwarf_Die die; /* to be freed; NULL: the attribute is of the entry that was asked */
};

/* Opens the DWARF of IMAGE, if there is some. IMAGE must live until debug_source_close(). */
void debug_source_open(struct debug_image *image, struct debug_source *ret);
void debug_source_close(struct debug_source *source);

/* Takes the RESULT of a call, and frees its error. True if the call found something. */
bool debug_source_is_done(struct debug_source *source, int result);

/* Finds the entry of the next unit, which the caller frees. */
bool debug_source_next(struct debug_source *source, Dwarf_Die *ret);
/* Returns what the two halves of a unit have in common (split DWARF); 0: it has one half. */
uint64_t debug_source_id(struct debug_source *source, Dwarf_Die die);

/* Finds an attribute of DIE itself, which the caller frees. */
bool debug_source_find(struct debug_source *source, Dwarf_Die die, Dwarf_Half name,
		       Dwarf_Attribute *ret);
/* Finds the offset, index or number that an attribute has. */
bool debug_source_reference(struct debug_source *source, Dwarf_Attribute attribute,
			    Dwarf_Unsigned *ret);
/* Finds the number that an attribute has, as it is in 64 bits if it is negative. */
bool debug_source_value(struct debug_source *source, Dwarf_Attribute attribute, uint64_t *ret);
/* Returns 0 if DIE has no such attribute. */
uint64_t debug_source_number(struct debug_source *source, Dwarf_Die die, Dwarf_Half name);
/* Returns the text of an attribute, which is owned by the file; NULL: it can't be read. */
const char *debug_source_string(struct debug_source *source, Dwarf_Attribute attribute);
/* Returns the text of an attribute of DIE itself. NULL: it has no such attribute. */
const char *debug_source_text(struct debug_source *source, Dwarf_Die die, Dwarf_Half name);
/* Returns 0 if the tag can't be read. */
Dwarf_Half debug_source_tag(struct debug_source *source, Dwarf_Die die);

/*
 * Finds the entry that FOUND refers to, which the caller frees. SHARED is what the file shares with
 * others.
 */
bool debug_source_follow(struct debug_source *shared, const struct debug_found *found,
			 struct debug_source **ret_source, Dwarf_Die *ret);
/*
 * Finds attribute NAME of DIE, or of the entries that DIE is a copy or a definition of. The caller
 * ends RET with debug_found_deinit().
 */
bool debug_source_integrate(struct debug_source *shared, struct debug_source *source, Dwarf_Die die,
			    Dwarf_Half name, struct debug_found *ret);
void debug_found_deinit(struct debug_found *found);

#endif
