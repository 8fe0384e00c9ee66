/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An entry of DWARF as debug_read_entries() tells of it, in words that no library for DWARF has a
 * part in. The numbers are those in its lines, and mean the same for all libraries.
 */
#ifndef REWRITER_ELF_DEBUG_ENTRY_H
#define REWRITER_ELF_DEBUG_ENTRY_H

enum debug_tag {
	DEBUG_FUNCTION,
	DEBUG_PARAMETER,
	DEBUG_MORE_PARAMETERS, /* the three dots of a variadic function */
	DEBUG_VARIABLE,
	DEBUG_NUMBER, /* a type that the language has, by its encoding */
	DEBUG_POINTER,
	DEBUG_STRUCT,
	DEBUG_UNION,
	DEBUG_MEMBER,
	DEBUG_ENUM,
	DEBUG_ENUMERATOR,
	DEBUG_ARRAY,
	DEBUG_DIMENSION,
	DEBUG_TYPEDEF,
	DEBUG_CONST,
	DEBUG_QUALIFIER, /* volatile, restrict, _Atomic */
	DEBUG_FUNCTION_TYPE,
	DEBUG_OTHER_TYPE, /* void as a type of its own, and types of other languages */
	NR_DEBUG_TAGS,
};

enum debug_encoding {
	DEBUG_SIGNED,
	DEBUG_UNSIGNED,
	DEBUG_CHAR, /* the type char: signed or not */
	DEBUG_BOOL,
	DEBUG_FLOAT,
	DEBUG_OTHER_ENCODING, /* of which only the size is known */
};

enum debug_flag {
	DEBUG_IS_DECLARED = 1, /* declared only: defined elsewhere, or incomplete */
	DEBUG_IS_EXTERNAL = 2,
	DEBUG_HAS_TYPE = 4,
	DEBUG_HAS_SIZE = 8, /* SIZE is known: bytes of a type, elements of a dimension */
	DEBUG_IS_COPY = 16, /* of an entry that another line tells of */
};

enum debug_unit_flag {
	DEBUG_IS_C = 1,
	DEBUG_IS_LOST = 2, /* split DWARF whose other file is missing */
};

#endif
