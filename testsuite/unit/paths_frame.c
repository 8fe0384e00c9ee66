/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frames are found behind torn ones, and torn ones are not. */
#include "unit.h"

#include <string.h>

#include "paths/frame.h"

static void add_frame(struct strbuf *file, const char *text, size_t cut)
{
	_cleanup_strbuf_ struct strbuf record = { 0 };

	frame_begin(&record);
	parcel_add_text(&record, text);
	frame_end(&record);
	strbuf_add(file, strbuf_get(&record), record.length - cut);
}

static void check_next(const char **at, const char *end, const char *text)
{
	struct parcel parcel;
	const char *next = frame_find(*at, (size_t)(end - *at), &parcel);

	CHECK(next);
	CHECK_STR(parcel_take_text(&parcel), text);
	*at = next;
}

TEST(torn_frames_are_passed_over)
{
	for (size_t cut = 1; cut < 30; cut++) {
		_cleanup_strbuf_ struct strbuf file = { 0 };
		struct parcel parcel;
		const char *at, *end;

		add_frame(&file, "first", 0);
		add_frame(&file, "torn", cut);
		at = strbuf_get(&file);
		end = at + file.length;
		check_next(&at, end, "first");
		CHECK(!frame_find(at, (size_t)(end - at), &parcel));
		add_frame(&file, "last", 0);
		at = strbuf_get(&file);
		end = at + file.length;
		check_next(&at, end, "first");
		check_next(&at, end, "last");
		CHECK(at == end);
	}
}

TEST(changed_bytes_make_no_frame)
{
	_cleanup_strbuf_ struct strbuf file = { 0 };
	struct parcel parcel;

	add_frame(&file, "text", 0);
	for (size_t i = 0; i < file.length; i++) {
		char *byte = (char *)strbuf_get(&file) + i;

		*byte ^= 1;
		CHECK(!frame_find(strbuf_get(&file), file.length, &parcel));
		*byte ^= 1;
	}
}
