/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the code that a test runs, its programs and libraries, in both versions. */
#ifndef REUSE_IMAGE_H
#define REUSE_IMAGE_H

#include "common/attr.h"
#include "reuse/judge.h"

/*
 * Returns the image of the modules that the test loads; OLD and NEW are the test in either version.
 * The caller gives the result to image_deinit().
 */
struct judge_image image_make(const struct judge *judge, const struct stored_test *old,
			      const struct stored_test *new) MUST_CHECK;
void image_deinit(struct judge_image *image);

/*
 * Returns "FILE:LINE in FUNCTION, which has changed" for an old dangerous edge; owned by the
 * caller.
 */
char *image_describe_edge(const struct judge *judge, uint32_t edge) RETURNS_NONNULL MUST_CHECK;

#endif
