/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plugin: -fplugin-arg-remt-preset=iso */
/* Branches: conditions that are no connector, and the operands of connectors. */
#include <stdio.h>
#include <string.h>

#define LARGER(a, b) ((a) > (b) ? (a) : (b))

static int conditions(int a, int b, const char *p, double d)
{
	int r = 0;

	if (a) /* only: OLNG:branch:negated OLNG:branch:true OLNG:branch:false */
		r++;
	if (a && !b) /* only: OLNG:branch:negated@6 OLNG:branch:true@6 OLNG:branch:false@6 OLNG:branch:negated@11 OLNG:branch:true@11 OLNG:branch:false@11 */
		r += 2;
	if (p && *p == 'x' || d < 0.5) /* only: OLNG:branch:negated@6 OLNG:branch:true@6 OLNG:branch:false@6 OLNG:branch:negated@11 OLNG:branch:true@11 OLNG:branch:false@11 OLNG:branch:negated@24 OLNG:branch:true@24 OLNG:branch:false@24 */
		r += 4;
	if (!(a > 3 && b)) /* only: OLNG:branch:negated@8 OLNG:branch:true@8 OLNG:branch:false@8 OLNG:branch:negated@17 OLNG:branch:true@17 OLNG:branch:false@17 */
		r += 8;
	while (a--) /* only: OLNG:branch:negated OLNG:branch:true OLNG:branch:false */
		r += 16;
	for (int i = 0; i < b; i++)  /* only: OLNG:branch:negated OLNG:branch:true OLNG:branch:false */
		r += i > 2 ? 1 : 32; /* only: OLNG:branch:negated OLNG:branch:true OLNG:branch:false */
	do
		r += 64;
	while (a++ < 2 && b); /* only: OLNG:branch:negated@9 OLNG:branch:true@9 OLNG:branch:false@9 OLNG:branch:negated@20 OLNG:branch:true@20 OLNG:branch:false@20 */
	return r;
}

static int others(int a, int b, const char *p, double d)
{
	int r = a || b; /* only: OLNG:branch:negated@10 OLNG:branch:true@10 OLNG:branch:false@10 OLNG:branch:negated@15 OLNG:branch:true@15 OLNG:branch:false@15 */

	if (LARGER(a, b) > 4) /* only: OLNG:branch:negated OLNG:branch:true OLNG:branch:false */
		return a && b; /* only: OLNG:branch:negated@10 OLNG:branch:true@10 OLNG:branch:false@10 OLNG:branch:negated@15 OLNG:branch:true@15 OLNG:branch:false@15 */
	if (p && strcmp(p, "a")) /* only: OLNG:branch:negated@6 OLNG:branch:true@6 OLNG:branch:false@6 OLNG:branch:negated@11 OLNG:branch:true@11 OLNG:branch:false@11 */
		return (int)d;
	if ((a = b) != 0) /* only: OLNG:branch:negated OLNG:branch:true OLNG:branch:false */
		r++;
	switch (r) { /* no-site */
	case 1: r += 2; break;
	}
	if (d) /* only: OLNG:branch:negated OLNG:branch:true OLNG:branch:false */
		return a < b; /* no-site */
	return !a;	      /* no-site */
}

int main(void)
{
	static const char *const texts[] = { "xyz", "a", NULL };

	for (int a = 0; a < 6; a++)
		for (int i = 0; i < 3; i++)
			printf("%d %d\n", conditions(a, i, texts[i], a * 0.25),
			       others(a, i, texts[i], a * 0.25));
	return 0;
}
