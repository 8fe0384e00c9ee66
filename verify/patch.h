/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Patches: puts a mutant into its source file. */
#ifndef VERIFY_PATCH_H
#define VERIFY_PATCH_H

#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "verify/sample.h"

/*
 * Returns in *RET the SIZE bytes of TEXT with the mutant's range replaced, owned by the caller. The
 * lines behind it keep their numbers, as newlines are added to a replacement that has fewer.
 * ERROR_UNUSABLE if TEXT has no such range.
 */
struct error *verify_patch_text(const char *text, size_t size, const struct verify_mutant *mutant,
				char **ret, size_t *ret_size) MUST_CHECK;

/*
 * Writes SIZE bytes over the file PATH in place. Links and modes stay, and the time stamp moves,
 * so that make sees the change.
 */
struct error *verify_patch_write(const char *path, const void *data, size_t size) MUST_CHECK;

#endif
