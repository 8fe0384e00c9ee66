/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions of a harness that do not depend on the types of the unit. */
#ifndef CALLER_HELPERS_H
#define CALLER_HELPERS_H

#include "caller/writer.h"

/* Adds those to TEXT that the parts of WRITER call. Follows the definition of the constants. */
void helpers_write(const struct writer *writer, struct strbuf *text);
/* Headers that what prints strings needs. */
extern const char helpers_string_headers[];
/* Adds what prints strings to TEXT, for another program: harness_print_string(), and headers that it needs. */
void helpers_write_string(struct strbuf *text);

#endif
