/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a copy of a binary that contains some of its variants. */
#ifndef REWRITER_VARIANT_PATCH_H
#define REWRITER_VARIANT_PATCH_H

#include "rewriter/variant/variant.h"

struct patch {
	const struct binary *binary;
	struct machine *machine;
	/* variants of the binary, at most one of each instruction */
	const struct variant *const *variants;
	size_t nr_variants;
	/* false: the copy gets another build-id, which also tells that it was patched */
	bool keeps_build_id;
};

/*
 * Makes the patched binary, checks it, and writes it to PATH (common/destination.h) with the
 * permissions of the binary. PATH must not be the binary. After the check each variant decodes as
 * intended, and nothing else has changed, except that a segment is added if a variant needs a
 * detour.
 */
struct error *patch_write(const struct patch *patch, const char *path) MUST_CHECK;

/* True if the build-id of BINARY tells that it was patched before. */
bool patch_is_in(const struct binary *binary);

#endif
