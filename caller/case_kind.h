/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How objects of a test are written: as strings, as numbers, or with the names of their parts. */
#ifndef CALLER_CASE_KIND_H
#define CALLER_CASE_KIND_H

#include "caller/request.h"

/* True if OBJECT of PROGRAM is a text: bytes of which the last one is 0. */
bool case_is_string(const struct program_object *object);
/* True if OBJECT is an array of plain numbers, whose elements need no names. */
bool case_is_numbers(const struct program_object *object);
/* True if BYTES, the first LENGTH of OBJECT, of which only zeros follow, are best read as a string. */
bool case_is_text(const struct program_object *object, const char *bytes, size_t length);

#endif
