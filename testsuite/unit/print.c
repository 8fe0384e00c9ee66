/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text from outside, as it is shown. */
#include "unit.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/print.h"
#include "common/shell.h"
#include "common/visible.h"

static char *visible_n(const char *text, size_t size)
{
	struct strbuf buffer = { 0 };

	visible_add(&buffer, text, size);
	return strbuf_take(&buffer);
}

static void check_visible(const char *text, const char *expected)
{
	_cleanup_free_ char *visible = visible_n(text, strlen(text));

	CHECK_STR(visible, expected);
	CHECK_INT(visible_is_plain(text), ==, strcmp(text, expected) == 0);
}

static void check_lines(const char *text, const char *expected)
{
	_cleanup_strbuf_ struct strbuf buffer = { 0 };

	visible_add_lines(&buffer, text, strlen(text));
	CHECK_STR(strbuf_get(&buffer), expected);
}

static void check_quoted(const char *text, const char *expected)
{
	_cleanup_strbuf_ struct strbuf buffer = { 0 };

	visible_add_quoted(&buffer, text, '"');
	CHECK_STR(strbuf_get(&buffer), expected);
}

static void check_print(const char *expected, const char *format, ...) PRINTF_LIKE(2, 3);

static void check_print(const char *expected, const char *format, ...)
{
	_cleanup_strbuf_ struct strbuf buffer = { 0 };
	va_list args;

	va_start(args, format);
	print_addv(&buffer, format, args);
	va_end(args);
	CHECK_STR(strbuf_get(&buffer), expected);
}

TEST(text_is_what_can_be_shown_as_it_is)
{
	CHECK(visible_is_text("", 0, ""));
	CHECK(visible_is_text("a \xc3\xa4\n\t", 6, "\n\t"));
	CHECK(!visible_is_text("a\n", 2, "\t"));
	CHECK(!visible_is_text("a\0b", 3, "\n"));
	CHECK(!visible_is_text("a\xc3", 2, ""));
	CHECK(!visible_is_text("\xe2\x80\xae", 3, "\n"));
	CHECK(!visible_is_text("\x1b[m", 3, "\n"));
}

TEST(what_can_be_read_stays_as_it_is)
{
	check_visible("", "");
	check_visible("src/a b\\n.c: 'ä' → 😀 ~", "src/a b\\n.c: 'ä' → 😀 ~");
	check_visible("\302\240\342\200\247\342\200\257\342\201\245\342\201\252",
		      "\302\240\342\200\247\342\200\257\342\201\245\342\201\252");
	check_visible("a::b ##c a##b [", "a::b ##c a##b [");
}

TEST(what_terminals_obey_becomes_an_escape)
{
	_cleanup_free_ char *zero = visible_n("a\0b", 3);

	CHECK_STR(zero, "a\\x00b");
	check_visible("\n\r\t\033[31m\a\177", "\\n\\r\\t\\x1b[31m\\x07\\x7f");
	check_visible("\302\200\302\233\302\237", "\\u0080\\u009b\\u009f");
	check_visible("\342\200\250\342\200\251\342\200\252\342\200\256\342\201\246\342\201\251",
		      "\\u2028\\u2029\\u202a\\u202e\\u2066\\u2069");
	check_visible("\330\234\342\200\216\342\200\217", "\\u061c\\u200e\\u200f");
}

TEST(what_is_no_utf8_becomes_an_escape)
{
	check_visible("a\377b\303", "a\\xffb\\xc3");
	check_visible("\300\212\355\240\200\364\220\200\200",
		      "\\xc0\\x8a\\xed\\xa0\\x80\\xf4\\x90\\x80\\x80");
	check_visible("\357\277\275", "\357\277\275");
	/* Not even where the next byte is that of another text. */
	check_visible("\342\200", "\\xe2\\x80");
}

TEST(what_services_take_for_commands_is_broken)
{
	check_visible("::error file=a::b", "\\x3a:error file=a::b");
	check_visible(" \302\240\343\200\200::set-output", " \302\240\343\200\200\\x3a:set-output");
	check_visible("a ##[group]b ##vso[x]", "a \\x23#[group]b \\x23#vso[x]");
	check_lines("a::b\n \t::c\n::", "a::b\n \t\\x3a:c\n\\x3a:");
}

TEST(lines_keep_their_ends_and_tabs)
{
	check_lines("a\tb\r\n\033c\n\nd", "a\tb\\r\n\\x1bc\n\nd");
	check_lines("", "");
}

TEST(quoted_text_is_that_of_a_string_of_c)
{
	check_quoted("a'b\"\\", "\"a'b\\\"\\\\\"");
	check_quoted("\n\t\r\033\377\302\233\342\200\256ä",
		     "\"\\n\\t\\r\\033\\377\\302\\233\\342\\200\\256ä\"");
}

TEST(formats_are_those_of_printf)
{
	check_print("1 -2 +3 0004 0x5 6% 077", "%d %i %+d %04d %#x %d%% %#o", 1, -2, 3, 4, 5, 6,
		    077);
	check_print("18446744073709551615 7 -8 9 10 11", "%" PRIu64 " %zu %ld %lld %jd %hhu",
		    UINT64_MAX, (size_t)7, -8L, 9LL, (intmax_t)10, (unsigned char)11);
	check_print("   1|1   |00ff|  -3.50|-3.5  |1e+09", "%4d|%-4d|%04x|%*.2f|%-*.1f|%g", 1, 1,
		    255u, 7, -3.5, 6, -3.5, 1e9);
	check_print("c|  c|c  ", "%c|%3c|%-3c", 'c', 'c', 'c');
	check_print("  ab|ab  |a|abc", "%4.2s|%-4.*s|%.1s|%2s", "abc", 2, "abc", "abc", "abc");
}

TEST(arguments_are_shown_and_formats_stay)
{
	check_print("\033[1m\tx\\n::y\\x1b\n", "\033[1m\t%s%c\n", "x\n::y", '\033');
	/* Columns, not bytes. */
	check_print("ä   |\\xff|   ä", "%-4s|%-3s|%*s", "ä", "\377", 4, "ä");
	CHECK_INT(visible_width("ä\n\033"), ==, 7);
}

TEST(what_fits_into_columns_are_whole_characters)
{
	CHECK_INT(visible_fit("abc", 3, 9), ==, 3);
	CHECK_INT(visible_fit("abc", 3, 2), ==, 2);
	CHECK_INT(visible_fit("aäb", 4, 2), ==, 3);
	CHECK_INT(visible_fit("a\033b", 3, 4), ==, 1);
	CHECK_INT(visible_fit("a\033b", 3, 5), ==, 2);
	CHECK_INT(visible_fit("a\0b", 3, 6), ==, 3);
	CHECK_INT(visible_fit("\342\200\256", 3, 5), ==, 0);
	CHECK_INT(visible_fit("::", 2, 4), ==, 1);
	CHECK_INT(visible_fit("x::", 3, 3), ==, 3);
	CHECK_INT(visible_fit("", 0, 0), ==, 0);
}

TEST(commands_can_be_pasted_and_hide_nothing)
{
	_cleanup_free_ char *plain = shell_quote_visible("a b'c");
	_cleanup_free_ char *odd = shell_quote_visible("a'\n\033[31m");
	_cleanup_free_ char *mark = shell_quote_visible("::x");

	CHECK_STR(plain, "'a b'\\''c'");
	CHECK_STR(odd, "$'a\\'\\n\\033[31m'");
	CHECK_STR(mark, "$'::x'");
	CHECK(visible_is_plain(odd) && visible_is_plain(mark));
}
