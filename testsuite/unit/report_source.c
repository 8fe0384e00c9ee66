/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes to characters. */
#include "report/source.h"

#include <string.h>

#include "common/utf8.h"
#include "unit.h"

/* Position of the byte at LINE and COLUMN of TEXT, as line × 1000 + column; 0: no such place. */
static long place(const char *text, uint32_t line, uint32_t column)
{
	struct source_position at = { 0, 0 };
	struct source source;
	size_t offset;

	source_init(&source, text, strlen(text));
	if (source_find(&source, line, column, &offset))
		at = source_position(&source, offset);
	source_deinit(&source);
	return (long)(at.line * 1000 + at.column);
}

TEST(ascii_columns_are_bytes)
{
	CHECK_INT(place("ab\ncd\n", 2, 2), ==, 2002);
	CHECK_INT(place("ab\ncd", 2, 3), ==, 2003);
}

TEST(places_outside_the_file_are_not_found)
{
	CHECK_INT(place("ab\ncd", 1, 4), ==, 0);
	CHECK_INT(place("ab\ncd", 2, 4), ==, 0);
	CHECK_INT(place("ab\ncd", 3, 1), ==, 0);
	CHECK_INT(place("ab\ncd", 0, 1), ==, 0);
	CHECK_INT(place("ab\ncd", 1, 0), ==, 0);
	CHECK_INT(place("", 1, 1), ==, 1001);
}

TEST(a_character_of_several_bytes_is_one_column)
{
	CHECK_INT(place("/* ä */ x", 1, 10), ==, 1009);
	CHECK_INT(place("\xe2\x82\xac x", 1, 5), ==, 1003);
}

TEST(a_character_beyond_the_basic_plane_is_two_columns)
{
	CHECK_INT(place("\xf0\x9f\x98\x80x", 1, 5), ==, 1003);
}

TEST(each_invalid_byte_is_one_column)
{
	CHECK_INT(place("\xe4\xf6x", 1, 3), ==, 1003);
	CHECK_INT(place("\xe2\x82x", 1, 3), ==, 1003);
	CHECK_INT(place("\xed\xa0\x80x", 1, 4), ==, 1004);
	CHECK_INT(place("\xc0\xafx", 1, 3), ==, 1003);
}

TEST(carriage_returns_end_lines_of_the_report_too)
{
	CHECK_INT(place("a\r\nbc\r\nde", 3, 2), ==, 3002);
	CHECK_INT(place("a\rb\nc", 2, 1), ==, 3001);
	CHECK_INT(place("a\xe2\x80\xa8"
			"b\nc",
			2, 1),
		  ==, 3001);
}

static void check_valid(const char *text, const char *expected)
{
	struct strbuf valid = { 0 };

	utf8_add(&valid, text, strlen(text));
	CHECK_STR(strbuf_get(&valid), expected);
	strbuf_deinit(&valid);
}

TEST(invalid_bytes_become_replacement_characters)
{
	check_valid("a\xe4"
		    "b",
		    "a\xef\xbf\xbd"
		    "b");
	check_valid("\xf0\x9f\x98\x80 \xc3\xa4", "\xf0\x9f\x98\x80 \xc3\xa4");
	check_valid("\xf4\x90\x80\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
	check_valid("\xc3", "\xef\xbf\xbd");
}
