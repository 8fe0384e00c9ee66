/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts are found in the read-only data of this program. */
#include "unit.h"

#include <string.h>

#include "sites/texts.h"

static const char wanted[] = "--a-word-of-this-program";
/* No text: other characters are in it. */
static const char unwanted[] = "--a-word\001-of-this-program";

struct seen {
	bool has_wanted, has_unwanted, has_short, has_long;
};

static void look(void *arg, const char *bytes, size_t size)
{
	struct seen *seen = arg;

	seen->has_wanted |= size == strlen(wanted) && memcmp(bytes, wanted, size) == 0;
	seen->has_unwanted |= memchr(bytes, 1, size) != NULL;
	seen->has_short |= size < 3;
	seen->has_long |= size > 24;
}

TEST(texts_of_a_program_are_found)
{
	struct seen seen = { 0 };

	CHECK(strcmp(wanted, unwanted) != 0);
	CHECK_OK(texts_each("/proc/self/exe", 3, 24, look, &seen));
	CHECK(seen.has_wanted);
	CHECK(!seen.has_unwanted && !seen.has_short && !seen.has_long);
}

TEST(texts_of_no_program_are_none)
{
	struct seen seen = { 0 };

	CHECK_ERROR(texts_each("nothing", 3, 24, look, &seen), ERROR_UNUSABLE, "nothing");
	CHECK(!seen.has_wanted);
}
