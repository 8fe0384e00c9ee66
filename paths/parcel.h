/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands, texts and numbers as bytes, for another process, or to tell commands apart. */
#ifndef PATHS_PARCEL_H
#define PATHS_PARCEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/strbuf.h"
#include "paths/command.h"

/* What is still to be read. */
struct parcel {
	const char *at, *end;
};

/* Adds TEXT, with the NUL at its end. */
void parcel_add_text(struct strbuf *parcel, const char *text);
/* Returns the text that comes next, within the bytes; NULL: there is none. */
const char *parcel_take_text(struct parcel *parcel);

void parcel_add_number(struct strbuf *parcel, uint64_t number);
/* Returns false if there is no number. */
bool parcel_take_number(struct parcel *parcel, uint64_t *ret) MUST_CHECK;
/* Adds SIZE bytes behind their number. */
void parcel_add_bytes(struct strbuf *parcel, const void *bytes, size_t size);
/* Returns the bytes that come next, *SIZE of them, within the parcel; NULL: there are fewer. */
const void *parcel_take_bytes(struct parcel *parcel, size_t *size);

/* Adds COMMAND; a program without a name for itself gets an empty one. */
void parcel_add(struct strbuf *parcel, const struct command *command);
/* Makes the command that comes next, whose names lie within the bytes; false, and no command: there is none. */
bool parcel_take(struct parcel *parcel, struct command *ret) MUST_CHECK;

#endif
