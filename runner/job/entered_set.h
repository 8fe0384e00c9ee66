/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which functions runs entered. Of a run that entered no function with a dangerous edge it is known
 * that it is the same in the new version (Theorem 1 of "Regression Mutation Testing", with the
 * edges that the mutated run itself has executed).
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
	uint64_t uid;	   /* of the unit */
	uint32_t function; /* number of its flag */
	uint32_t reserved; /* 0 */
};

struct entered_set {
	uint64_t hash;		  /* of the rows; not 0 */
	struct entered_row *rows; /* by uid and function; owned */
	uint32_t count;
	bool is_passed_on; /* for whoever keeps the sets: told to the caller, or stored */
};

/* Sets of different runs, each once; zero bytes are an empty one. */
struct entered_sets {
	struct slots by_hash;
	VEC(struct entered_set) sets;
};

/* NULL: no such set.  Until the next one is added. */
struct entered_set *entered_sets_find(struct entered_sets *sets, uint64_t hash);
/* Takes ROWS, which have that hash; a set that is there already is freed. */
void entered_sets_add(struct entered_sets *sets, uint64_t hash, struct entered_row *rows,
		      uint32_t count);
/* Takes ROWS, in any order, maybe twice; their hash. */
uint64_t entered_sets_add_rows(struct entered_sets *sets, struct entered_row *rows, size_t count);
void entered_sets_deinit(struct entered_sets *sets);

/*
 * Puts the set into STORE unless it is there; *RET: HASH, or 0 if nothing is known of it.
 */
struct error *entered_set_store(struct entered_sets *sets, struct store *store, uint64_t hash,
				uint64_t *ret) MUST_CHECK;

/* What a worker knows of its session; zero bytes at first. */
struct entered_reader {
	struct remt_noted known[REMT_SESSION_MAX_UNITS]; /* as the run-time gave them out */
	uint32_t nr_known;
	struct slots by_bits; /* hash of the bits: index in hashes */
	VEC(uint64_t) hashes;
	struct entered_sets sets;
};

/* After a run: the hash of its set, which is in READER's sets then; 0: it is not known. */
uint64_t entered_set_read(struct entered_reader *reader, struct remt_session *session);

#endif
