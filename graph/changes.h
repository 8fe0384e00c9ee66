/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the symbols that changed between two versions. The result is a part of struct pairs. */
#ifndef GRAPH_CHANGES_H
#define GRAPH_CHANGES_H

#include "graph/pairs.h"

/* Fills symbol_is_changed, an entry for each old symbol. Units and functions must be paired. */
void changes_find(struct pairs *pairs);

#endif
