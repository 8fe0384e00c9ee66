/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A chunk: variants that are run together. Each of them is run in both versions, as often as it
 * takes to know its outcome.
 *
 *	chunk_size()	how many variants the next chunk has
 *	chunk_run()	fills their outcomes
 */
#ifndef ISO_CHUNK_H
#define ISO_CHUNK_H

#include "iso/explore_state.h"
#include "iso/journal.h"
#include "iso/outcome.h"

/*
 * Returns how many of the first COUNT variants make the next chunk. The number is limited, so that
 * an interruption loses little and the outputs of the runs fit into memory.
 */
size_t chunk_size(const struct explore *explore, const struct explore_variant *variants,
		  size_t count);

/*
 * Finds the outcomes of COUNT variants. An outcome that the journal has is not found again, and a
 * new one is added to the journal.
 *
 * RET has COUNT zeroed elements. The caller gives each of them to outcome_deinit() in any case.
 * After a cancellation their content has no meaning.
 */
struct error *chunk_run(struct explore *explore, const struct explore_variant *variants,
			size_t count, struct outcome *ret) MUST_CHECK;

#endif
