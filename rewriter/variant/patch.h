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
 * Makes the patched binary, reads it again, and writes it to PATH (common/destination.h), which is not
 * that of the binary, with the permissions of the binary: each instruction decodes as intended, and
 * nothing else has changed, but that a segment is added if some variant needs a detour.
 */
struct error *patch_write(const struct patch *patch, const char *path) MUST_CHECK;

/* Returns true if the build-id of BINARY tells that it was patched before. */
bool patch_is_in(const struct binary *binary);

#endif
