/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Callbacks as people write them in a test: a static function that checks what it gets, call by call, and returns what a
 * harness takes from its blob.
 */
#ifndef CALLER_TESTED_CALLBACK_H
#define CALLER_TESTED_CALLBACK_H

#include "caller/callback.h"
#include "caller/leaf.h"

/* Adds what a test looks at of the calls of TEXT's callbacks: how many there are, and their arguments. */
void tested_callback_find(struct writer *writer, const struct case_text *text, struct leaves *ret);
/*
 * Adds the definition of callback INDEX of TEXT for BLOB. CHECKS has lines for each call, of CALLBACK_RETURNS. HAS_COUNT: the
 * calls are counted in any case.
 */
void tested_callback_write(struct writer *writer, const struct case_text *text, size_t index,
			   const unsigned char *blob, const struct strbuf *checks, bool has_count,
			   struct strbuf *ret);

#endif
