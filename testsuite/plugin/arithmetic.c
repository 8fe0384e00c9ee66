/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arithmetic, bitwise and shift operators have a counterpart each; pointers are scaled by none. */
#include <stdio.h>

static long mix(long a, long b, unsigned u)
{
	long sum = a + b;	/* site: OAAN:+:-@15 */
	long product = a * b;	/* site: OAAN:*:/@19 */
	long quotient = a / b;	/* site: OAAN:/:*@20 */
	unsigned bits = u & 6u; /* site: OBBN:&:| */
	unsigned more = u << 2; /* site: OSSN:<<:>>@20 */

	sum += product;	 /* site: OAAA:+=:-=@6 */
	bits |= more;	 /* site: OBBA:|=:&=@7 */
	more >>= 1;	 /* site: OSSA:>>=:<<=@7 */
	return sum - quotient + (long)(bits ^ more);
}

static int third(const int *numbers)
{
	return numbers[2];
}

int main(void)
{
	int numbers[] = { 1, 2, 3 };

	printf("%ld %d\n", mix(7, 3, 5), third(numbers));
	return 0;
}
