/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The IR of units (remt/ir.h), read out of ELF files. No other code decodes `.remt.ir`. The input
 * is never trusted.
 *
 *   ir_units_read()     all IR of one file; strings, types, symbols, and which functions there are
 *   ir_function_read()  what one function does (ir/function.h)
 *   ir_units_deinit()
 */
#ifndef IR_UNIT_H
#define IR_UNIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/arena.h"
#include "common/attr.h"
#include "common/cleanup.h"
#include "common/error.h"
#include "remt/ir.h"

struct ir_string {
	const char *bytes; /* `length` of them; behind them comes a NUL */
	size_t length;
};

struct ir_field {
	const char *name;
	uint64_t bit_offset;
	uint64_t bit_size; /* of a bit-field; 0: another field */
	uint32_t type;
};

struct ir_type {
	enum remt_ir_type_kind kind;
	uint64_t size;	    /* bytes; 0: the compiler does not know it */
	uint64_t alignment; /* bytes */
	uint32_t precision; /* INTEGER, FLOAT: bits */
	unsigned flags;	    /* INTEGER: remt_ir_integer_flags; FUNCTION: remt_ir_function_flags */
	uint32_t element;   /* ARRAY: index of the elements' type; FUNCTION: of the result's */
	uint64_t count;	    /* ARRAY: elements; 0: unknown */
	const char *name;   /* RECORD, UNION: its tag, or ""; else NULL */
	uint32_t nr_fields;
	const struct ir_field *fields; /* RECORD, UNION */
	uint32_t nr_parameters;
	const uint32_t *parameters; /* FUNCTION: types */
};

struct ir_symbol {
	const char *name;	 /* the assembler's */
	const char *source_name; /* "": it has none */
	unsigned flags;		 /* remt_ir_symbol_flags */
	uint32_t type;
};

/* A function, as far as it is known before its body is read. */
struct ir_entry {
	uint32_t symbol;
	const char *file;
	uint32_t line, end_line;
	enum remt_ir_refusal refusal; /* REMT_IR_REFUSED_NONE: there is a body */
	uint32_t refused_line;
	const unsigned char *body; /* `body_size` bytes */
	size_t body_size;
};

/* The IR of one unit. All pointers lead into the memory of struct ir_units. */
struct ir_unit {
	uint64_t uid; /* of the site table */
	const struct ir_string *strings;
	const struct ir_type *types;
	const struct ir_symbol *symbols;
	const struct ir_entry *entries;
	uint32_t nr_strings, nr_types, nr_symbols, nr_entries;
	/* by symbol: its address at link time, or 0 (remt/ir.h); NULL: the file has no addresses */
	const uint64_t *addresses;
};

struct ir_units {
	struct ir_unit *units;
	size_t nr_units; /* 0: the file has no section .remt.ir */
	struct arena memory;
};

/*
 * Reads all IR of PATH: executable, shared library, object or archive. A file of another kind,
 * or without .remt.ir, gives 0 units and success. A file that is missing or damaged gives
 * ERROR_UNUSABLE and says where.
 */
struct error *ir_units_read(const char *path, struct ir_units *ret) MUST_CHECK;

/*
 * Reads IR from a copy of the SIZE bytes at DATA, the content of a .remt.ir section. NAME is
 * for messages.
 */
struct error *ir_units_parse(const void *data, size_t size, const char *name,
			     struct ir_units *ret) MUST_CHECK;

void ir_units_deinit(struct ir_units *units);
#define _cleanup_ir_units_ _cleanup_(ir_units_deinit)

/* Returns the name that the source gives SYMBOL; the assembler's if it gives none. */
const char *ir_symbol_name(const struct ir_symbol *symbol) RETURNS_NONNULL;

/* Returns the text of a refusal: "assembly". */
const char *ir_refusal_text(enum remt_ir_refusal refusal) RETURNS_NONNULL;

#endif
