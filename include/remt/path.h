/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The path of one run: which conditions on its inputs decided where it went. The evaluator
 * (explore/) writes it into a file that whoever starts the run has made, and maps it, so that it
 * is complete however the run ends. Both are of the same build of remt.
 *
 * The inputs are the bytes of the program's arguments, from the first one on and without the NULs at
 * their ends, then those of values of environment variables and those of its string literals that are inputs, without
 * these NULs, then those of its standard input, then those of files. The file is a header, then the terms (term/term.h), then the conditions, then
 * what was printed.
 *
 * Compiles as C11.
 */
#ifndef REMT_PATH_H
#define REMT_PATH_H

#include <stdint.h>

#define REMT_PATH_MAGIC	    "REMTPATH" /* 8 bytes, no NUL */
#define REMT_PATH_VERSION   3u

#define REMT_PATH_NAME_SIZE 64

struct remt_path_header {
	char magic[8];
	uint32_t version;
	uint32_t nr_inputs; /* bytes that are inputs */
	uint32_t term_capacity, condition_capacity, output_capacity;
	uint32_t expected_terms;   /* the evaluator makes memory for so many ready at once */
	uint32_t watched_capacity; /* blocks that are watched, then those that are seen */
	uint32_t nr_watched;	   /* of these, those that are watched */
	uint64_t terms, conditions, outputs, watched; /* offsets in the file */
	/* written by the evaluator: */
	uint32_t nr_terms, nr_conditions, nr_outputs;
	uint32_t flags;	     /* remt_path_flags */
	uint64_t printed[2]; /* remt_path_hash() of all that the outputs tell, by stream */
	/* the first compiled function at which REMT_PATH_CONCRETISED was set, cut, with a NUL; "": none */
	char concretised_by[REMT_PATH_NAME_SIZE];
	uint64_t
		libraries; /* a hash of the files that were loaded beside the program, if there is a list of blocks */
};

enum remt_path_flags {
	REMT_PATH_BEGUN = 1, /* a function was evaluated, or main() has IR that can't be */
	REMT_PATH_FULL = 2,  /* there was no room for what came later */
	/* somewhere a value of this run stood for what the inputs made */
	REMT_PATH_CONCRETISED = 4,
	/* a process has the file; programs that it executes have no path */
	REMT_PATH_OPENED = 8,
	REMT_PATH_MAIN =
		16, /* main() was evaluated; else what it did with the inputs is not known */
	REMT_PATH_UNWATCHED =
		32, /* watched code may be executed as compiled, which tells nothing */
	REMT_PATH_EXPORTED =
		64, /* libraries may find functions or variables of the program by their names */
};

/*
 * The environment variable that names a list of blocks that are watched: a text with a line for each block,
 *
 *	block UID FUNCTION BLOCK
 *
 * and one for each function that must be evaluated, as it may lead to them. FLAG is 1 if compiled code may have
 * its address, else 0:
 *
 *	function UID FUNCTION FLAG
 *
 * Behind these may stand a line for each block that is seen, changed or not, where JOIN is its immediate post-dominator
 * if control has several ways to go from there, or 4294967295:
 *
 *	seen UID FUNCTION BLOCK JOIN
 *
 * UID is hexadecimal, the others are decimal indices in the IR. The file of the path has a number for each block that is
 * watched, then for each that is seen, in their order; one that is both may have the first alone: one more than the number of conditions that were noted before control first came to it; 0: it did not.
 */
#define REMT_PATH_WATCH_ENV "REMT_EXPLORE_WATCH"

enum remt_path_kind {
	/*
	 * The end of the block went a way that another one may be possible to: of an IF 1 if it was
	 * true, else 0; of a SWITCH 2 i + 1 if the value was in case i, 2 i if it was not.
	 */
	REMT_PATH_BRANCH,
	REMT_PATH_OPERATION, /* the same of an operation, which may trap or read from a table */
	REMT_PATH_LIBRARY,   /* the same, within a function of a library */
	REMT_PATH_PINNED,    /* an address or the like was taken to be the one of this run */
	REMT_PATH_AGAIN, /* what decided in a block that is watched or seen was noted before: no condition */
};

/* A condition that held, in the order of the run. */
struct remt_path_condition {
	uint32_t term;	   /* of one bit */
	uint32_t kind;	   /* remt_path_kind */
	uint64_t uid;	   /* of the unit */
	uint32_t function; /* the index of its function in the IR */
	uint32_t block;	   /* that decided */
	uint32_t insn;	   /* which instruction did, as a block may have several that do */
	uint32_t line;
	uint32_t way; /* of those at one place in a path, 2n and 2n + 1 exclude each other */
	uint32_t padding;
	uint64_t index; /* the hash of its execution index, if blocks are seen; else 0 */
};

enum remt_path_output_kind {
	REMT_PATH_TEXT,	  /* bytes that no input changes on this path */
	REMT_PATH_BYTE,	  /* the term, of 8 bits */
	REMT_PATH_NUMBER, /* the term, as a conversion of printf() makes text of it */
	REMT_PATH_STATUS, /* the program exits with the term, of 8 bits */
};

/*
 * A piece of what the run printed, in the order of the run; together its output expression. Texts that
 * follow each other on a stream are one.
 */
struct remt_path_output {
	uint32_t kind;	 /* remt_path_output_kind */
	uint32_t stream; /* 0: standard output, 1: standard error */
	uint32_t term;	 /* of all but TEXT */
	uint32_t padding;
	uint64_t text;	/* the hash of a TEXT, or of a NUMBER's conversion */
	uint64_t value; /* of the term in this run; of a TEXT its size */
};

/* FNV-1a, as texts grow piece by piece: the hash of nothing, and of what HASH is of with TEXT behind it. */
#define REMT_PATH_NO_TEXT UINT64_C(0xcbf29ce484222325)

static inline uint64_t remt_path_hash(uint64_t hash, const char *text, uint64_t size)
{
	for (uint64_t i = 0; i < size; i++)
		hash = (hash ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
	return hash;
}

#endif
