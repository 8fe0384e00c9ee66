/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A binary that is compared with another one: its functions, their flow and their portraits.
 *
 *	struct exhibit exhibit = { 0 };
 *	exhibit_open(&exhibit, path);
 *	exhibit_draw(&exhibit, has_names);  // alike for all that are compared
 *	… twins_find(&old.gallery, &new.gallery, …) …
 *	exhibit_close(&exhibit);
 */
#ifndef REWRITER_EXHIBIT_H
#define REWRITER_EXHIBIT_H

#include "common/attr.h"
#include "common/error.h"
#include "rewriter/portrait.h"

struct exhibit {
	struct binary *binary; /* owned, as is the next */
	struct machine *machine;
	struct flows flows;
	struct gallery gallery;
	char *warning; /* what is not known of it; NULL: nothing */
};

/* RET is to be given to exhibit_close() in any case. */
struct error *exhibit_open(struct exhibit *ret, const char *path) MUST_CHECK;
/* HAS_NAMES: variables are known by their symbols. */
void exhibit_draw(struct exhibit *exhibit, bool has_names);
void exhibit_close(struct exhibit *exhibit);

/* The same of a binary that is open already; its flow and portraits are owned. */
void exhibit_look(struct exhibit *ret, struct binary *binary, struct machine *machine);
void exhibit_leave(struct exhibit *exhibit);

#endif
