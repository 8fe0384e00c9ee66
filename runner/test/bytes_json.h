/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes in JSON that are to be had back as they were. */
#ifndef RUNNER_TEST_BYTES_JSON_H
#define RUNNER_TEST_BYTES_JSON_H

#include <jansson.h>
#include <stddef.h>

#include "common/attr.h"

/* Returns SIZE bytes at TEXT as a string; as {"hex": "…"} if they are no UTF-8. */
json_t *bytes_json(const void *text, size_t size) RETURNS_NONNULL MUST_CHECK;

/* Returns the text that VALUE is of; the caller frees. NULL: it is of none, or holds a NUL. */
char *text_of_json(const json_t *value) MUST_CHECK;

#endif
