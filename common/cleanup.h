/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Releases a variable at the end of its scope, by attribute:
 *
 *	_cleanup_free_ char *path = path_join(a, b);
 *	_cleanup_close_ int fd = -1;
 *
 * A variable with such an attribute must be initialised. TAKE(pointer) and TAKE_FD(descriptor) hand
 * ownership on.
 */
#ifndef COMMON_CLEANUP_H
#define COMMON_CLEANUP_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/attr.h"
#include "common/error.h"

/* Defines cleanup_NAME() for variables of type TYPE, released by FUNCTION unless they are false. */
#define DEFINE_CLEANUP(name, type, function)                                                       \
	static inline UNUSED void cleanup_##name(type *pointer)                                    \
	{                                                                                          \
		if (*pointer)                                                                      \
			function(*pointer);                                                        \
	}

/* POINTER is the address of a pointer of any type. It is read as bytes, because of aliasing. */
static inline UNUSED void cleanup_free(void *pointer)
{
	void *memory;

	memcpy(&memory, pointer, sizeof(memory));
	free(memory);
}

static inline UNUSED void cleanup_close(int *fd)
{
	if (*fd >= 0)
		close(*fd);
}

DEFINE_CLEANUP(fclose, FILE *, fclose)
DEFINE_CLEANUP(closedir, DIR *, closedir)
DEFINE_CLEANUP(error, struct error *, error_destroy)

#define _cleanup_(function) __attribute__((cleanup(function)))
#define _cleanup_free_	    _cleanup_(cleanup_free)
#define _cleanup_close_	    _cleanup_(cleanup_close)
#define _cleanup_fclose_    _cleanup_(cleanup_fclose)
#define _cleanup_closedir_  _cleanup_(cleanup_closedir)
#define _cleanup_error_	    _cleanup_(cleanup_error)

/* Returns the value of VARIABLE, which becomes NULL. */
#define TAKE(variable)                                                                             \
	__extension__({                                                                            \
		__typeof__(variable) taken_ = (variable);                                          \
		(variable) = NULL;                                                                 \
		taken_;                                                                            \
	})

/* Returns the descriptor VARIABLE, which becomes -1. */
#define TAKE_FD(variable)                                                                          \
	__extension__({                                                                            \
		int taken_ = (variable);                                                           \
		(variable) = -1;                                                                   \
		taken_;                                                                            \
	})

#endif
