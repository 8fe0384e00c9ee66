/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sets of functions that runs entered. A run that entered no function with a dangerous edge
 * does the same in the new version (Theorem 1 of "Regression Mutation Testing", with the edges that
 * the mutated run itself executed).
 */
#ifndef RUNNER_JOB_ENTERED_SET_H
#define RUNNER_JOB_ENTERED_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/slots.h"
#include "common/vec.h"
#include "remt/session.h"
#include "store/store.h"

/* A function with sites. Crosses a process border, and is stored. */
struct entered_row {
	uint64_t uid;	   /* uid of the unit */
	uint32_t function; /* number of its flag */
	uint32_t reserved; /* 0 */
};

struct entered_set {
	uint64_t hash;		  /* hash of the rows; never 0 */
	struct entered_row *rows; /* sorted by uid and function; owned */
	uint32_t count;
	/* the owner of the sets has sent this one to its caller, or stored it */
	bool is_passed_on;
};

/* Sets of different runs, each kept once; zero bytes are an empty collection. */
struct entered_sets {
	struct slots by_hash;
	VEC(struct entered_set) sets;
};

/* Returns NULL if there is no such set. The pointer is valid until the next set is added. */
struct entered_set *entered_sets_find(struct entered_sets *sets, uint64_t hash);
/* Takes ROWS, whose hash is HASH; frees them if the set is known. */
void entered_sets_add(struct entered_sets *sets, uint64_t hash, struct entered_row *rows,
		      uint32_t count);
/* Takes ROWS, unsorted and maybe with duplicates, and returns their hash. */
uint64_t entered_sets_add_rows(struct entered_sets *sets, struct entered_row *rows, size_t count);
void entered_sets_deinit(struct entered_sets *sets);

/* Puts the set HASH into STORE unless it is there. *RET is HASH, or 0 if the set is not known. */
struct error *entered_set_store(struct entered_sets *sets, struct store *store, uint64_t hash,
				uint64_t *ret) MUST_CHECK;

/* What a worker knows of its session; zero bytes at first. */
struct entered_reader {
	struct remt_noted known[REMT_SESSION_MAX_UNITS]; /* as the run-time allotted them */
	uint32_t nr_known;
	struct slots by_bits; /* hash of the bits → index in `hashes` */
	VEC(uint64_t) hashes;
	struct entered_sets sets;
};

/* After a run: returns the hash of its set, which READER's sets contain then; 0: not known. */
uint64_t entered_set_read(struct entered_reader *reader, struct remt_session *session);

#endif
