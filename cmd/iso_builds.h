/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which versions remt iso compares: build directories, and the compiled files in them. */
#ifndef CMD_ISO_BUILDS_H
#define CMD_ISO_BUILDS_H

#include "cmd/iso.h"
#include "common/vec.h"

/* A version. */
struct iso_build {
	const char *label;
	char *directory; /* absolute, links resolved; owned, as are the next */
	char **binaries; /* the same; NULL: it was built with the plugin */
};

struct iso_builds {
	struct iso_build old, new, witness;
	VEC(struct subject_likeness) likenesses; /* by binary; none: they are not compared */
};

/* Finds what ARGS name; refuses files that can't be compared.  RET is to be given to
 * iso_builds_deinit() in any case. */
struct error *iso_builds_find(const struct iso_args *args, struct iso_builds *ret) MUST_CHECK;
void iso_builds_deinit(struct iso_builds *builds);

/* Of that version: OPTS with its binaries, which are borrowed. */
struct campaign_opts iso_builds_opts(const struct iso_builds *builds, const struct iso_build *build,
				     const struct campaign_opts *opts);

#endif
