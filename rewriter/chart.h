/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Charts: the site tables of subjects that are compared with each other.  They hold what the
 * plugin's hold of a build: the control-flow graph, and the branches (operator OLNG), which here
 * are conditional jumps.  Blocks have sites without mutants at their first instruction, which tell
 * whether they were executed.
 */
#ifndef REWRITER_CHART_H
#define REWRITER_CHART_H

#include "rewriter/making.h"

/* Makes the chart of MAKING, whose variants are known. */
struct error *chart_make(struct making *making, const struct subject_likeness *likeness) MUST_CHECK;

#endif
