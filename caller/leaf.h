/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a test of a function looks at when that has returned: its result, and each part of what it was given. */
#ifndef CALLER_LEAF_H
#define CALLER_LEAF_H

#include "caller/case.h"

enum leaf_kind {
	LEAF_NUMBER,
	LEAF_ENUM,
	LEAF_FLOAT,
	LEAF_POINTER,
	LEAF_STRING, /* that a callback gets */
	LEAF_DATA,   /* that a callback gets, with its size */
	LEAF_TEXT,   /* an array of char that ends with 0 */
};

struct leaf {
	enum leaf_kind kind;
	const struct entry *type; /* peeled; NULL: a byte; of a text: its elements' */
	char *expression;	  /* in C; owned */
	size_t object;		  /* 0: of the result; SIZE_MAX: of calls of a callback */
	uint64_t size;	 /* bytes of a text; of what a callback gets: the number of the argument */
	size_t callback; /* its index + 1; 0: it is nothing that a callback gets */
	unsigned call;	 /* the first one is 0 */
};

struct leaves {
	VEC(struct leaf) items;
};

/* What is said of a leaf. */
enum condition_kind {
	CONDITION_INT,
	CONDITION_UNSIGNED,
	CONDITION_FLOAT,
	CONDITION_TEXT,	   /* the same string */
	CONDITION_MEMORY,  /* the same bytes: `right` is a string, `size` how many */
	CONDITION_POINTER, /* the same address */
	CONDITION_NULL,
	CONDITION_NOT_NULL,
	NR_CONDITION_KINDS
};

struct condition {
	enum condition_kind kind;
	size_t leaf;	    /* its number */
	char *left, *right; /* owned; RIGHT may be NULL */
	uint64_t size;
	bool is_same; /* it held before the call, too */
};

/* Finds what a test looks at for the call TEXT; the result is called RESULT. The caller ends it with leaves_deinit(). */
void leaves_find(struct writer *writer, const struct case_text *text, const char *result,
		 struct leaves *ret);
void leaves_deinit(struct leaves *leaves);

/* Writes lines of C that print the value of LEAF, which has the number INDEX, as "INDEX STAGE VALUE". */
void leaf_write_print(struct strbuf *ret, const struct writer *writer, const struct case_text *text,
		      const struct leaf *leaf, size_t index, char stage);
/* Says of LEAF that it is VALUE, as it was printed. BEFORE: its value before the call; NULL: of the result. False: C can't. */
bool leaf_find_condition(const struct writer *writer, const struct case_text *text,
			 const struct leaf *leaf, const char *before, const char *value,
			 struct condition *ret);
void condition_deinit(struct condition *condition);

#endif
