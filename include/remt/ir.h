/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The meaning of a unit's functions: GIMPLE in SSA form, before any optimisation, with the marks in
 * it. A mark is an operation with alternatives, so that one IR holds the original and all of its
 * mutants: a mutant is "the mark of site s takes alternative k" (remt/unit.h).
 *
 * The plugin writes the IR of a unit into the ELF section `.remt.ir`, which is not loaded. A
 * linked file has the IR of all its units one after the other, each aligned to 8 bytes, with
 * zero padding between them. Only ir/ decodes the format. Readers trust nothing.
 *
 * The format is stored: numbers never change their meaning, and a change raises REMT_IR_VERSION.
 *
 * The IR of a unit is struct remt_ir_header and a body. The body is a sequence of numbers in LEB128
 * (unsigned, or signed where said). In this grammar `n {x}` is a number n and n times x; an index
 * counts from 0; "index + 1" is 0 for none.
 *
 *   body      = strings types symbols functions
 *   strings   = n {length bytes}            texts, and string literals with their final NULs
 *   types     = n {type}
 *   type      = KIND bytes alignment …      bytes: 0 if the compiler does not know them
 *                 INTEGER: precision flags
 *                 FLOAT: precision          32, 64, 80 or 128: bits of the format without padding
 *                 POINTER, OPAQUE: nothing; a POINTER is not told what it points to
 *                 ARRAY: type count         count: 0 if unknown
 *                 RECORD, UNION: name n {name bit-offset bit-size type}
 *                                           bit-size: of a bit-field; 0 for other fields
 *                 FUNCTION: result flags n {type}
 *   symbols   = n {name source-name flags type}
 *                                           name: the assembler's; both are strings. The name of a
 *                                           label is FUNCTION:LABEL. The source-name
 *                                           of REMT_IR_LITERAL is LINE:COLUMN:FUNCTION:FILE
 *   functions = n {length function}         length: bytes of the function, to skip it
 *   function  = symbol file line end-line REFUSAL …
 *                                           refusal 0: it is followed by
 *                 locals values blocks      else by the line that was refused
 *   locals    = n {name type flags line alignment}
 *                                           variables in memory, and those that values belong to;
 *                                           alignment: bytes, a power of two
 *   values    = n {type local+1 parameter+1 pointed}
 *                                           each is assigned once; a parameter is a value, or a
 *                                           local with REMT_IR_PARAMETER, at its position there
 *   pointed   = FLAGS [n {index*4 + KIND}]  what a pointer may point to; 0: this is not known, or
 *                                           the value is no pointer
 *   blocks    = n {block}                   control enters at block 0, which has no predecessors
 *   block     = node predecessors phis statements end ways
 *                                           node: the index within its function of the block of the
 *                                           site table (remt/sites.h) in which it begins; of one that
 *                                           is empty, of where control goes from it
 *   predecessors = n {block}
 *   phis      = n {value {operand}}         one operand per predecessor, in that order
 *   statements = n {line STATEMENT …}       line: signed, as a difference to the statement before
 *                                           in the IR
 *                 COPY: value operand
 *                 UNARY: OPERATION value operand
 *                 BINARY: OPERATION value operand operand
 *                 CHOOSE: value operand operand operand       condition, if true, if false
 *                 LOAD: value place
 *                 STORE: place operand
 *                 MOVE: place place         the bytes of the second to the first
 *                 CLEAR: place              all bytes become 0
 *                 END: place                the variable's life ends
 *                 CALL: flags function-type target callee n {argument}
 *                 INTERNAL: name target n {argument}     an operation of the compiler's own
 *                 MARK: site value OPERATION operand second n {alternative}
 *                                           OPERATION COPY: the operand itself
 *                 SELECT: site infects flags value
 *   target    = 0 | 1 value | 2 place
 *   callee    = 0 symbol | 1 operand
 *   argument  = 0 operand | 1 place         a place: the object is passed as a whole
 *   second    = 0 | 1 operand
 *   alternative = REALIZE OPERATION delta value factor         the last three are signed
 *   end       = line END …
 *                 GOTO: block
 *                 IF: OPERATION operand operand block block   if true, if false
 *                 SWITCH: operand block n {low high block}    the default first; low and high are
 *                                           operands
 *                 JUMP: operand n {symbol block}
 *                                           to the block of that of the symbols, of REMT_IR_LABEL,
 *                                           whose address the operand is: a computed goto
 *                 RETURN: 0 | 1 operand | 2 place
 *                 HALT: nothing             control does not get here
 *                 RESUME: nothing           control goes one of the ways
 *   ways      = n {block}                   where a call may come out other than by returning:
 *                                           longjmp()
 *   operand   = index*8 + KIND …
 *                 VALUE: nothing            index: of the value
 *                 NUMBER: number            index: of the type; signed
 *                 WIDE: low high            index: of the type; two times 64 bits
 *                 REAL: n {byte}            index: of the type; as in memory
 *                 ADDRESS: place            index: of the pointer's type
 *                 UNDEFINED: nothing        index: of the type
 *   place     = index*8 + BASE … type flags offset n {operand stride} [position size]
 *                 LOCAL, SYMBOL, STRING: nothing              index: of it
 *                 POINTED: operand          index: 0
 *                                           offset and stride are signed, in bytes; position and
 *                                           size in bits, for REMT_IR_BITS: from the lowest
 *                                           address on
 *
 * Compiles as C11 and C++17.
 */
#ifndef REMT_IR_H
#define REMT_IR_H

#include <stdint.h>

#define REMT_IR_SECTION ".remt.ir"
#define REMT_IR_MAGIC	"REMTMEAN" /* 8 bytes, no NUL */
#define REMT_IR_VERSION 4u

/*
 * Link-time addresses of what a unit defines, in a section of its own that is not loaded, either:
 * the unit's uid, the number of its symbols, then for each symbol its address, or 0 if the unit does
 * not define it, the compiler left it out, or it is of REMT_IR_THREAD. That of a label without an address was not
 * needed: nothing that was compiled has it. All have 64 bits. The linker
 * fills them in. There are two such sections: linkers leave the first one out with --gc-sections, strip(1) the second
 * one, as they take sections whose names begin with .line for a debugger's. These stay, keep nothing else, and the
 * address of what was left out is 0.
 */
#define REMT_IR_ADDRESSES_SECTION	".remt.ir.at"
#define REMT_IR_DEBUG_ADDRESSES_SECTION ".line.remt.ir.at"

struct remt_ir_header {
	char magic[8];
	uint32_t version;     /* REMT_IR_VERSION */
	uint32_t header_size; /* sizeof(struct remt_ir_header) */
	uint64_t size;	      /* of the whole IR in bytes, with the header; no padding */
	uint64_t uid;	      /* of the unit's site table */
	uint64_t hash;	      /* XXH64 (seed 0) of the body */
};

enum remt_ir_type_kind {
	REMT_IR_VOID,
	REMT_IR_INTEGER,
	REMT_IR_FLOAT, /* binary */
	REMT_IR_POINTER,
	REMT_IR_ARRAY,
	REMT_IR_RECORD,
	REMT_IR_UNION,
	REMT_IR_FUNCTION,
	REMT_IR_OPAQUE, /* of an unknown size, or not expressible */
};
#define REMT_IR_NR_TYPE_KINDS (REMT_IR_OPAQUE + 1)

enum remt_ir_integer_flags {
	REMT_IR_SIGNED = 1,
	REMT_IR_WRAPS = 2, /* arithmetic is modulo 2^precision; else overflow is undefined */
	REMT_IR_TRUTH = 4, /* bool */
};

enum remt_ir_function_flags {
	REMT_IR_VARIADIC = 1,
	REMT_IR_UNPROTOTYPED = 2, /* the types of the parameters are not known */
};

enum remt_ir_symbol_flags {
	REMT_IR_CODE = 1,    /* a function; else a variable */
	REMT_IR_DEFINED = 2, /* by this unit */
	REMT_IR_STATIC = 4,  /* other units can't see it */
	REMT_IR_THREAD = 8,  /* each thread has its own */
	REMT_IR_WEAK = 16,
	REMT_IR_CONSTANT = 32, /* nobody may write it */
	REMT_IR_ALIASED = 64,  /* another name may stand for the same thing */
	REMT_IR_LITERAL = 128, /* a string literal of the source (-fplugin-arg-remt-literals) */
	REMT_IR_LABEL = 256,   /* a label whose address is taken; its type is void */
};

enum remt_ir_local_flags {
	REMT_IR_PARAMETER = 1,
	REMT_IR_MEMORY = 2,   /* it lies in memory; else it only names values */
	REMT_IR_MADE = 4,     /* by the compiler */
	REMT_IR_RESULT = 8,   /* what the function returns */
	REMT_IR_ESCAPES = 16, /* other functions may reach it by a pointer */
};

enum remt_ir_pointed_flags {
	REMT_IR_POINTED_KNOWN = 1,
	REMT_IR_POINTED_OUTSIDE = 2, /* also to all that lives longer than the function's call */
	REMT_IR_POINTED_ESCAPED =
		4, /* also to all locals with REMT_IR_ESCAPES, and to such heap memory */
};

/* One thing that is pointed to. Without a name are heap memory and the like: one for each place in the
 * function that makes some. */
enum remt_ir_pointed_kind {
	REMT_IR_POINTED_LOCAL,
	REMT_IR_POINTED_SYMBOL,
	REMT_IR_POINTED_UNNAMED,
};
#define REMT_IR_NR_POINTED_KINDS (REMT_IR_POINTED_UNNAMED + 1)

enum remt_ir_call_flags {
	REMT_IR_NO_RETURN = 1,
	REMT_IR_RETURNS_TWICE = 2, /* setjmp() and its like */
};

enum remt_ir_place_flags {
	REMT_IR_VOLATILE = 1,
	REMT_IR_BITS = 2, /* part of a byte, or not at a byte's border */
};

enum remt_ir_select_flags {
	REMT_IR_PARTING = 1, /* REMT_PART of remt/unit.h */
};

enum remt_ir_operand_kind {
	REMT_IR_VALUE,
	REMT_IR_NUMBER,
	REMT_IR_WIDE,
	REMT_IR_REAL,
	REMT_IR_ADDRESS,
	REMT_IR_UNDEFINED,
};
#define REMT_IR_NR_OPERAND_KINDS (REMT_IR_UNDEFINED + 1)

enum remt_ir_base {
	REMT_IR_LOCAL,
	REMT_IR_SYMBOL,
	REMT_IR_STRING,
	REMT_IR_POINTED,
};
#define REMT_IR_NR_BASES (REMT_IR_POINTED + 1)

enum remt_ir_statement_kind {
	REMT_IR_COPY,
	REMT_IR_UNARY,
	REMT_IR_BINARY,
	REMT_IR_CHOOSE,
	REMT_IR_LOAD,
	REMT_IR_STORE,
	REMT_IR_MOVE,
	REMT_IR_CLEAR,
	REMT_IR_END,
	REMT_IR_CALL,
	REMT_IR_INTERNAL,
	REMT_IR_MARK,
	REMT_IR_SELECT,
};
#define REMT_IR_NR_STATEMENT_KINDS (REMT_IR_SELECT + 1)

enum remt_ir_end_kind {
	REMT_IR_GOTO,
	REMT_IR_IF,
	REMT_IR_SWITCH,
	REMT_IR_RETURN,
	REMT_IR_HALT,
	REMT_IR_RESUME,
	REMT_IR_JUMP,
};
#define REMT_IR_NR_END_KINDS (REMT_IR_JUMP + 1)

enum remt_ir_target_kind { REMT_IR_NOWHERE, REMT_IR_TO_VALUE, REMT_IR_TO_PLACE };

/* How an alternative is computed, from the operands a and b of its mark. */
enum remt_ir_realize {
	REMT_IR_BY_SELECT,    /* a mark of choice: its value is the alternative's number */
	REMT_IR_BY_OPERATION, /* a OPERATION (b + delta) */
	REMT_IR_BY_SWAPPED,   /* b OPERATION a */
	REMT_IR_BY_TRUTH,     /* `value`, 0 or 1 */
	REMT_IR_BY_FIRST,     /* a */
	REMT_IR_BY_SECOND,    /* b */
	REMT_IR_BY_NEGATION,  /* -a */
	REMT_IR_BY_NUMBER,    /* `value` */
	REMT_IR_BY_SHIFT,     /* a, an address, as if its object lay `value` bytes further */
	REMT_IR_BY_LINEAR,    /* a * factor + value, where factor is -1, 0 or 1; integers wrap */
};
#define REMT_IR_NR_REALIZES (REMT_IR_BY_LINEAR + 1)

/*
 * Operations: name, text, number of operands. Unless said otherwise operands and result have one
 * type, and arithmetic of integers that do not wrap is undefined where it overflows.
 */
#define REMT_IR_OPERATIONS(X)                                                                      \
	X(NONE, "", 1) /* the operand itself */                                                    \
	X(NEGATE, "-", 1)                                                                          \
	X(NOT, "~", 1)                                                                             \
	X(TRUTH_NOT, "!", 1)                                                                       \
	X(ABSOLUTE, "abs", 1)	 /* to an unsigned type, too */                                    \
	X(CONVERT, "convert", 1) /* between integers, pointers and floats, as in C */              \
	X(BITS, "bits", 1)	 /* the same bytes as another type */                              \
	X(ADD, "+", 2)                                                                             \
	X(SUBTRACT, "-", 2)                                                                        \
	X(MULTIPLY, "*", 2)                                                                        \
	X(DIVIDE, "/", 2) /* integers: towards 0 */                                                \
	X(REMAINDER, "%", 2)                                                                       \
	X(MOVE, "+>", 2)	/* pointer and number of bytes, which is taken as signed */        \
	X(DISTANCE, "-p", 2)	/* pointers; bytes between them, signed */                         \
	X(SHIFT_LEFT, "<<", 2)	/* the number of bits may have another type */                     \
	X(SHIFT_RIGHT, ">>", 2) /* arithmetic for signed types */                                  \
	X(ROTATE_LEFT, "rotl", 2)                                                                  \
	X(ROTATE_RIGHT, "rotr", 2)                                                                 \
	X(AND, "&", 2)                                                                             \
	X(OR, "|", 2)                                                                              \
	X(XOR, "^", 2)                                                                             \
	X(MINIMUM, "min", 2)                                                                       \
	X(MAXIMUM, "max", 2)                                                                       \
	X(LESS, "<", 2) /* from here to LESS_GREATER: the result is 0 or 1 */                      \
	X(LESS_EQUAL, "<=", 2)                                                                     \
	X(GREATER, ">", 2)                                                                         \
	X(GREATER_EQUAL, ">=", 2)                                                                  \
	X(EQUAL, "==", 2)                                                                          \
	X(NOT_EQUAL, "!=", 2)                                                                      \
	X(ORDERED, "ordered", 2) /* neither is a NaN */                                            \
	X(UNORDERED, "unordered", 2)                                                               \
	X(UN_LESS, "u<", 2) /* unordered, or less; and so on */                                    \
	X(UN_LESS_EQUAL, "u<=", 2)                                                                 \
	X(UN_GREATER, "u>", 2)                                                                     \
	X(UN_GREATER_EQUAL, "u>=", 2)                                                              \
	X(UN_EQUAL, "u==", 2)                                                                      \
	X(LESS_GREATER, "<>", 2)   /* ordered and not equal */                                     \
	X(SUM_WRAPPED, "+wrap", 2) /* of integers of any types, as if unbounded, then modulo */    \
	X(DIFFERENCE_WRAPPED, "-wrap", 2)                                                          \
	X(PRODUCT_WRAPPED, "*wrap", 2)                                                             \
	X(SUM_OVERFLOWS, "+overflows", 2) /* 1: the unbounded sum does not fit the value's type */ \
	X(DIFFERENCE_OVERFLOWS, "-overflows", 2)                                                   \
	X(PRODUCT_OVERFLOWS, "*overflows", 2)

enum remt_ir_operation {
#define REMT_IR_ENUM(name, text, arity) REMT_IR_OP_##name,
	REMT_IR_OPERATIONS(REMT_IR_ENUM)
#undef REMT_IR_ENUM
		REMT_IR_NR_OPERATIONS
};

/* Why a function's meaning is not told: name, text. */
#define REMT_IR_REFUSALS(X)                                                                        \
	X(NONE, "")                                                                                \
	X(ASSEMBLY, "assembly")                                                                    \
	X(COMPUTED_GOTO, "computed goto")                                                          \
	X(COMPLEX, "complex numbers")                                                              \
	X(VECTOR, "vectors")                                                                       \
	X(FLOAT_FORMAT, "floating point that is not binary")                                       \
	X(NESTED, "a nested function")                                                             \
	X(EXCEPTION, "exceptions")                                                                 \
	X(INTERNAL_FUNCTION, "an operation of the compiler's own")                                 \
	X(REGISTER, "a variable in a named register")                                              \
	X(LAYOUT, "a layout that is computed at run time")                                         \
	X(BYTE_ORDER, "a reversed byte order")                                                     \
	X(BUILTIN, "a builtin function that has no other form")                                    \
	X(CONVENTION, "a calling convention of its own")                                           \
	X(OTHER, "something that no rule covers")

enum remt_ir_refusal {
#define REMT_IR_ENUM(name, text) REMT_IR_REFUSED_##name,
	REMT_IR_REFUSALS(REMT_IR_ENUM)
#undef REMT_IR_ENUM
		REMT_IR_NR_REFUSALS
};

#endif
