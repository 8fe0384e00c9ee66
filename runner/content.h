/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Contents: the code and data of linked files that was built without remt, as a hash. It is that of
 * the objects of the build that define it; where these are not there, of the linked file as a
 * whole.
 */
#ifndef RUNNER_CONTENT_H
#define RUNNER_CONTENT_H

#include "runner/modules.h"
#include "sites/foreign.h"

struct contents;

/* MODULES, whose build directory was added, outlive the result. */
struct contents *contents_create(const struct modules *modules) RETURNS_NONNULL MUST_CHECK;
void contents_destroy(struct contents *contents);

/* Of what is FOREIGN in the linked file PATH; 0: nothing is. */
struct error *contents_find(struct contents *contents, const char *path,
			    const struct foreign *foreign, uint64_t *ret) MUST_CHECK;

#endif
