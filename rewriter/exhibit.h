/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The model of a binary that is compared with another one: its functions, their flow and their
 * fingerprints.
 *
 *	struct exhibit exhibit = { 0 };
 *	exhibit_open(&exhibit, path);
 *	exhibit_draw(&exhibit, has_names);  // alike for all that are compared
 *	… twins_find(&old.gallery, &new.gallery, …) …
 *	exhibit_close(&exhibit);
 *
 * For a binary that is open already, exhibit_look() and exhibit_leave() take the places of
 * exhibit_open() and exhibit_close().
 */
#ifndef REWRITER_EXHIBIT_H
#define REWRITER_EXHIBIT_H

#include "common/attr.h"
#include "common/error.h"
#include "rewriter/portrait.h"

struct exhibit {
	/* owned after exhibit_open(), borrowed after exhibit_look(); so is the machine */
	struct binary *binary;
	struct machine *machine;
	struct flows flows;
	struct gallery gallery;
	char *warning; /* what is not known of the binary; NULL: nothing */
};

/* Opens PATH and finds the flow. The caller ends RET with exhibit_close() even after an error. */
struct error *exhibit_open(struct exhibit *ret, const char *path) MUST_CHECK;
/* Takes the fingerprints. HAS_NAMES: variables are recognised by their symbols. */
void exhibit_draw(struct exhibit *exhibit, bool has_names);
void exhibit_close(struct exhibit *exhibit);

/* Finds the flow of a binary that is open already, and borrows binary and machine. exhibit_leave()
 * frees what the model owns: flow, fingerprints and warning. */
void exhibit_look(struct exhibit *ret, struct binary *binary, struct machine *machine);
void exhibit_leave(struct exhibit *exhibit);

#endif
