/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Identity of a comparison: a hash of all that the outcomes of its variants depend on. */
#ifndef ISO_IDENTITY_H
#define ISO_IDENTITY_H

#include "iso/explore.h"

/* Of EXPLORE, which has its tests.  Files that the tests name are not in it, but for those that are
 * executed. */
uint64_t identity_of(const struct explore *explore);

#endif
