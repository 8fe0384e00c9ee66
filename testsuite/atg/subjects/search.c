/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Binary search in an array that is in order. */
int search(const int *values, int count, int key)
{
	int low = 0, high = count - 1;

	if (!values || count < 0 || count > 4)
		return -2;
	for (int i = 1; i < count; i++) {
		if (values[i - 1] > values[i])
			return -3;
	}
	while (low <= high) {
		int middle = low + (high - low) / 2;

		if (values[middle] == key)
			return middle;
		if (values[middle] < key)
			low = middle + 1;
		else
			high = middle - 1;
	}
	return -1;
}

int main(void)
{
	const int values[] = { 1, 3, 5, 7 };

	return search(values, 4, 5) != 2;
}
