/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A copy of a binary with some of its variants in it. */
#ifndef REWRITER_PATCH_H
#define REWRITER_PATCH_H

#include "rewriter/variant.h"

struct patch {
	const struct binary *binary;
	struct machine *machine;
	const struct variant *const *variants; /* of the binary; each of another instruction */
	size_t nr_variants;
	bool keeps_build_id; /* else it gets another one, which also tells that it was patched */
};

/*
 * Makes the patched binary, reads it again, and writes it to PATH (common/destination.h), which is not
 * that of the binary, with the permissions of the binary: each instruction decodes as intended, and
 * nothing else has changed, but that a segment is added if some variant needs a detour.
 */
struct error *patch_write(const struct patch *patch, const char *path) MUST_CHECK;

/* True if the build-id tells that BINARY was patched before. */
bool patch_is_in(const struct binary *binary);

#endif
