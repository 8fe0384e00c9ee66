/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sets of files, each kept once and known by its hash: the files that a mutated run names to the
 * kernel, or those of them that its test does not name without a mutant (runner/baseline/extra.h).
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

/*
 * One file of a set. A set is stored as text, one row "USE STATE PATH" after the other, each ended
 * by NUL: "1 00000000000003e8 /etc/passwd".
 */
struct named_row {
	unsigned use;	  /* enum trace_name_use, or-ed, or one enum input_use */
	uint64_t state;	  /* as inputs_state() returns it; 0: nobody has looked */
	const char *path; /* absolute */
};

struct named_set {
	uint64_t hash; /* hash of the content; never 0 */
	char *content; /* owned */
	size_t size;
	/* the owner of the sets has sent this one to its caller, or stored it */
	bool is_passed_on;
};

/* Zero bytes are an empty collection. */
struct named_sets {
	struct slots by_hash;
	VEC(struct named_set) sets;
};

void named_add_row(struct strbuf *content, const struct named_row *row);
/*
 * Reads the row at *AT and moves *AT behind it. Returns false, and leaves *AT, if no whole row
 * comes before END.
 */
bool named_next(const char **at, const char *end, struct named_row *ret);
/* True if the SIZE bytes of CONTENT are rows to the last byte. */
bool named_is_whole(const char *content, size_t size);

/* Returns NULL if there is no such set. The pointer is valid until the next set is added. */
struct named_set *named_sets_find(const struct named_sets *sets, uint64_t hash);
/* Takes CONTENT over and returns its hash. */
uint64_t named_sets_add(struct named_sets *sets, char *content, size_t size);
void named_sets_deinit(struct named_sets *sets);

#endif
