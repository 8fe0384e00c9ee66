/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Inputs: the files that a test names. The state of each is hashed once per run, so that a later
 * run can tell whether the file is still the same.
 */
#ifndef RUNNER_INPUT_INPUT_H
#define RUNNER_INPUT_INPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/stamp.h"

/* What a test can see of a file. Stored: never renumber. */
enum input_use {
	/* Whether it exists; its kind, size and mode; the target, if it is a link. */
	INPUT_ASKED = 1,
	/* As INPUT_ASKED, and the bytes of a file or names and kinds of what is in a directory. */
	INPUT_OPENED = 2,
	/* The kind only: the code of an instrumented file is compared in another way. */
	INPUT_LOADED = 3,
	INPUT_DATED = 4, /* as INPUT_OPENED, and the time of modification, which `make` reads */
};

/* A file whose state was hashed. */
struct input {
	const char *path; /* absolute */
	enum input_use use;
	uint64_t state;	    /* what inputs_state() returned */
	struct stamp stamp; /* taken before `state` */
};

struct inputs;

/*
 * OWN is the directory of remt's store (borrowed for the call; NULL: none), in which the run
 * changes files. The state of a regular file there equals that of no other run. The file is never
 * opened, as closing it would drop the locks of SQLite (store/db.c).
 */
struct inputs *inputs_create(const char *own) RETURNS_NONNULL MUST_CHECK;
void inputs_destroy(struct inputs *inputs);

/*
 * Returns a hash of the state that PATH had when it was first asked for. The state of a file that
 * can't be read equals that of no other run.
 */
uint64_t inputs_state(struct inputs *inputs, const char *path, enum input_use use);

/* Calls EACH for every file that was hashed; INPUT lasts as long as INPUTS. */
void inputs_each(const struct inputs *inputs, void (*each)(void *arg, const struct input *input),
		 void *arg);

/* True if the kernel makes the file up (/proc, /sys, /dev): it is no input. */
bool input_is_made_up(const char *path);

/* False if the state of the file has changed since it was hashed. */
bool input_is_same(const struct input *input);

#endif
