/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What printf() and its like make of a format. */
#ifndef EXPLORE_MODEL_FORMAT_H
#define EXPLORE_MODEL_FORMAT_H

#include "explore/model_sink.h"

/* Adds to SINK what comes of the format that is argument number I; what it converts is behind it, or in a list there. */
void format_put(struct sink *sink, struct frame *frame, const struct call_site *site, uint32_t i,
		bool has_list);

#endif
