/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Parcels in a file that several processes append to. A frame is a mark, its size, a hash of the parcel, and the parcel. A
 * process that is killed while it writes leaves a torn one, which is passed over as soon as a whole one stands behind it.
 */
#ifndef PATHS_FRAME_H
#define PATHS_FRAME_H

#include <stddef.h>

#include "common/strbuf.h"
#include "paths/parcel.h"

/* Begins a frame in RECORD, which is empty; what is added to it then is the parcel. */
void frame_begin(struct strbuf *record);
/* Ends it: RECORD can be written, by one call. */
void frame_end(struct strbuf *record);

/* Returns the end of the first whole frame among SIZE BYTES, and its parcel; NULL: there is none by now. */
const char *frame_find(const char *bytes, size_t size, struct parcel *ret);

#endif
