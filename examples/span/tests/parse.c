/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check.h"
#include "span.h"

int main(void)
{
	long seconds = -1;

	CHECK(span_parse("45s", &seconds) == 0 && seconds == 45);
	CHECK(span_parse("1h30m", &seconds) == 0 && seconds == 5400);
	CHECK(span_parse("2d", &seconds) == 0 && seconds == 172800);
	CHECK(span_parse("", &seconds) < 0);
	CHECK(span_parse("h", &seconds) < 0);
	CHECK(span_parse("3", &seconds) < 0);
	CHECK(span_parse("3x", &seconds) < 0);
	CHECK(span_parse("30m1h", &seconds) < 0);
	CHECK(seconds == 172800);
	return 0;
}
