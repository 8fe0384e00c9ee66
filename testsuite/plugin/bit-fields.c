/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Members narrower than their type: steps, assignments, comparisons. */
#include <stdbool.h>
#include <stdio.h>

struct bits {
	unsigned low : 3, mid : 9;
	signed sign : 5;
	unsigned long wide : 40;
	bool flag : 1;
	enum { red, green, blue } colour : 2;
};

static int step(struct bits *b)
{
	int old = b->low++; /* site: Oido:++:-- */

	++b->mid;    /* site: Oido:++:-- */
	b->sign--;   /* site: Oido:--:++ */
	--b->wide;   /* site: Oido:--:++ */
	return old;
}

static void change(struct bits *b, int by)
{
	b->low += by;
	b->mid *= 3;
	b->sign -= by;
	b->wide <<= 3;
	b->mid ^= 0x55;
	b->flag |= by > 2; /* site: ORRN:>:>= */
	b->colour = b->colour == blue ? red : b->colour + 1;
}

static int compare(const struct bits *a, const struct bits *b)
{
	if (a->low < b->low) /* site: ORRN:<:<= ORRN:<:!= */
		return -1;
	if (a->wide > b->wide || a->sign >= 3)
		return 1;
	return a->mid - b->mid;
}

int main(void)
{
	struct bits a = { 7, 511, -16, 0, false, green }, b = { 1, 2, 3, 4, true, blue };

	for (int i = 0; i < 4; i++) {
		int old = step(&a);

		change(&b, i);
		printf("%d %u %u %d %lu %d %d\n", old, a.low, a.mid, a.sign, (unsigned long)a.wide, b.flag, b.colour);
		printf("%d %d\n", compare(&a, &b), compare(&b, &a));
	}
	return 0;
}
