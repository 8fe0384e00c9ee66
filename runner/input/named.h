/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sets of files, each kept once and named by its hash: what a mutated run names to the kernel, and
 * of that, what its test does not name without a mutant (runner/baseline/extra.h).
 */
#ifndef RUNNER_INPUT_NAMED_H
#define RUNNER_INPUT_NAMED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/slots.h"
#include "common/strbuf.h"
#include "common/vec.h"

/* A file in a set, which is stored as lines of text, "USE STATE PATH", each ended by NUL. */
struct named_row {
	unsigned use;	  /* enum trace_name_use, or-ed, or enum input_use */
	uint64_t state;	  /* as of inputs_state(); 0 where nobody has looked */
	const char *path; /* absolute */
};

struct named_set {
	uint64_t hash; /* of the content; not 0 */
	char *content; /* owned */
	size_t size;
	bool is_passed_on; /* for whoever keeps the sets: told to the caller, or stored */
};

/* Zero bytes are an empty one. */
struct named_sets {
	struct slots by_hash;
	VEC(struct named_set) sets;
};

void named_add_row(struct strbuf *content, const struct named_row *row);
/* Reads the row at *AT, which moves behind it; false: there is none before END, or it is damaged,
 * and *AT does not move. */
bool named_next(const char **at, const char *end, struct named_row *ret);
/* True if SIZE bytes of CONTENT are rows, all of them. */
bool named_is_whole(const char *content, size_t size);

/* NULL: no such set.  Until the next one is added. */
struct named_set *named_sets_find(const struct named_sets *sets, uint64_t hash);
/* Takes CONTENT; its hash. */
uint64_t named_sets_add(struct named_sets *sets, char *content, size_t size);
void named_sets_deinit(struct named_sets *sets);

#endif
