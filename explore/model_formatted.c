/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions like printf() that print to memory. What they are about to write is noted when it is there. */
#include <stdlib.h>
#include <string.h>

#include "explore/model_format.h"
#include "explore/shadow_memory.h"

/* The call that is running. */
static struct written running;

/* Tells what comes of the format that is argument number I. */
static uint32_t tell(struct frame *frame, const struct call_site *site, uint32_t i, bool has_list)
{
	struct sink sink = { .frame = frame, .stream = -1, .written = &running };

	running.bytes.count = 0;
	format_put(&sink, frame, site, i, has_list);
	return 0;
}

/* Notes the text that is at AT now; LENGTH is what the call returned, and LIMIT what was there for it and its NUL. */
static void note(const char *at, int64_t length, uint64_t limit)
{
	uint64_t size = (uint64_t)length < limit ? (uint64_t)length : limit - 1;

	if (length < 0 || (uint64_t)length != running.bytes.count)
		path_concretise();
	if (length < 0 || !limit)
		return;
	shadow_clear(at, size + 1);
	if ((uint64_t)length == running.bytes.count)
		written_note(&running, at, size);
}

#define MODEL(name, name_of_list, position)                                                        \
	uint32_t name(struct frame *frame, const struct call_site *site)                           \
	{                                                                                          \
		return tell(frame, site, position, false);                                         \
	}                                                                                          \
	uint32_t name_of_list(struct frame *frame, const struct call_site *site)                   \
	{                                                                                          \
		return tell(frame, site, position, true);                                          \
	}

MODEL(model_sprintf, model_vsprintf, 1)
MODEL(model_sprintf_chk, model_vsprintf_chk, 3)
MODEL(model_snprintf, model_vsnprintf, 2)
MODEL(model_snprintf_chk, model_vsnprintf_chk, 4)
MODEL(model_asprintf, model_vasprintf, 1)
MODEL(model_asprintf_chk, model_vasprintf_chk, 2)

void model_after_sprintf(struct frame *frame, const struct call_site *site,
			 const union word *result)
{
	note(model_pointer(frame, site, 0), result->i, UINT64_MAX);
}

void model_after_snprintf(struct frame *frame, const struct call_site *site,
			  const union word *result)
{
	note(model_pointer(frame, site, 0), result->i, (uint64_t)model_integer(frame, site, 1));
}

void model_after_asprintf(struct frame *frame, const struct call_site *site,
			  const union word *result)
{
	const char *const *text = (const char *const *)model_pointer(frame, site, 0);

	shadow_clear(text, sizeof(*text));
	if (result->i >= 0)
		note(*text, result->i, UINT64_MAX);
}
