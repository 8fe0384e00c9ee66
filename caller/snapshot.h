/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A call of a function in a running program as the blob for which its harness calls it alike, as far as a blob can say that
 * (Elbaum, Chin, Dwyer and Jorde, "Carving and Replaying Differential Unit Test Cases from System Test Cases", TSE 2009):
 * one object for each pointer, none larger than the harness makes it, and no pointer that leads back.
 */
#ifndef CALLER_SNAPSHOT_H
#define CALLER_SNAPSHOT_H

#include "caller/request.h"

/* The running program. */
struct snapshot_source {
	/* Copies SIZE bytes at ADDRESS; false: they can't be read. */
	bool (*read)(void *arg, uint64_t address, void *ret, size_t size);
	/* Finds where the variable GLOBAL lies; false: that is not known. NULL: of none it is. */
	bool (*find)(void *arg, const char *global, uint64_t *ret);
	void *arg;
};

/*
 * True if arguments of FUNCTION are numbers and pointers, at most MOST of them, and it returns no structure: where that goes
 * may be an argument before the others.
 */
bool snapshot_is_possible(const struct entries *entries, const struct entry *function, size_t most);

/*
 * Fills BLOB, which is as long as the seed of PROGRAM, with what the function is called with if its arguments are ARGUMENTS. What
 * can't be read is as in that seed.
 */
void snapshot_take(const struct program *program, const struct snapshot_source *source,
		   const uint64_t *arguments, unsigned char *blob);

/*
 * Makes numbers of BLOB no larger than what pointers near to them lead to in the harness, as they may be lengths of that.
 * False: there was none.
 */
bool snapshot_fit(const struct program *program, unsigned char *blob);

#endif
