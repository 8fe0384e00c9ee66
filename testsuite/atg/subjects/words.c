/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts words and capitals of a text, and makes the capitals small. */
struct words {
	int number, capitals, longest;
};

static int is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

int words(char *text, struct words *ret)
{
	int length = 0;

	if (!text || !ret)
		return 0;
	ret->number = ret->capitals = ret->longest = 0;
	for (; *text; text++) {
		if (!is_letter(*text)) {
			length = 0;
			continue;
		}
		if (length++ == 0)
			ret->number++;
		if (length > ret->longest)
			ret->longest = length;
		if (*text <= 'Z') {
			ret->capitals++;
			*text = (char)(*text - 'A' + 'a');
		}
	}
	return ret->number > 0;
}

int main(void)
{
	struct words found;
	char text[] = "Two words";

	return !words(text, &found) || found.number != 2;
}
