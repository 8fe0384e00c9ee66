/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A known fault: capital letters should be taken, too.  Every build expects this to fail. */
#include "check.h"
#include "span.h"

int main(void)
{
	long seconds;

	CHECK(span_parse("1H", &seconds) == 0);
	return 0;
}
