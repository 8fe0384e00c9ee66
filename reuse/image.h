/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the programs and libraries that a test runs, in both versions. */
#ifndef REUSE_IMAGE_H
#define REUSE_IMAGE_H

#include "common/attr.h"
#include "reuse/judge.h"

/* Of the modules that OLD and NEW, the same test, load. */
struct judge_image image_make(const struct judge *judge, const struct snapshot_test *old,
			      const struct snapshot_test *new) MUST_CHECK;
void image_deinit(struct judge_image *image);

/* "FILE:LINE in FUNCTION, which has changed", owned by the caller. */
char *image_describe_edge(const struct judge *judge, uint32_t edge) RETURNS_NONNULL MUST_CHECK;

#endif
