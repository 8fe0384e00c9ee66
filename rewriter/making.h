/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a subject (rewriter/subject.h) is made. */
#ifndef REWRITER_MAKING_H
#define REWRITER_MAKING_H

#include "common/slots.h"
#include "common/vec.h"
#include "rewriter/early.h"
#include "rewriter/loading.h"
#include "rewriter/subject.h"
#include "rewriter/variant.h"
#include "sites/table_builder.h"

/* A subject in the making. */
struct making {
	struct subject *subject;
	struct binary *binary;
	struct loading loading;
	struct machine *machine;
	struct lines *lines;
	struct variants variants;
	struct table_builder builder;
	VEC(uint64_t) ids;
	struct slots files;  /* by hash of the path, number in the table */
	uint32_t *functions; /* by number in the binary, that in the table; SLOTS_NONE: none yet */
	bool *is_early;	     /* by number in the binary: the loader runs it (rewriter/early.h) */
};

/* Makes the site table of the variants, and what of them the subject holds. */
struct error *making_table(struct making *making) MUST_CHECK;

#endif
