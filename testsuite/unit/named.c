/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit.h"

#include <string.h>

#include "common/strbuf.h"
#include "common/xalloc.h"
#include "runner/input/named.h"

TEST(rows_come_back_as_they_were)
{
	_cleanup_strbuf_ struct strbuf content = { 0 };
	struct named_row row;

	named_add_row(&content, &(struct named_row){ 2, UINT64_MAX, "/a file\nwith lines" });
	named_add_row(&content, &(struct named_row){ 65, 0, "/" });
	const char *at = content.data, *end = at + content.length;

	CHECK(named_next(&at, end, &row));
	CHECK_UINT(row.use, ==, 2);
	CHECK_UINT(row.state, ==, UINT64_MAX);
	CHECK_STR(row.path, "/a file\nwith lines");
	CHECK(named_next(&at, end, &row));
	CHECK_UINT(row.use, ==, 65);
	CHECK_STR(row.path, "/");
	CHECK(!named_next(&at, end, &row));
	CHECK(named_is_whole(content.data, content.length));
	CHECK(named_is_whole("", 0));
}

TEST(what_is_cut_off_or_damaged_is_not_whole)
{
	static const char bad[][40] = { "2 0000000000000001", "2 x /a", "/a", "",
					"2 0000000000000001 a" };
	_cleanup_strbuf_ struct strbuf content = { 0 };

	named_add_row(&content, &(struct named_row){ 2, 1, "/a" });
	for (size_t size = 1; size < content.length; size++)
		CHECK(!named_is_whole(content.data, size));
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		CHECK(!named_is_whole(bad[i], strlen(bad[i]) + 1));
}

TEST(equal_sets_are_one)
{
	struct named_sets sets = { 0 };
	uint64_t none = named_sets_add(&sets, xstrdup(""), 0);
	uint64_t some = named_sets_add(&sets, xstrdup("x"), 1);

	CHECK(none && some && none != some);
	CHECK_UINT(named_sets_add(&sets, xstrdup("x"), 1), ==, some);
	CHECK_UINT(sets.sets.count, ==, 2);
	CHECK(!named_sets_find(&sets, 1));
	named_sets_deinit(&sets);
}
