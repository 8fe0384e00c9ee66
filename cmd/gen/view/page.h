/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the page that `remt gen --format=html` writes: one difference. */
#ifndef CMD_GEN_VIEW_PAGE_H
#define CMD_GEN_VIEW_PAGE_H

#include "cmd/gen/view/view.h"

/* Adds all that is said of a difference. */
void gen_page_difference(struct strbuf *html, const struct gen_view *view,
			 const struct gen_item *item);

#endif
