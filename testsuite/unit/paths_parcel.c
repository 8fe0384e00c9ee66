/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "paths/parcel.h"
#include "unit.h"

/* Makes a command with something of everything. */
static void make_command(struct command *ret)
{
	char one[] = "one", empty[] = "", kept_too[] = "kept";
	char *const arguments[] = { one, empty, kept_too, NULL };
	const bool kept[] = { false, false, true };
	const struct command_file files[] = { { NULL, (unsigned char *)"a\0b", 3 },
					      { "file", (unsigned char *)"", 0 } };
	const uint64_t addresses[2] = { 0x4010, UINT64_MAX };

	command_init(ret, arguments, kept, files, 2);
	command_add_variable(ret, "NAME", "value");
	command_add_literal(ret, addresses, "literal");
	ret->argv[0] = (char *)"program";
}

TEST(command_comes_out_as_it_went_in)
{
	struct strbuf bytes = { 0 };
	struct command command, other;
	struct parcel parcel;

	make_command(&command);
	parcel_add_text(&bytes, "before");
	parcel_add(&bytes, &command);
	parcel = (struct parcel){ strbuf_get(&bytes), strbuf_get(&bytes) + bytes.length };
	CHECK_STR(parcel_take_text(&parcel), "before");
	CHECK(parcel_take(&parcel, &other));
	CHECK(parcel.at == parcel.end);
	CHECK(command_is_same(&command, &other));
	CHECK_STR(other.argv[0], "program");
	CHECK_INT(other.nr_inputs, ==, command.nr_inputs);
	CHECK_INT(other.nr_arguments, ==, command.nr_arguments);
	CHECK(!parcel_take_text(&parcel));
	command_deinit(&command);
	command_deinit(&other);
	strbuf_deinit(&bytes);
}

TEST(command_that_is_cut_is_none)
{
	struct strbuf bytes = { 0 };
	struct command command, other;

	make_command(&command);
	parcel_add(&bytes, &command);
	for (size_t size = 0; size < bytes.length; size++) {
		/* A copy of its own, so that a sanitizer sees who reads beyond it. */
		struct strbuf cut = { 0 };
		struct parcel parcel;

		strbuf_add(&cut, strbuf_get(&bytes), size);
		parcel = (struct parcel){ strbuf_get(&cut), strbuf_get(&cut) + size };
		CHECK(!parcel_take(&parcel, &other));
		strbuf_deinit(&cut);
	}
	command_deinit(&command);
	strbuf_deinit(&bytes);
}
