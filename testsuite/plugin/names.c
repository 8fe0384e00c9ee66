/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flags: -std=gnu11 -Wno-pedantic */
/* Names beyond ASCII, $, trigraph-free odd spellings, very long lines. */
#include <stdio.h>

static int größe(int länge, int höhe)
{
	return länge * höhe; /* site: OAAN:*:/@16 */
}

static int dollar$(int $a)
{
	/* ä */ return $a + 1; /* site: OAAN:+:-@21 */
}

static int digraphs(int n)
<%
	int t<:2:> = <% n, n + 1 %>; /* site: OAAN */

	return t<:1:> - t<:0:>;
%>

static int spl\
it(int n)
{
	return n /* a comment
	of two lines */ + 4; /* site: OAAN:+:-@18 */
}

static int far(int n)
{
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                        return n > 3; /* GCC has no column so far out */
}

int main(void)
{
	printf("%s %d %d\n", "ä", größe(3, 4), dollar$(2));
	printf("%d %d %d\n", digraphs(3), split(1), far(4));
	return 0;
}
