/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/model_stream.h"

#include <stdio.h>

#include "common/xalloc.h"
#include "explore/model_state.h"
#include "explore/shadow_memory.h"

struct stream {
	const void *file; /* NULL: it was closed */
	char *const *text;
	const size_t *size;
	struct written written;
	const char
		*noted;	 /* where the program was told that its bytes are; NULL: it was not told */
	size_t nr_noted; /* of these */
	size_t capacity; /* of the memory they lie in, then: it moves only to grow */
	bool is_lost;	 /* it was written to at another place than the end */
};

/* What the program knows of the text that fclose() is about to move. */
static struct written moved;

static VEC(struct stream *) streams;

static struct stream *find(const void *file)
{
	for (size_t i = 0; file && i < streams.count; i++) {
		if (streams.items[i]->file == file)
			return streams.items[i];
	}
	return NULL;
}

struct written *stream_written(const void *file)
{
	struct stream *stream = find(file);

	return stream ? &stream->written : NULL;
}

bool stream_is_noted(const void *file)
{
	const struct stream *stream = find(file);

	return stream && stream->noted;
}

static void forget(struct stream *stream)
{
	stream->file = NULL;
	vec_deinit(&stream->written.bytes);
}

void model_after_open_memstream(struct frame *frame, const struct call_site *site,
				const union word *result)
{
	struct stream *stream = find(result->p);

	if (!result->p)
		return;
	if (stream)
		forget(stream);
	stream = xcalloc(1, sizeof(*stream));
	*stream = (struct stream){ .file = result->p,
				   .text = (char *const *)model_pointer(frame, site, 0),
				   .size = (const size_t *)model_pointer(frame, site, 1) };
	vec_push(&streams, stream);
}

static size_t capacity_of(const struct stream *stream)
{
	const FILE *file = stream->file;

	return (size_t)(file->_IO_buf_end - file->_IO_buf_base);
}

/* Notes all that was written, which is at the text by now. */
static void note_first(struct stream *stream)
{
	size_t size = *stream->size;

	stream->noted = *stream->text;
	stream->nr_noted = size;
	if (stream->is_lost || size != stream->written.bytes.count) {
		path_concretise();
		shadow_clear(*stream->text, size);
		return;
	}
	written_note(&stream->written, *stream->text, size);
}

/*
 * True if the text that was noted is where it was, and more behind it. The program may have changed it since; what came
 * behind it is no input's, or the path says so.
 */
static bool has_grown(const struct stream *stream)
{
	return !stream->is_lost && *stream->size >= stream->nr_noted &&
	       *stream->size == stream->written.bytes.count;
}

/* The program may look at what was written, as the library has put it there. */
static void note(struct stream *stream)
{
	size_t size = *stream->size;

	shadow_clear(stream->text, sizeof(*stream->text));
	shadow_clear(stream->size, sizeof(*stream->size));
	shadow_clear(*stream->text + size, 1);
	if (!stream->noted) {
		note_first(stream);
		stream->capacity = capacity_of(stream);
		return;
	}
	if (!has_grown(stream) || stream->noted != *stream->text ||
	    stream->capacity != capacity_of(stream)) {
		stream->is_lost = true;
		path_concretise();
		shadow_clear(*stream->text, size);
		return;
	}
	shadow_clear(*stream->text + stream->nr_noted, size - stream->nr_noted);
	stream->nr_noted = size;
}

/* Keeps what the program knows of the text, unless it moved before. */
static void keep(const struct stream *stream)
{
	moved.bytes.count = 0;
	if (stream->is_lost || stream->capacity != capacity_of(stream))
		return;
	for (size_t i = 0; i < stream->nr_noted; i++)
		vec_push(&moved.bytes, ((struct written_byte){ shadow_load(stream->noted + i, 1),
							       stream->noted[i] }));
}

/* Notes the text that was kept, where fclose() has put it. */
static void note_moved(struct stream *stream)
{
	size_t size = *stream->size;

	shadow_clear(stream->text, sizeof(*stream->text));
	shadow_clear(stream->size, sizeof(*stream->size));
	shadow_clear(*stream->text, size + 1);
	if (!has_grown(stream) || moved.bytes.count != stream->nr_noted)
		path_concretise();
	else
		written_note(&moved, *stream->text, stream->nr_noted);
}

void model_after_fflush(struct frame *frame, const struct call_site *site, const union word *result)
{
	/* Without a file streams into memory stay as they are. */
	struct stream *stream = find(model_pointer(frame, site, 0));

	(void)result;
	if (stream)
		note(stream);
}

uint32_t model_fclose(struct frame *frame, const struct call_site *site)
{
	const struct stream *stream = find(model_pointer(frame, site, 0));

	if (stream && stream->noted)
		keep(stream);
	return model_reposition(frame, site);
}

void model_after_fclose(struct frame *frame, const struct call_site *site, const union word *result)
{
	struct stream *stream = find(model_pointer(frame, site, 0));

	(void)result;
	if (!stream)
		return;
	if (stream->noted) {
		note_moved(stream);
	} else {
		shadow_clear(stream->text, sizeof(*stream->text));
		shadow_clear(stream->size, sizeof(*stream->size));
		shadow_clear(*stream->text + *stream->size, 1);
		note_first(stream);
	}
	forget(stream);
}

uint32_t model_seek(struct frame *frame, const struct call_site *site)
{
	struct stream *stream = find(model_pointer(frame, site, 0));

	if (stream)
		stream->is_lost = true;
	return model_reposition(frame, site);
}
