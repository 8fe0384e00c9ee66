/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Differences by literals as a directory of patches of the sources: 1.patch for difference 1.
 *
 *	new_directory_open()
 *	gen_patches_write()	in the process that explores
 *	gen_patches_close()
 */
#ifndef CMD_GEN_TEST_PATCHES_H
#define CMD_GEN_TEST_PATCHES_H

#include "cmd/gen/base/source.h"
#include "cmd/gen/input/literals.h"
#include "cmd/new_directory.h"
#include "common/vec.h"
#include "paths/search.h"

struct gen_patches {
	struct new_directory directory; /* without a path: none are wanted */
	VEC(bool) written;		/* by difference: there is a patch */
	size_t nr_written;
	bool is_complete; /* all that was to be written is */
};

/* What patches are made with. All is borrowed. */
struct gen_patches_opts {
	const struct gen_literals *literals;
	struct gen_sources *sources;
	const char *name; /* of the new version */
};

/*
 * Writes the unified difference for each difference of SEARCH, which gives the sources of the new version its literals.
 * There is none where a source is not what was compiled. ERROR_INTERNAL: diff can't be run.
 */
struct error *gen_patches_write(struct gen_patches *patches, const struct gen_patches_opts *opts,
				const struct search *search) MUST_CHECK;

/* Takes the directory away if it was made and is empty. */
void gen_patches_close(struct gen_patches *patches);

#endif
