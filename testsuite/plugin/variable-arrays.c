/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays of variable length, as locals, parameters, types and results of sizeof. */
#include <stdio.h>
#include <string.h>

static int sum(int rows, int columns, int cells[rows][columns])
{
	int total = 0;

	for (int i = 0; i < rows; i++) /* site: ORRN:<:!= */
		for (int j = 0; j < columns; j++)
			total += cells[i][j] * (j + 1); /* site: OAAN:*:/@25 */
	return total;
}

static int fill(int n)
{
	int cells[n][n + 1];

	for (int i = 0; i < n * (n + 1); i++)
		((int *)cells)[i] = i;
	return sum(n, n + 1, cells) + (int)sizeof(cells);
}

static size_t measured(int n)
{
	typedef char text[n * 2 + 1];
	text buffer;
	size_t calls = sizeof(text[n++]);

	memset(buffer, 0, sizeof(buffer));
	return calls * 100 + sizeof(buffer) + n;
}

static int scopes(int n)
{
	int total = 0;

again:
	{
		int part[n];

		part[n - 1] = n; /* site: OAAN:-:+@10 */
		total += part[n - 1];
	}
	if (--n > 0)
		goto again;
	return total;
}

static int flexible(int n, int value[static n])
{
	return value[n - 1] > value[0] ? value[n / 2] : -1;
}

int main(void)
{
	int odd[5] = { 1, 3, 5, 7, 9 };

	printf("%d %d %zu\n", fill(2), fill(3), measured(4));
	printf("%d %d\n", scopes(5), flexible(5, odd));
	return 0;
}
