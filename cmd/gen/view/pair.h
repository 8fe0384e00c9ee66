/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two texts beside each other, as a table of HTML in which what differs is marked. */
#ifndef CMD_GEN_VIEW_PAIR_H
#define CMD_GEN_VIEW_PAIR_H

#include "common/strbuf.h"

/*
 * Adds the table of the texts OLD and NEW, which differ. Lines that both have are opposite to each
 * other; of many such lines those near to others are shown. What is long is cut, and the page says so.
 */
void gen_pair_add(struct strbuf *html, const struct strbuf *old, const struct strbuf *new);

#endif
