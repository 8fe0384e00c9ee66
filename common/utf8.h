/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text that need not be valid UTF-8. */
#ifndef COMMON_UTF8_H
#define COMMON_UTF8_H

#include <stddef.h>
#include <stdint.h>

#include "common/strbuf.h"

#define UTF8_REPLACEMENT 0xfffdu /* stands for a byte that is no part of a character */

/*
 * Decodes the character at TEXT (SIZE > 0 bytes) and returns its length in bytes. A byte that
 * begins no valid character gives UTF8_REPLACEMENT and length 1.
 */
size_t utf8_decode(const char *text, size_t size, uint32_t *ret);

/* Adds TEXT as valid UTF-8. Each byte that is no part of a valid character becomes U+FFFD. */
void utf8_add(struct strbuf *buffer, const char *text, size_t size);

#endif
