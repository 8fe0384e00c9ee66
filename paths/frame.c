/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/frame.h"

#include <stdint.h>
#include <string.h>

#include "common/hash.h"

/* In front of the parcel. */
struct head {
	char mark[8];
	uint64_t size; /* of the frame */
	uint64_t hash; /* of the parcel */
};

static const char mark[sizeof(((struct head *)0)->mark) + 1] = "REMTFRAM";

void frame_begin(struct strbuf *record)
{
	static const struct head none;

	strbuf_add(record, (const char *)&none, sizeof(none));
}

void frame_end(struct strbuf *record)
{
	const char *parcel = strbuf_get(record) + sizeof(struct head);
	struct head head = { .size = record->length };

	memcpy(head.mark, mark, sizeof(head.mark));
	head.hash = hash_bytes(parcel, record->length - sizeof(head));
	memcpy((char *)strbuf_get(record), &head, sizeof(head));
}

/* Returns the size of the frame that BYTES begin with; 0: it is none, or LEFT bytes do not have all of it. */
static size_t frame_size(const char *bytes, size_t left)
{
	struct head head;

	if (left < sizeof(head))
		return 0;
	memcpy(&head, bytes, sizeof(head));
	if (memcmp(head.mark, mark, sizeof(head.mark)) != 0 || head.size < sizeof(head) ||
	    head.size > left ||
	    head.hash != hash_bytes(bytes + sizeof(head), head.size - sizeof(head)))
		return 0;
	return head.size;
}

const char *frame_find(const char *bytes, size_t size, struct parcel *ret)
{
	for (size_t at = 0; at < size; at++) {
		size_t length = frame_size(bytes + at, size - at);

		if (!length)
			continue;
		*ret = (struct parcel){ bytes + at + sizeof(struct head), bytes + at + length };
		return bytes + at + length;
	}
	return NULL;
}
