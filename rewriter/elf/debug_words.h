/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which constants of DWARF the words of rewriter/elf/debug_entry.h stand for. The constants are
 * those of the dwarf.h of whatever library the includer reads by: X gets their names alone.
 */
#ifndef REWRITER_ELF_DEBUG_WORDS_H
#define REWRITER_ELF_DEBUG_WORDS_H

/* X(DW_TAG_..., enum debug_tag): the entries that are told. */
#define DEBUG_TAGS(X)                                                                              \
	X(DW_TAG_subprogram, DEBUG_FUNCTION)                                                       \
	X(DW_TAG_formal_parameter, DEBUG_PARAMETER)                                                \
	X(DW_TAG_unspecified_parameters, DEBUG_MORE_PARAMETERS)                                    \
	X(DW_TAG_variable, DEBUG_VARIABLE)                                                         \
	X(DW_TAG_base_type, DEBUG_NUMBER)                                                          \
	X(DW_TAG_pointer_type, DEBUG_POINTER)                                                      \
	X(DW_TAG_structure_type, DEBUG_STRUCT)                                                     \
	X(DW_TAG_union_type, DEBUG_UNION)                                                          \
	X(DW_TAG_member, DEBUG_MEMBER)                                                             \
	X(DW_TAG_enumeration_type, DEBUG_ENUM)                                                     \
	X(DW_TAG_enumerator, DEBUG_ENUMERATOR)                                                     \
	X(DW_TAG_array_type, DEBUG_ARRAY)                                                          \
	X(DW_TAG_subrange_type, DEBUG_DIMENSION)                                                   \
	X(DW_TAG_typedef, DEBUG_TYPEDEF)                                                           \
	X(DW_TAG_const_type, DEBUG_CONST)                                                          \
	X(DW_TAG_volatile_type, DEBUG_QUALIFIER)                                                   \
	X(DW_TAG_restrict_type, DEBUG_QUALIFIER)                                                   \
	X(DW_TAG_atomic_type, DEBUG_QUALIFIER)                                                     \
	X(DW_TAG_subroutine_type, DEBUG_FUNCTION_TYPE)                                             \
	X(DW_TAG_unspecified_type, DEBUG_OTHER_TYPE)

/* X(DW_ATE_..., enum debug_encoding): all others are DEBUG_OTHER_ENCODING. */
#define DEBUG_ENCODINGS(X)                                                                         \
	X(DW_ATE_boolean, DEBUG_BOOL)                                                              \
	X(DW_ATE_signed, DEBUG_SIGNED)                                                             \
	X(DW_ATE_unsigned, DEBUG_UNSIGNED)                                                         \
	X(DW_ATE_signed_char, DEBUG_CHAR)                                                          \
	X(DW_ATE_unsigned_char, DEBUG_CHAR)                                                        \
	X(DW_ATE_float, DEBUG_FLOAT)

/* X(DW_LANG_...): the versions of C. C17 and C23 have no name in every dwarf.h. */
#define DEBUG_LANGUAGES(X)                                                                         \
	X(DW_LANG_C89)                                                                             \
	X(DW_LANG_C)                                                                               \
	X(DW_LANG_C99)                                                                             \
	X(DW_LANG_C11)                                                                             \
	X(0x2c)                                                                                    \
	X(0x3e)

#endif
