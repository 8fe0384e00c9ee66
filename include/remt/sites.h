/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The site table: what the compiler hands to everything else.
 *
 * The plugin writes one table per translation unit into the non-allocated ELF section `.remt`. A
 * linked file has the tables of all its units one after the other, each aligned to 8 bytes, with
 * zero padding between them. Only sites/ decodes this layout; all others see struct site_table.
 *
 * The format is stored: records and numbers are never renumbered or reordered, and a change of
 * meaning raises REMT_SITES_VERSION. All integers are little-endian. All offsets count from the
 * first byte of the same table's header. Readers trust nothing: they check every offset and count
 * against header.size.
 *
 * Lines and columns count from 1; columns count bytes; a range ends one past its last byte. In
 * tables of binaries, which rewriter/subject/subject.h makes, line 0 means that no line is known:
 * the column then is the address in the file. An `_str` field is an offset into the string area,
 * where each string ends in a NUL; offset 0 is the empty string.
 *
 * Compiles as C11 and C++17.
 */
#ifndef REMT_SITES_H
#define REMT_SITES_H

#include <stdint.h>

#define REMT_SITES_SECTION ".remt"
#define REMT_SITES_MAGIC   "REMTSITE" /* 8 bytes, no NUL */
#define REMT_SITES_VERSION 7u
#define REMT_BINARY_PRESET "binary" /* preset_str of tables that rewriter/subject/subject.h makes */

/* Where one array of records is: COUNT records of a fixed size at OFFSET. */
struct remt_span {
	uint32_t offset;
	uint32_t count;
};

struct remt_sites_header {
	char magic[8];
	uint32_t version;     /* REMT_SITES_VERSION */
	uint32_t header_size; /* sizeof(struct remt_sites_header) */
	uint64_t size;	      /* of the whole table in bytes, with the header; a multiple of 8 */
	uint64_t uid;	      /* the unit's name: hash of the table's content with this field 0 */
	struct remt_span strings;   /* bytes */
	struct remt_span files;	    /* struct remt_file */
	struct remt_span functions; /* struct remt_function */
	/* struct remt_site; the index is the site's number in the unit */
	struct remt_span sites;
	struct remt_span mutants;    /* struct remt_mutant */
	struct remt_span skips;	     /* struct remt_skip */
	struct remt_span blocks;     /* struct remt_block */
	struct remt_span edges;	     /* struct remt_edge */
	struct remt_span calls;	     /* struct remt_call */
	struct remt_span variables;  /* struct remt_variable */
	struct remt_span uses;	     /* uint32_t: number of a variable in the block's function */
	struct remt_span symbols;    /* struct remt_symbol */
	struct remt_span references; /* uint32_t: index in symbols */
	struct remt_span marks;	     /* struct remt_mark */
	uint32_t comp_dir_str;	     /* the compiler's working directory */
	uint32_t input_str;	     /* main source file, as on the command line */
	uint32_t producer_str;	     /* the compiler's version and level of optimisation */
	uint32_t preset_str;	     /* chosen operators: name of a preset, or a list */
	uint32_t remt_version_str;   /* version of the plugin */
	uint32_t options_str;	     /* options of the compiler that change what code does */
	uint64_t assembly;	     /* hash of the unit's assembly outside functions; 0: none */
	/* hash of constructors, destructors and variables in named sections; 0: none */
	uint64_t collected;
	/* as `assembly` and `collected`, of the neutral texts (see remt_block) */
	uint64_t neutral_assembly, neutral_collected;
	/*
	 * How to compile the unit again: the language ("c"), then the words of its options, each with a newline behind
	 * it. Options of messages, debugging and outputs are left out. "": an option can't be written so.
	 */
	uint32_t command_str;
	uint32_t flags; /* bits of enum remt_unit_flags */
	uint64_t
		reading; /* hash of the bytes of all files that the unit reads, as they are included; 0: not known */
};

/* What keeps a unit from being told by its text alone. */
enum remt_unit_flags {
	REMT_UNIT_MOVES_LINES = 1, /* #line, or a marker like it, says that its lines are others */
	REMT_UNIT_READS_MORE =
		2, /* It reads what is not included: a precompiled header, .incbin. */
	REMT_UNIT_ASKS_FOR_FILES = 8, /* It asks whether files are there: __has_include. */
	REMT_UNIT_HAS_ASSEMBLY = 4,   /* It has assembler text. */
};

struct remt_file {
	uint32_t path_str; /* as the compiler saw it: absolute, or relative to comp_dir */
	uint32_t flags;	   /* reserved */
	uint64_t hash;	   /* XXH64 (seed 0) of the file's bytes */
};

enum remt_function_flags {
	REMT_FUNCTION_CLONED = 1, /* switches are in a clone, which a test at the entry selects */
	REMT_FUNCTION_INLINE = 2, /* switches are in the body, as no clone is possible */
	REMT_FUNCTION_STATIC = 4, /* other units can't see it */
	REMT_FUNCTION_NOTED = 8,  /* a run can ask whether the function was entered */
};

struct remt_function {
	uint32_t name_str;     /* source name */
	uint32_t asm_name_str; /* symbol name */
	uint32_t file;
	uint32_t line, end_line;
	uint32_t first_block, nr_blocks; /* 0 blocks: its graph is not known */
	uint32_t flags;			 /* enum remt_function_flags */
	uint32_t number; /* index into the unit's function flags; has no meaning without sites */
	uint32_t symbol; /* index in symbols */
	uint32_t first_variable, nr_variables;
	/* hash of how it is called: calls through a pointer with another hash can't reach it */
	uint64_t signature;
};

struct remt_site {
	uint32_t function; /* index in functions */
	uint32_t file;
	uint32_t line, column, end_line,
		end_column; /* the mutated construct: operator token, condition, statement … */
	/* index in blocks of the block that holds its first mark; UINT32_MAX: unknown */
	uint32_t block;
	uint32_t first_mutant, nr_mutants;
	/* The first nr_safe alternatives have no flags: they can't trap or change control flow. */
	uint32_t nr_safe;
	uint64_t line_hash; /* XXH64 of the source line without white space at its ends */
};

enum remt_mutant_flags {
	REMT_MUTANT_MAY_TRAP = 1, /* the replacement can trap where the original can't */
	REMT_MUTANT_CONTROL = 2,  /* changes what is executed, not a value */
	REMT_MUTANT_BINARY = 4,	  /* `replacement` is assembly that replaces one instruction */
	/*
	 * No mutant: the site is a layout switch; its alternative N takes an address as if the
	 * object lay N bytes further.
	 */
	REMT_MUTANT_LAYOUT = 8,
	REMT_MUTANT_DECISION = 16, /* in a condition that tests the low bits of an address */
	/*
	 * In such a condition without a layout switch: the address may be of heap or stack, or
	 * other code depends on its low bits, too.
	 */
	REMT_MUTANT_UNSWITCHED = 32,
};

struct remt_mutant {
	uint32_t site;
	uint32_t alternative; /* 1 … nr_mutants: the value of the site's switch */
	uint32_t op_str;      /* operator, original and replacement: "ORRN:<:<=" */
	uint32_t line, column, end_line, end_column; /* the range that `replacement` replaces */
	uint32_t replacement_str;		     /* source text */
	uint32_t description_str;		     /* a sentence without the full stop */
	uint32_t flags;				     /* enum remt_mutant_flags */
};

/* Why a construct of the source got no site. */
enum remt_skip_reason {
	REMT_SKIP_FOLDED = 1, /* GCC has folded the tree: it has no such operator any more */
	REMT_SKIP_MACRO = 2,  /* the token is in the body of a macro */
	REMT_SKIP_SHAPE = 3,  /* a construct that can't be treated (see doc/INTERNALS.md) */
	REMT_SKIP_USER = 4,   /* a comment such as remt-ignore excludes it */
};

struct remt_skip {
	uint32_t file;
	uint32_t line, column;
	uint32_t reason; /* enum remt_skip_reason */
};

/*
 * A place in the code where a site was planted. A site has several marks if the preprocessor or the
 * compiler copied the construct. Marks of a site are in the order of their blocks.
 */
struct remt_mark {
	uint32_t site;
	uint32_t block; /* index in blocks */
	/*
	 * Number of the mark in the block's canonical text. Blocks with equal exact or neutral
	 * texts number their marks alike.
	 */
	uint32_t statement;
	/* hash of how the site's mutants are computed here, in their order */
	uint32_t alternatives;
};

/* A node of the control-flow graph: a run of statements; a call ends it. */
struct remt_block {
	/*
	 * Hash of the canonical text of its statements, with variables numbered in the order of
	 * their first mention.
	 */
	uint64_t hash;
	uint32_t line, end_line;       /* 0: no statement has a line */
	uint32_t first_edge, nr_edges; /* edges out of it */
	uint32_t first_call, nr_calls; /* the call that is its last statement: 0 or 1 */
	/* by number in the text: the variable; UINT32_MAX: a temporary of this block alone */
	uint32_t first_use, nr_uses;
	uint32_t first_reference,
		nr_references; /* symbols that it mentions, without functions called by name */
	/*
	 * Hash of the neutral text: directories of the build in strings are marks, and sizes of
	 * such strings are left out.
	 */
	uint64_t neutral_hash;
};

/* A variable that a function declares, or a temporary that several blocks mention. */
struct remt_variable {
	uint32_t name_str; /* "": the compiler made it */
	/* 1 for the first parameter …; 0: no parameter; UINT32_MAX: not in the source */
	uint32_t parameter;
	uint64_t type; /* neutral hash of the type */
};

enum remt_symbol_flags {
	REMT_SYMBOL_FUNCTION = 1,
	REMT_SYMBOL_DEFINED = 2, /* defined in this unit */
	REMT_SYMBOL_PUBLIC = 4,	 /* other units can see it */
	REMT_SYMBOL_WEAK = 8,
	/* an alias; its last reference, if it has one, is the symbol that it stands for */
	REMT_SYMBOL_ALIAS = 16,
	REMT_SYMBOL_CONSTRUCTOR = 32,
	REMT_SYMBOL_DESTRUCTOR = 64,
	/*
	 * A variable that the linker gathers into a named section, or that is found other than by
	 * its name.
	 */
	REMT_SYMBOL_COLLECTED = 128,
};

/* A function, or a variable that lives as long as the program. */
struct remt_symbol {
	/* the assembler's name; FUNCTION:NAME#N for a static variable of a function */
	uint32_t name_str;
	uint32_t flags; /* enum remt_symbol_flags */
	uint64_t hash;	/* of type, attributes and, if it is defined here, initial value */
	uint32_t first_reference, nr_references; /* the symbols that its initial value mentions */
	uint64_t neutral_hash;			 /* see remt_block */
};

enum remt_edge_flags {
	REMT_EDGE_TRUE = 1,
	REMT_EDGE_FALSE = 2,
	REMT_EDGE_SWITCH = 4,
	REMT_EDGE_EXCEPTION = 8, /* also abnormal edges: longjmp, non-local goto */
	REMT_EDGE_FALLTHRU = 16,
	REMT_EDGE_MUTANT = 32, /* exists only while a mutant is on; reserved */
};

struct remt_edge {
	uint32_t target; /* index of the block within the function; 0 is the entry, 1 the exit */
	uint32_t flags;	 /* enum remt_edge_flags */
	uint64_t label;	 /* hash of the case values; 0: not the edge of a switch */
};

enum remt_call_flags {
	REMT_CALL_NORETURN = 1,
	REMT_CALL_RETURNS_TWICE = 2, /* may return twice, such as setjmp() */
	REMT_CALL_UNPROTOTYPED = 4,
};

struct remt_call {
	uint32_t callee; /* index in symbols; UINT32_MAX: a call through a pointer, or assembly */
	uint32_t flags;	 /* enum remt_call_flags */
	uint64_t signature;
};

#endif
