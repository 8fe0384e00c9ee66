/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/mode.h"

#include <stddef.h>
#include <string.h>

#include "common/attr.h"

static const char *const names[] = {
	[MODE_PAIRS] = NULL,  [MODE_SD] = "sd",	      [MODE_CBPE] = "cbpe",
	[MODE_PESO] = "peso", [MODE_REACH] = "reach",
};

enum mode mode_find(const char *name)
{
	for (size_t i = MODE_SD; i < ARRAY_SIZE(names); i++) {
		if (strcmp(name, names[i]) == 0)
			return (enum mode)i;
	}
	return MODE_PAIRS;
}

const char *mode_name(enum mode mode)
{
	return names[mode];
}
