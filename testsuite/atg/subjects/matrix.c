/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solves two linear equations in two unknowns, in whole numbers. */
struct matrix {
	short rows[2][2];
};

struct solution {
	int x, y, determinant;
};

static int determinant(const struct matrix *matrix)
{
	return matrix->rows[0][0] * matrix->rows[1][1] - matrix->rows[0][1] * matrix->rows[1][0];
}

int matrix(const struct matrix *matrix, int a, int b, struct solution *ret)
{
	int d;

	if (!matrix || !ret || a < -99 || a > 99 || b < -99 || b > 99)
		return -1;
	for (int i = 0; i < 2; i++) {
		for (int k = 0; k < 2; k++) {
			if (matrix->rows[i][k] < -9 || matrix->rows[i][k] > 9)
				return -1;
		}
	}
	d = determinant(matrix);
	ret->determinant = d;
	if (d == 0)
		return 0;
	ret->x = a * matrix->rows[1][1] - b * matrix->rows[0][1];
	ret->y = b * matrix->rows[0][0] - a * matrix->rows[1][0];
	if (ret->x % d != 0 || ret->y % d != 0)
		return 1;
	ret->x /= d;
	ret->y /= d;
	return 2;
}

int main(void)
{
	const struct matrix one = { { { 1, 0 }, { 0, 1 } } };
	struct solution found;

	return matrix(&one, 2, 3, &found) != 2 || found.x != 2;
}
