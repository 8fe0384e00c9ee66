/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which versions `remt iso` compares: build directories, or compiled files in them.
 *
 *	iso_builds_find()
 *	iso_builds_opts()	for each version
 *	iso_builds_deinit()
 */
#ifndef CMD_ISO_BUILDS_H
#define CMD_ISO_BUILDS_H

#include "cmd/iso.h"
#include "common/vec.h"

/* One version. */
struct iso_build {
	const char *label;
	char *directory; /* absolute, links resolved; owned */
	/*
	 * compiled files, absolute, links resolved; NULL: the version was built with the plugin;
	 * owned
	 */
	char **binaries;
};

struct iso_builds {
	struct iso_build old, new, witness;
	/* by binary: what its versions have in common; empty: no binaries are compared */
	VEC(struct subject_likeness) likenesses;
};

/*
 * Finds the versions that ARGS name. Fails for files that can't be compared. The caller gives RET
 * to iso_builds_deinit() in any case.
 */
struct error *iso_builds_find(const struct iso_args *args, struct iso_builds *ret) MUST_CHECK;
void iso_builds_deinit(struct iso_builds *builds);

/* Returns OPTS for the version BUILD, with its binaries, which are borrowed. */
struct campaign_opts iso_builds_opts(const struct iso_builds *builds, const struct iso_build *build,
				     const struct campaign_opts *opts);

#endif
