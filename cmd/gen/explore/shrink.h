/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the inputs smaller of the differences that users look at: those that the text shows. */
#ifndef CMD_GEN_EXPLORE_SHRINK_H
#define CMD_GEN_EXPLORE_SHRINK_H

#include "cmd/gen/view/view.h"

struct gen_shrink_opts {
	uint64_t max_ms; /* in all */
	/* Called now and then, as DONE of NUMBER differences are looked at; true: stop now. */
	bool (*stop)(void *arg, size_t done, size_t number);
	void *arg;
};

/* VIEW has its groups, which stay. As many of them are looked at as its text shows. */
struct error *gen_shrink(struct gen_view *view, const struct gen_shrink_opts *opts) MUST_CHECK;

#endif
