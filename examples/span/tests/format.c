/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "check.h"
#include "span.h"

static void check_format(long seconds, const char *expected)
{
	char text[32];

	CHECK(span_format(seconds, text, sizeof(text)) == (int)strlen(expected));
	CHECK(strcmp(text, expected) == 0);
}

int main(void)
{
	char small[3];

	check_format(0, "0s");
	check_format(45, "45s");
	check_format(5400, "1h30m");
	check_format(90061, "1d1h1m1s");
	CHECK(span_format(5400, small, sizeof(small)) == -1);
	return 0;
}
