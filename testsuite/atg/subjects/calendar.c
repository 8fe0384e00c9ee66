/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Days between two dates of one year. */
static int is_leap(int year)
{
	if (year % 400 == 0)
		return 1;
	return year % 4 == 0 && year % 100 != 0;
}

static int days_in(int month, int year)
{
	switch (month) {
	case 2: return 28 + is_leap(year);
	case 4:
	case 6:
	case 9:
	case 11: return 30;
	default: return 31;
	}
}

int calendar(int day, int month, int last_day, int last_month, int year)
{
	int days = 0;

	if (year < 1583 || year > 9999 || month < 1 || last_month > 12 || month > last_month)
		return -1;
	if (day < 1 || day > days_in(month, year) || last_day < 1 ||
	    last_day > days_in(last_month, year))
		return -1;
	if (month == last_month)
		return last_day - day;
	for (int m = month; m < last_month; m++)
		days += days_in(m, year);
	return days - day + last_day;
}

int main(void)
{
	return calendar(1, 1, 31, 12, 2024) != 365;
}
