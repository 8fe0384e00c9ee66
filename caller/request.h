/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a user asks of a function harness, and what is made of it. */
#ifndef CALLER_REQUEST_H
#define CALLER_REQUEST_H

#include <stdbool.h>

#include "caller/entries.h"
#include "common/strbuf.h"

/* LENGTH is the parameter, or what it points to, that says how long the array BUFFER is. */
struct program_length {
	const struct entry *buffer, *length;
};

struct program_options {
	unsigned depth;	   /* how many pointers follow each other */
	unsigned elements; /* of arrays that pointers lead to; at least 1 */
	bool has_elements; /* the user has said how many: structures are arrays, too */
	unsigned bytes;	   /* of strings and untyped memory; at least 1 */
	bool has_null;	   /* pointers may be NULL */
	bool cuts_arrays; /* of long ones in structures and variables only the beginning is filled */
	bool follows;	  /* also what the function has allocated is printed */
	bool wraps;	  /* the linker leads all units to the harness's free() */
	bool has_globals;  /* global variables are printed */
	bool sets_globals; /* they are also filled: behind all else in the input */
	char *const
		*without; /* names of global variables that it leaves alone; NULL: there are none */
	bool tells_pieces; /* `pieces` are asked for */
	bool has_models;   /* it has what caller/models.h tells */
	bool paints;	   /* the stack below the function's call has the byte $HARNESS_PAINT */
	bool loops;	   /* compiled with HARNESS_LOOP it makes many calls (caller/program.h) */
	VEC(struct program_length) lengths;
	const char *file;   /* of the harness, for its command */
	const char *name;   /* of the compiled program */
	const char *cflags; /* for the compiler, beside what the unit tells; "" */
	const char *libs;   /* other units and libraries, for the link; "" */
};

enum program_piece_kind {
	PIECE_NUMBER, /* the bytes themselves */
	PIECE_MODULO, /* a number that is taken modulo `modulus` */
	PIECE_POINTER, /* to the beginning of the object `target`; it may take one byte, 0 for NULL */
	PIECE_CALLBACK, /* to the callback `target`, an index; as of POINTER, a byte may choose NULL */
	PIECE_NULL,	/* a pointer that is always NULL, and takes nothing */
	PIECE_ENUM,	/* the number of an enumerator, modulo how many there are */
	PIECE_BITS,	/* a bit-field */
	PIECE_ZERO,	/* a number of the harness that is 0 at first, and takes nothing */
	PIECE_UNKNOWN, /* something else */
};

/* What a harness fills: where that lies, and what part of the input it is filled from. */
struct program_piece {
	enum program_piece_kind kind;
	size_t object; /* 0: the arguments, whose `offset` is their index */
	uint64_t offset, size;
	size_t at, nr_bytes; /* in the input */
	uint64_t modulus;
	size_t target;
	const struct entry *type; /* peeled; NULL: a byte, or the end of a text */
	uint64_t bits;		  /* of a bit-field */
	char *name;		  /* in the words of C; owned */
};

/* An object that a harness makes, or a global variable that it fills. The first one stands for the arguments. */
struct program_object {
	uint64_t size;
	const struct entry *global; /* NULL: it is none */
	bool is_unused;		    /* the function does not refer to the variable */
	/*
	 * Of a variable: where the input has the byte that is not 0 if the variable stays as the program begins with it; 0:
	 * it has none.
	 */
	size_t kept_at;
	const struct entry *pointer; /* that leads to it, peeled; NULL: none does */
	uint64_t count;		     /* elements that POINTER leads to */
	char *name;		     /* of what leads to it, or its own, in the words of C; owned */
	bool is_harness; /* `name` is that of a static variable or function of the harness itself */
};

/* A function of the harness that pointers to functions lead to (caller/callback.h). */
struct program_callback {
	const struct entry *type; /* of the function, peeled */
	char *hint, *name;	  /* of what leads to it; NAME is no other one's; owned */
	size_t object;		  /* that stands for the function; its values follow */
};

struct program {
	struct strbuf text; /* of the C file */
	struct strbuf seed; /* a blob of the size that is read, whose pointers are not NULL */
	char *command;	    /* by which the file is compiled */
	VEC(struct program_object) objects;
	VEC(struct program_piece) pieces; /* in the order of the input */
	VEC(struct program_callback) callbacks;
	char **notes; /* what is not filled, or not printed, and why */
};

/* True if a byte of the input, 0 for NULL, is all that PIECE may take. */
static inline bool program_is_pointer(const struct program_piece *piece)
{
	return piece->kind == PIECE_POINTER || piece->kind == PIECE_CALLBACK;
}

/* True if PIECE, a pointer, is NULL for BLOB. */
static inline bool program_is_null(const struct program_piece *piece, const unsigned char *blob)
{
	return piece->kind == PIECE_NULL || (piece->nr_bytes && !blob[piece->at]);
}

/* Says in BLOB whether all global variables stay as the program begins with them; false: there are none. */
bool program_keep(const struct program *program, bool is_kept, unsigned char *blob);
/* True if BLOB sets no global variable that the function refers to. */
bool program_keeps_globals(const struct program *program, const unsigned char *blob);
/* True if OBJECT is a variable that stays as the program begins with it for BLOB. */
static inline bool program_is_kept(const struct program_object *object, const unsigned char *blob)
{
	return object->kept_at && blob[object->kept_at];
}

#endif
