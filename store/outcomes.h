/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Outcomes: the results of the parts of a long comparison or search, kept in one SQLite database
 * DIRECTORY/outcomes.db, so that a comparison that was cut short can be continued.
 *
 *   outcomes_open()      a writer holds an exclusive lock file
 *   outcomes_is_of(), outcomes_each_input()
 *   outcomes_begin()     unless the comparison is continued
 *   outcomes_get() / outcomes_put(), outcomes_flush()
 *   outcomes_close()
 *
 * The database keeps one comparison at a time. Its identity is a hash of all that the outcomes
 * depend on, except the files that its tests read: these are its inputs.
 *
 * Once a write has failed (full disk …) every later one returns the same error. What was flushed
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

/* A file on which the outcomes depend. */
struct outcomes_input {
	const char *path; /* absolute */
	int use;	  /* which part of the file the state covers */
	uint64_t state;	  /* hash */
};

/*
 * Opens the database and creates DIRECTORY if it is missing. The caller ends *RET with
 * outcomes_close().
 */
struct error *outcomes_open(const char *directory, struct outcomes **ret) MUST_CHECK;
/* Rolls back what was not flushed and closes OUTCOMES, which may be NULL. */
void outcomes_close(struct outcomes *outcomes);

/* Tells in *RET whether the kept outcomes belong to the comparison IDENTITY. */
struct error *outcomes_is_of(struct outcomes *outcomes, uint64_t identity, bool *ret) MUST_CHECK;
/* Tells in *RET whether a comparison was begun. */
struct error *outcomes_has_any(struct outcomes *outcomes, bool *ret) MUST_CHECK;
/* Drops all outcomes and inputs and begins the comparison IDENTITY. */
struct error *outcomes_begin(struct outcomes *outcomes, uint64_t identity) MUST_CHECK;

/*
 * Calls EACH for all inputs in no particular order. An error of EACH ends the iteration and is
 * returned.
 */
struct error *outcomes_each_input(struct outcomes *outcomes,
				  struct error *(*each)(void *arg,
							const struct outcomes_input *input),
				  void *arg) MUST_CHECK;
/* Adds an input. If the same use of the file is known already, the first state stays. */
struct error *outcomes_put_input(struct outcomes *outcomes,
				 const struct outcomes_input *input) MUST_CHECK;

/* Reads what was put for KEY. The caller frees *RET, which is NULL if nothing was put. */
struct error *outcomes_get(struct outcomes *outcomes, uint64_t key, void **ret,
			   size_t *ret_size) MUST_CHECK;
/* Puts CONTENT for KEY. It is on disk after outcomes_flush(). */
struct error *outcomes_put(struct outcomes *outcomes, uint64_t key, const void *content,
			   size_t size) MUST_CHECK;
struct error *outcomes_flush(struct outcomes *outcomes) MUST_CHECK;
/* As outcomes_flush(), and a loss of power takes nothing of it either. */
struct error *outcomes_sync(struct outcomes *outcomes) MUST_CHECK;

/* Returns what was found damaged at the opening and was dropped; NULL: nothing. */
const char *outcomes_damage(const struct outcomes *outcomes);
/* Returns the path of the database, for messages. */
const char *outcomes_path(const struct outcomes *outcomes);

#endif
