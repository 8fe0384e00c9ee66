/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Printing of texts and bytes, and what ends the run. */
#include <errno.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <unistd.h>

#include "explore/model_sink.h"
#include "explore/model_state.h"

/* ---- texts and bytes */

uint32_t model_puts(struct frame *frame, const struct call_site *site)
{
	struct sink sink = { .frame = frame, .stream = 0 };

	sink_string(&sink, model_pointer(frame, site, 0));
	sink_text(&sink, "\n", 1);
	sink_finish(&sink, site);
	return 0;
}

uint32_t model_fputs(struct frame *frame, const struct call_site *site)
{
	struct sink sink = sink_of(frame, model_pointer(frame, site, 1));

	sink_string(&sink, model_pointer(frame, site, 0));
	sink_finish(&sink, site);
	return 0;
}

uint32_t model_perror(struct frame *frame, const struct call_site *site)
{
	struct sink sink = { .frame = frame, .stream = 1 };
	const char *text = model_pointer(frame, site, 0);
	const char *reason = strerror(errno);

	model_pin_memory(frame, &errno, sizeof(errno));
	if (text && !model_decide_byte(frame, text, 0, 1)) {
		sink_string(&sink, text);
		sink_text(&sink, ": ", 2);
	}
	sink_text(&sink, reason, strlen(reason));
	sink_text(&sink, "\n", 1);
	sink_finish(&sink, site);
	return 0;
}

/* The result is the byte. */
static uint32_t print_byte(struct sink sink, const struct frame *frame,
			   const struct call_site *site)
{
	uint32_t slot = site->arguments[0].slot;
	uint32_t term = shadow_of(frame, slot);
	uint32_t byte = term ? term_extract(&path_terms, term, 0, 8) : 0;

	sink_byte(&sink, (char)slot_of(frame, slot)->u, byte);
	sink_finish(&sink, site);
	return byte ? term_extend(&path_terms, byte, 64, false) : 0;
}

uint32_t model_putchar(struct frame *frame, const struct call_site *site)
{
	return print_byte(sink_standard(frame), frame, site);
}

uint32_t model_fputc(struct frame *frame, const struct call_site *site)
{
	return print_byte(sink_of(frame, model_pointer(frame, site, 1)), frame, site);
}

uint32_t model_fwrite(struct frame *frame, const struct call_site *site)
{
	struct sink sink = sink_of(frame, model_pointer(frame, site, 3));
	size_t size = (size_t)model_integer(frame, site, 1) * (size_t)model_integer(frame, site, 2);

	sink_memory(&sink, model_pointer(frame, site, 0), size);
	sink_finish(&sink, site);
	return 0;
}

uint32_t model_write(struct frame *frame, const struct call_site *site)
{
	int64_t fd = model_integer(frame, site, 0);
	FILE *file = fd == STDOUT_FILENO ? stdout : fd == STDERR_FILENO ? stderr : NULL;
	struct sink sink = file ? sink_of(frame, file) : sink_of_descriptor(frame, (int)fd);

	/* What waits in the stream comes behind it. */
	if (file && __fpending(file))
		path_concretise();
	if (model_integer(frame, site, 2) > 0)
		sink_memory(&sink, model_pointer(frame, site, 1),
			    (size_t)model_integer(frame, site, 2));
	sink_finish(&sink, site);
	return 0;
}

/* ---- the end */

/*
 * What waits in standard output is lost where a run ends without exit(). All of it does if none was written yet, which other
 * inputs that go this path change only by the lengths of numbers, or of lines.
 */
static void lose_output(void)
{
	FILE *file = stdout;
	uint64_t waiting = __fpending(file);

	if (waiting && waiting == path_nr_printed(0) && !__flbf(file) && path_is_as_long(0))
		path_forget_printed(0);
}

uint32_t model_abort(struct frame *frame, const struct call_site *site)
{
	(void)frame;
	(void)site;
	lose_output();
	return 0;
}

uint32_t model_leave(struct frame *frame, const struct call_site *site)
{
	lose_output();
	return model_exit(frame, site);
}

uint32_t model_exit(struct frame *frame, const struct call_site *site)
{
	uint32_t slot = site->arguments[0].slot;

	shadow_status(shadow_of(frame, slot), slot_of(frame, slot)->i);
	return 0;
}

/* Prints what it is given, and ends the run. */
uint32_t model_assert_fail(struct frame *frame, const struct call_site *site)
{
	struct sink sink = { .frame = frame, .stream = 1 };
	char line[32];

	snprintf(line, sizeof(line), "%u", (unsigned)model_integer(frame, site, 2));
	sink_text(&sink, program_invocation_short_name, strlen(program_invocation_short_name));
	sink_text(&sink, ": ", 2);
	sink_string(&sink, model_pointer(frame, site, 1));
	sink_text(&sink, ":", 1);
	sink_text(&sink, line, strlen(line));
	sink_text(&sink, ": ", 2);
	sink_string(&sink, model_pointer(frame, site, 3));
	sink_text(&sink, ": Assertion `", 13);
	sink_string(&sink, model_pointer(frame, site, 0));
	sink_text(&sink, "' failed.\n", 10);
	lose_output();
	return 0;
}
