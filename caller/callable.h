/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The types of functions that callbacks (caller/callback.h) may have, and what their parameters are. */
#ifndef CALLER_CALLABLE_H
#define CALLER_CALLABLE_H

#include "caller/entries.h"

/* What a parameter of a callback is printed as. */
enum callback_argument {
	CALLBACK_NUMBER,  /* also floating numbers and enumerations */
	CALLBACK_POINTER, /* where it leads to */
	CALLBACK_STRING,
	CALLBACK_DATA,	 /* memory of which the next parameter is the size */
	CALLBACK_BUFFER, /* the same, which the callback fills */
};

/*
 * True if there can be a callback for what POINTER, which is peeled, leads to: a function whose parameters are numbers and
 * pointers, that returns a number, a pointer (NULL, or the buffer) or nothing, and whose types have names.
 */
bool callable_is_told(const struct entries *entries, const struct entry *pointer);
/* What PARAMETER of TYPE, a function's, is printed as; *RET_SIZE: that of a buffer or data. */
enum callback_argument callable_argument(const struct entries *entries, const struct entry *type,
					 const struct entry *parameter,
					 const struct entry **ret_size);
/* Returns the parameter of TYPE, a function's, that is filled; NULL: none is. */
const struct entry *callable_buffer(const struct entries *entries, const struct entry *type);
/* True if functions of TYPE return the buffer, or NULL. */
bool callable_returns_buffer(const struct entries *entries, const struct entry *type);
/* True if functions of TYPE return numbers of the blob. */
bool callable_returns_number(const struct entry *type);
#endif
