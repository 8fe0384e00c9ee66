/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Symbols that are not in the new version what they were in the old one: a part of struct pairs. */
#ifndef GRAPH_CHANGES_H
#define GRAPH_CHANGES_H

#include "graph/pairs.h"

/* Fills symbol_is_changed, which is all false; units and functions are paired. */
void changes_find(struct pairs *pairs);

#endif
