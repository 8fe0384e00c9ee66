/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/baseline/layout.h"

#include "common/xalloc.h"

void layout_deinit(struct layout *layout)
{
	coverage_deinit(&layout->coverage);
}

char *layout_name(const struct layout *layout)
{
	if (!layout->shift)
		return xstrdup("with other addresses");
	return xasprintf("with data %u byte%s further", layout->shift,
			 layout->shift == 1 ? "" : "s");
}
