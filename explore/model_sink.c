/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/model_sink.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "explore/model_file.h"
#include "explore/model_stream.h"
#include "explore/shadow_memory.h"

/* The descriptor of FILE; -1: it has none. errno stays. */
static int fileno_of(const void *file)
{
	int kept = errno, ret = fileno((FILE *)file);

	errno = kept;
	return ret;
}

struct sink sink_of(const struct frame *frame, const void *file)
{
	int stream = file == stdout ? 0 : file == stderr ? 1 : -1;
	struct sink ret = { .frame = frame,
			    .stream = stream,
			    .written = stream_written(file),
			    .is_noted = stream_is_noted(file) };

	if (file && stream < 0 && !ret.written)
		return sink_of_descriptor(frame, fileno_of(file));
	return ret;
}

/* What goes to a file, from where nobody gets it back but by reading (file_note_written()). */
static struct written dropped;

struct sink sink_of_descriptor(const struct frame *frame, int fd)
{
	struct sink ret = { .frame = frame, .stream = -1 };

	if (!file_is_written_alone(fd))
		return ret;
	dropped.bytes.count = 0;
	ret.written = &dropped;
	ret.fd = fd;
	return ret;
}

struct sink sink_standard(const struct frame *frame)
{
	return (struct sink){ .frame = frame };
}

static bool has_terms(const struct written *written)
{
	for (size_t i = 0; i < written->bytes.count; i++) {
		if (written->bytes.items[i].term)
			return true;
	}
	return false;
}

void sink_finish(const struct sink *sink, const struct call_site *site)
{
	if (sink->written == &dropped && has_terms(&dropped))
		file_note_written(sink->fd);
	if ((sink->has_inputs && sink->stream < 0) || (sink->has_number && site->has_result))
		path_concretise();
}

static void write_byte(const struct sink *sink, char value, uint32_t term)
{
	if (term && sink->is_noted)
		path_concretise();
	vec_push(&sink->written->bytes, ((struct written_byte){ term, value }));
}

void sink_text(const struct sink *sink, const char *text, size_t size)
{
	for (size_t i = 0; sink->written && i < size; i++)
		write_byte(sink, text[i], 0);
	if (sink->stream < 0)
		return;
	path_print_text((unsigned)sink->stream, text, size);
	path_print_as((unsigned)sink->stream, text, size);
}

void sink_piece(struct sink *sink, struct remt_path_output piece, const char *text, size_t size)
{
	sink->has_inputs = true;
	sink->has_number |= piece.kind == REMT_PATH_NUMBER;
	if (sink->stream < 0)
		return;
	piece.stream = (uint32_t)sink->stream;
	path_print(piece);
	path_print_as(piece.stream, text, size);
}

void sink_byte(struct sink *sink, char byte, uint32_t term)
{
	uint64_t number;

	if (!term || term_is_constant(&path_terms, term, &number))
		sink_text(sink, &byte, 1);
	else if (sink->written)
		write_byte(sink, byte, term);
	else
		sink_piece(sink,
			   (struct remt_path_output){ .kind = REMT_PATH_BYTE,
						      .term = term,
						      .value = (unsigned char)byte },
			   &byte, 1);
}

void sink_memory(struct sink *sink, const char *at, size_t size)
{
	for (size_t i = 0; i < size && path_is_on(); i++)
		sink_byte(sink, at[i], shadow_load(at + i, 1));
}

size_t sink_length(const struct sink *sink, const char *text, size_t limit)
{
	size_t ret = 0;

	while (ret < limit && path_is_on() && !model_decide_byte(sink->frame, text + ret, 0, 0))
		ret++;
	return ret;
}

void sink_string(struct sink *sink, const char *text)
{
	sink_memory(sink, text, sink_length(sink, text, SIZE_MAX));
}
