/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The site table: what the compiler hands to everything else.
 *
 * The plugin writes one table per translation unit into the non-allocated ELF
 * section `.remt`.  A linked file holds the tables of all its units one after
 * the other, each aligned to 8 bytes, zero padding between them.  Only
 * sites/ decodes this layout; all others see struct site_table.
 *
 * Stored: never renumber, never reorder; a change of meaning raises
 * REMT_SITES_VERSION.  All integers are little-endian; all offsets count from
 * the first byte of the header of the same table.  Readers trust nothing:
 * every offset and count is checked against header.size.
 *
 * Lines and columns are 1-based; columns count bytes; a range ends one past
 * its last byte.  Of binaries, whose tables rewriter/subject/subject.h makes, line 0 means that none is known: then
 * the column is the address in the file.  An `_str` field is an offset into the string area, where
 * each string ends in NUL; offset 0 is the empty string.
 *
 * Compiles as C11 and C++17.
 */
#ifndef REMT_SITES_H
#define REMT_SITES_H

#include <stdint.h>

#define REMT_SITES_SECTION ".remt"
#define REMT_SITES_MAGIC   "REMTSITE" /* 8 bytes, no NUL */
#define REMT_SITES_VERSION 5u
#define REMT_BINARY_PRESET "binary" /* preset_str of what rewriter/subject/subject.h makes */

/* Position of one record array: COUNT records of a fixed size at OFFSET. */
struct remt_span {
	uint32_t offset;
	uint32_t count;
};

struct remt_sites_header {
	char magic[8];
	uint32_t version;     /* REMT_SITES_VERSION */
	uint32_t header_size; /* sizeof(struct remt_sites_header) */
	uint64_t size;	      /* whole table in bytes, header included; multiple of 8 */
	uint64_t uid;	      /* hash of the table's content with this field 0; names the unit */
	struct remt_span strings;    /* bytes */
	struct remt_span files;	     /* struct remt_file */
	struct remt_span functions;  /* struct remt_function */
	struct remt_span sites;	     /* struct remt_site; the index is the unit's site number */
	struct remt_span mutants;    /* struct remt_mutant */
	struct remt_span skips;	     /* struct remt_skip */
	struct remt_span blocks;     /* struct remt_block */
	struct remt_span edges;	     /* struct remt_edge */
	struct remt_span calls;	     /* struct remt_call */
	struct remt_span variables;  /* struct remt_variable */
	struct remt_span uses;	     /* uint32_t: number of a variable of the block's function */
	struct remt_span symbols;    /* struct remt_symbol */
	struct remt_span references; /* uint32_t: index in symbols */
	struct remt_span marks;	     /* struct remt_mark */
	uint32_t comp_dir_str;	     /* directory the compiler ran in */
	uint32_t input_str;	     /* main source file as given on the command line */
	uint32_t producer_str;	     /* compiler's version and level of optimisation */
	uint32_t preset_str;	     /* operators in force: preset name or list */
	uint32_t remt_version_str;   /* of the plugin */
	uint32_t options_str;	     /* those of the compiler that change what code does */
	uint64_t assembly;	     /* hash of the unit's assembly outside functions; 0: none */
	uint64_t collected; /* hash of constructors, destructors, and variables in sections of a
			       name; 0: none */
	uint64_t neutral_assembly;  /* these two without the place of the build, as of */
	uint64_t neutral_collected; /* remt_block; 0: none */
};

struct remt_file {
	uint32_t path_str; /* as the compiler saw it: relative to comp_dir or absolute */
	uint32_t flags;	   /* reserved */
	uint64_t hash;	   /* XXH64 (seed 0) of the file's bytes */
};

enum remt_function_flags {
	REMT_FUNCTION_CLONED = 1, /* switches live in a clone behind an entry test */
	REMT_FUNCTION_INLINE = 2, /* switches live in the body: a clone is impossible */
	REMT_FUNCTION_STATIC = 4, /* not visible outside its unit */
	REMT_FUNCTION_NOTED = 8,  /* a run can be asked whether it has entered it */
};

struct remt_function {
	uint32_t name_str;     /* source name */
	uint32_t asm_name_str; /* symbol name */
	uint32_t file;
	uint32_t line, end_line;
	uint32_t first_block, nr_blocks; /* 0 blocks: no CFG was exported */
	uint32_t flags;			 /* enum remt_function_flags */
	uint32_t number; /* index into the unit's function flags; meaningless without sites */
	uint32_t symbol; /* index in symbols */
	uint32_t first_variable, nr_variables;
	uint64_t signature; /* as of a call that may go to it through a pointer */
};

struct remt_site {
	uint32_t function; /* index in functions */
	uint32_t file;
	uint32_t line, column, end_line,
		end_column; /* the mutated construct: operator token, condition, statement … */
	uint32_t block;	    /* CFG node of its first mark, index in blocks; UINT32_MAX: unknown */
	uint32_t first_mutant, nr_mutants;
	uint32_t
		nr_safe; /* leading alternatives without flags: they neither trap nor change what is executed */
	uint64_t line_hash; /* XXH64 of the source line, white space at both ends cut */
};

enum remt_mutant_flags {
	REMT_MUTANT_MAY_TRAP = 1, /* the replacement can trap where the original can't */
	REMT_MUTANT_CONTROL = 2,  /* changes what is executed rather than a value */
	REMT_MUTANT_BINARY = 4,	  /* `replacement` is assembly, in the place of one instruction */
	REMT_MUTANT_LAYOUT = 8, /* no mutant: the site is a layout switch, each alternative of which
				     takes an address as if its object lay so many bytes further */
	REMT_MUTANT_DECISION = 16, /* part of what decides by the low bits of an address */
	REMT_MUTANT_UNSWITCHED =
		32, /* the same, where there is no layout switch: heap and stack have
					such bits, too, or something else comes of them */
};

struct remt_mutant {
	uint32_t site;
	uint32_t alternative; /* 1 … nr_mutants: the value the site's switch takes */
	uint32_t op_str;      /* canonical operator with domain and range: "ORRN:<:<=" */
	uint32_t line, column, end_line, end_column; /* range that `replacement` replaces */
	uint32_t replacement_str;		     /* source text */
	uint32_t description_str;		     /* a plain sentence */
	uint32_t flags;				     /* enum remt_mutant_flags */
};

/* Why an operator of the source got no site. */
enum remt_skip_reason {
	REMT_SKIP_FOLDED = 1, /* source operator and tree do not reconcile */
	REMT_SKIP_MACRO = 2,  /* in the body of a macro */
	REMT_SKIP_SHAPE = 3,  /* a construct that can't be treated (see doc/INTERNALS.md) */
	REMT_SKIP_USER = 4,   /* excluded by a remt-ignore comment */
};

struct remt_skip {
	uint32_t file;
	uint32_t line, column;
	uint32_t reason; /* enum remt_skip_reason */
};

/*
 * A place where a site was planted: one has several where the preprocessor or the compiler copied
 * it. Marks of a site come in the order of the blocks.
 */
struct remt_mark {
	uint32_t site;
	uint32_t block;	       /* CFG node, index in blocks */
	uint32_t statement;    /* number in the canonical text of the block: equal texts, exact or
			       neutral, have the same marks at the same numbers */
	uint32_t alternatives; /* hash of what they compute here, in the order of the site's
				mutants */
};

/* Node of the control-flow graph: statements up to, and with, a call. */
struct remt_block {
	uint64_t hash; /* canonical text of its statements, variables numbered as they come */
	uint32_t line, end_line;       /* 0: no statement has a line */
	uint32_t first_edge, nr_edges; /* outgoing */
	uint32_t first_call, nr_calls; /* 0 or 1: its last statement */
	uint32_t first_use, nr_uses;   /* by number in the text, the variable; UINT32_MAX: one that
					  only this block mentions */
	uint32_t first_reference,
		nr_references; /* symbols that it mentions, but for what is called by name */
	uint64_t neutral_hash; /* of the text that it would have if the unit was built elsewhere:
				  directories of the build in strings are marks, and sizes of such
				  strings are not in it */
};

/* A local variable, or a temporary that several blocks mention. */
struct remt_variable {
	uint32_t name_str;  /* "": the compiler's */
	uint32_t parameter; /* 1 for the first one …; 0: none; UINT32_MAX: one that is not in the
			       source */
	uint64_t type;	    /* hash, neutral */
};

enum remt_symbol_flags {
	REMT_SYMBOL_FUNCTION = 1,
	REMT_SYMBOL_DEFINED = 2, /* here */
	REMT_SYMBOL_PUBLIC = 4,	 /* other units can see it */
	REMT_SYMBOL_WEAK = 8,
	REMT_SYMBOL_ALIAS = 16, /* of the symbol that is its last reference, if it has one */
	REMT_SYMBOL_CONSTRUCTOR = 32,
	REMT_SYMBOL_DESTRUCTOR = 64,
	REMT_SYMBOL_COLLECTED =
		128, /* a variable that the linker puts into a list of all units, or others
					find without its name */
};

/* A function, or a variable that lives as long as the program. */
struct remt_symbol {
	uint32_t name_str; /* the assembler's, or FUNCTION:NAME#N for what is declared in a
			    function */
	uint32_t flags;	   /* enum remt_symbol_flags */
	uint64_t hash;	   /* type, attributes, and initial value of what is defined here */
	uint32_t first_reference, nr_references; /* symbols that the initial value mentions */
	uint64_t neutral_hash;			 /* as of remt_block */
};

enum remt_edge_flags {
	REMT_EDGE_TRUE = 1,
	REMT_EDGE_FALSE = 2,
	REMT_EDGE_SWITCH = 4,
	REMT_EDGE_EXCEPTION = 8, /* also abnormal: longjmp, non-local goto */
	REMT_EDGE_FALLTHRU = 16,
	REMT_EDGE_MUTANT = 32, /* exists only while some mutant is on; reserved */
};

struct remt_edge {
	uint32_t target; /* block index within the function; 0 entry, 1 exit */
	uint32_t flags;	 /* enum remt_edge_flags */
	uint64_t label;	 /* hash of the case values; 0 otherwise */
};

enum remt_call_flags {
	REMT_CALL_NORETURN = 1,
	REMT_CALL_RETURNS_TWICE = 2, /* such as setjmp() */
	REMT_CALL_UNPROTOTYPED = 4,
};

struct remt_call {
	uint32_t callee; /* index in symbols; UINT32_MAX: through a pointer, or assembly */
	uint32_t flags;	 /* enum remt_call_flags */
	uint64_t signature;
};

#endif
