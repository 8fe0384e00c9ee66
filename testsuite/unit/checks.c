/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit.h"

#include <stdlib.h>

#include "common/strbuf.h"
#include "runner/job/checks.h"

/* Two records: a text and a number; a float. */
static const struct {
	struct remt_check first;
	char where[8];
	struct remt_check_value text;
	char bytes[8];
	struct remt_check_value number;
	struct remt_check second;
	char where_second[8];
	struct remt_check_value real;
} records = {
	.first = { .size = 80,
		   .is_whole = 1,
		   .where_size = 6,
		   .nr_values = 2,
		   .outcome = REMT_CHECK_FAILS },
	.where = "a.c:1",
	.text = { .kind = REMT_CHECK_TEXT, .nr_bytes = 3, .value = 3 },
	.bytes = "x\"\n",
	.number = { .kind = REMT_CHECK_SIGNED, .value = (uint64_t)-5 },
	.second = { .size = 56, .is_whole = 1, .where_size = 6, .nr_values = 1 },
	.where_second = "a.c:2",
	.real = { .kind = REMT_CHECK_FLOAT, .value = 0x3ff8000000000000 },
};

static char *describe(const void *data, size_t size)
{
	struct strbuf text = { 0 };
	const struct remt_check *check;
	size_t at = 0;

	while ((check = checks_next(data, size, &at)))
		checks_describe(check, &text);
	return strbuf_take(&text);
}

TEST(records_are_told_line_by_line)
{
	char *text = describe(&records, sizeof(records));

	CHECK_STR(text, "a.c:1 fails: \"x\\\"\\n\", -5\na.c:2 holds: 1.5\n");
	free(text);
}

TEST(what_is_not_whole_is_left_out)
{
	char *data = malloc(sizeof(records)), *text;
	struct remt_check *first = (struct remt_check *)data;

	memcpy(data, &records, sizeof(records));
	first->is_whole = 0;
	text = describe(data, sizeof(records));
	CHECK_STR(text, "a.c:2 holds: 1.5\n");
	free(text);
	first->is_whole = 1;
	first->nr_values = 3;
	text = describe(data, sizeof(records));
	CHECK_STR(text, "a.c:2 holds: 1.5\n");
	free(text);
	first->size = 0;
	text = describe(data, sizeof(records));
	CHECK_STR(text, "");
	free(text);
	free(data);
}

/* Each byte, changed in turn: what comes of it is of no interest. */
TEST(wild_stores_into_records_are_survived)
{
	char *data = malloc(sizeof(records));

	for (size_t i = 0; i < sizeof(records); i++) {
		for (unsigned v = 0; v < 256; v += 15) {
			memcpy(data, &records, sizeof(records));
			data[i] = (char)v;
			free(describe(data, sizeof(records)));
		}
	}
	for (size_t size = 0; size < sizeof(records); size++)
		free(describe(&records, size));
	free(data);
}
