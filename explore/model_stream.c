/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/model_stream.h"

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
	bool is_lost;	 /* it was written to at another place than the end */
};

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

	/* What is written now may lie where the program looks, without another fflush(). */
	if (stream && stream->noted)
		path_concretise();
	return stream ? &stream->written : NULL;
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

/*
 * The program may look at what was written, as the library has put it there. It may have changed what it knew before,
 * so that terms are told once.
 */
static void note(struct stream *stream)
{
	size_t size = *stream->size;

	shadow_clear(stream->text, sizeof(*stream->text));
	shadow_clear(stream->size, sizeof(*stream->size));
	shadow_clear(*stream->text + size, 1);
	if (stream->noted == *stream->text && size == stream->nr_noted && !stream->is_lost)
		return;
	stream->is_lost |= stream->noted != NULL;
	stream->noted = *stream->text;
	stream->nr_noted = size;
	if (stream->is_lost || size != stream->written.bytes.count) {
		path_concretise();
		shadow_clear(*stream->text, size);
		return;
	}
	written_note(&stream->written, *stream->text, size);
}

void model_after_fflush(struct frame *frame, const struct call_site *site, const union word *result)
{
	/* Without a file streams into memory stay as they are. */
	struct stream *stream = find(model_pointer(frame, site, 0));

	(void)result;
	if (stream)
		note(stream);
}

void model_after_fclose(struct frame *frame, const struct call_site *site, const union word *result)
{
	struct stream *stream = find(model_pointer(frame, site, 0));

	(void)result;
	if (!stream)
		return;
	note(stream);
	forget(stream);
}

uint32_t model_seek(struct frame *frame, const struct call_site *site)
{
	struct stream *stream = find(model_pointer(frame, site, 0));

	if (stream)
		stream->is_lost = true;
	return model_reposition(frame, site);
}
