/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Charts: the site tables of binaries that are compared with each other. A chart holds what a table
 * of the plugin holds: the control-flow graph, and the branches (operator OLNG), which here are
 * conditional jumps. At its first instruction each block has a site without mutants, which tells
 * whether the block was executed.
 */
#ifndef REWRITER_SUBJECT_CHART_H
#define REWRITER_SUBJECT_CHART_H

#include "rewriter/subject/subject_builder.h"

/* Makes the chart of the subject that BUILDER builds, whose variants are known. */
struct error *chart_make(struct subject_builder *builder,
			 const struct subject_likeness *likeness) MUST_CHECK;

#endif
