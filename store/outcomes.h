/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Outcomes: what the parts of a long comparison came to, kept in one SQLite database
 * DIRECTORY/outcomes.db, so that one that was cut short can be gone on with.
 *
 *   outcomes_open()      a writer holds an exclusive lock file
 *   outcomes_each_input(), outcomes_begin()
 *   outcomes_get() / outcomes_put(), outcomes_flush()
 *   outcomes_close()
 *
 * There is one comparison at a time, and it is known by its identity: a hash of all that its
 * outcomes depend on but the files that its tests read, its inputs.
 *
 * Once a write has failed (full disk …) every later one returns the same error; what was flushed
 * before stays.
 */
#ifndef STORE_OUTCOMES_H
#define STORE_OUTCOMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"

struct outcomes;

/* A file that the outcomes depend on. */
struct outcomes_input {
	const char *path; /* absolute */
	int use;	  /* what of it the state covers */
	uint64_t state;	  /* hash */
};

/* Makes DIRECTORY if there is none. */
struct error *outcomes_open(const char *directory, struct outcomes **ret) MUST_CHECK;
/* Rolls back what was not flushed.  NULL is allowed. */
void outcomes_close(struct outcomes *outcomes);

/* True if what is kept is of the comparison IDENTITY. */
struct error *outcomes_is_of(struct outcomes *outcomes, uint64_t identity, bool *ret) MUST_CHECK;
/* Drops everything, and begins the comparison IDENTITY. */
struct error *outcomes_begin(struct outcomes *outcomes, uint64_t identity) MUST_CHECK;

/* Calls EACH for the inputs, in no order; an error of it ends that. */
struct error *outcomes_each_input(struct outcomes *outcomes,
				  struct error *(*each)(void *arg,
							const struct outcomes_input *input),
				  void *arg) MUST_CHECK;
/* Adds an input; of one that is known already, the first state stays. */
struct error *outcomes_put_input(struct outcomes *outcomes,
				 const struct outcomes_input *input) MUST_CHECK;

/* *RET: what was put for KEY, owned by the caller; NULL: nothing. */
struct error *outcomes_get(struct outcomes *outcomes, uint64_t key, void **ret,
			   size_t *ret_size) MUST_CHECK;
/* On disk after outcomes_flush(). */
struct error *outcomes_put(struct outcomes *outcomes, uint64_t key, const void *content,
			   size_t size) MUST_CHECK;
struct error *outcomes_flush(struct outcomes *outcomes) MUST_CHECK;

/* What was found damaged when it was opened, and dropped; NULL: nothing. */
const char *outcomes_damage(const struct outcomes *outcomes);
/* The database, for messages. */
const char *outcomes_path(const struct outcomes *outcomes);

#endif
