/* SPDX-License-Identifier: GPL-3.0-or-later */
/* String literals of C. */
#include "unit.h"

#include <string.h>

#include "common/c_string.h"

TEST(all_bytes_come_back)
{
	char bytes[255];
	struct strbuf text = { 0 }, read = { 0 };
	const char *end;

	for (unsigned i = 0; i < sizeof(bytes); i++)
		bytes[i] = (char)(i + 1);
	c_string_add(&text, bytes, sizeof(bytes));
	end = c_string_read(strbuf_get(&text), &read);
	CHECK(end && !*end);
	CHECK_INT(read.length, ==, sizeof(bytes));
	CHECK(memcmp(strbuf_get(&read), bytes, sizeof(bytes)) == 0);
	strbuf_deinit(&text);
	strbuf_deinit(&read);
}

TEST(what_is_no_literal_is_refused)
{
	static const char *const texts[] = { "",	"x",	     "\"",	  "\"a",
					     "\"\n\"",	"\"\\",	     "\"\\\n\"",  "\"\\u00e4\"",
					     "\"\\x\"", "\"\\400\"", "\"\\x100\"" };

	for (unsigned i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		struct strbuf read = { 0 };

		CHECK(c_string_read(texts[i], &read) == NULL);
		strbuf_deinit(&read);
	}
}
