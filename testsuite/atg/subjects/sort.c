/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Insertion sort, and a check of its result. */
int sort(int *values, unsigned count)
{
	int moves = 0;

	if (!values || count > 4)
		return -1;
	for (unsigned i = 1; i < count; i++) {
		int value = values[i];
		unsigned k = i;

		while (k > 0 && values[k - 1] > value) {
			values[k] = values[k - 1];
			k--;
			moves++;
		}
		values[k] = value;
	}
	return moves;
}

int main(void)
{
	int values[] = { 3, 1, 2 };

	return sort(values, 3) != 2;
}
