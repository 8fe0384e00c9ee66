/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chunk: variants that are run together, each in both versions, until it is known what they come
 * to. */
#ifndef ISO_CHUNK_H
#define ISO_CHUNK_H

#include "iso/explore_state.h"
#include "iso/journal.h"
#include "iso/outcome.h"

/* How many of COUNT variants are to be run together: not so many that much is lost if they are
 * interrupted, nor that their outputs fill the memory. */
size_t chunk_size(const struct explore *explore, const struct explore_variant *variants,
		  size_t count);

/*
 * What COUNT variants come to; what the journal knows is not run again, what it does not know is
 * kept there.  RET[COUNT], zeroed, is to be given to outcome_deinit() in any case; on cancellation
 * it says nothing.
 */
struct error *chunk_run(struct explore *explore, const struct explore_variant *variants,
			size_t count, struct outcome *ret) MUST_CHECK;

#endif
