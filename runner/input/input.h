/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Inputs: what files are like that a test names, as a number for each, so that a later version's
 * can be compared. Each is looked at once.
 */
#ifndef RUNNER_INPUT_INPUT_H
#define RUNNER_INPUT_INPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/stamp.h"

/* What a test can see of a file. Stored: never renumber. */
enum input_use {
	INPUT_ASKED =
		1, /* whether it is there, of which kind, size and mode; of a link, its target */
	INPUT_OPENED = 2, /* and what is in it; of a directory, the names in it */
	INPUT_LOADED =
		3,	 /* an instrumented file, whose code is compared otherwise: of which kind */
	INPUT_DATED = 4, /* as INPUT_OPENED, and when it was modified, which `make` looks at */
};

/* A file that was looked at. */
struct input {
	const char *path; /* absolute */
	enum input_use use;
	uint64_t state;	    /* as of inputs_state() */
	struct stamp stamp; /* from before that */
};

struct inputs;

/* Regular files below OWN (borrowed for the call; NULL: none), remt's store, are never opened and
 * never the same as another time: the run changes them, and db.c forbids it to close them. */
struct inputs *inputs_create(const char *own) RETURNS_NONNULL MUST_CHECK;
void inputs_destroy(struct inputs *inputs);

/* Hash of the state of PATH, when it was first asked for; one that can't be read is never the same
 * as another time. */
uint64_t inputs_state(struct inputs *inputs, const char *path, enum input_use use);

/* All that were looked at; INPUT lasts as long as INPUTS. */
void inputs_each(const struct inputs *inputs, void (*each)(void *arg, const struct input *input),
		 void *arg);

/* True if the kernel makes up what is there (/proc, /sys, /dev): that is no input. */
bool input_is_made_up(const char *path);

/* False: its state is another one by now. */
bool input_is_same(const struct input *input);

#endif
