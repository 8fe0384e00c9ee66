/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Texts in the read-only data of a program: what it compares its inputs with is among them (the dictionaries that
 * libFuzzer and AFL++ take from programs).
 */
#ifndef SITES_TEXTS_H
#define SITES_TEXTS_H

#include <stddef.h>

#include "common/error.h"

/* Receives a text of printable characters without the NUL behind it; BYTES are valid during the call only. */
typedef void texts_each_fn(void *arg, const char *bytes, size_t size);

/* Calls EACH for each text of MIN_SIZE to MAX_SIZE bytes in the section .rodata of PATH, in the order of addresses. */
struct error *texts_each(const char *path, size_t min_size, size_t max_size, texts_each_fn *each,
			 void *arg) MUST_CHECK;

#endif
