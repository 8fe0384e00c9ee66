/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The identity of a comparison: a hash of all that the outcomes of its variants depend on, but the
 * files that the tests read. The journal uses it to know its own comparison again.
 */
#ifndef ISO_IDENTITY_H
#define ISO_IDENTITY_H

#include "iso/explore.h"

/*
 * Returns the identity of EXPLORE, which must have its tests. Of the files that tests name, only
 * the instrumented programs and libraries are part of it.
 */
uint64_t identity_of(const struct explore *explore);

#endif
