/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/signature.h"

#include <sys/wait.h>

#include "common/hash.h"
#include "common/vec.h"

static uint64_t hash_text(const struct strbuf *text)
{
	return remt_path_hash(REMT_PATH_NO_TEXT, strbuf_get(text), text->length);
}

/* Returns the last piece with the status; NULL: the run did not exit. */
static const struct remt_path_output *find_status(const struct path *path)
{
	for (size_t i = path->outputs.count; i > 0; i--) {
		if (path->outputs.items[i - 1].kind == REMT_PATH_STATUS)
			return &path->outputs.items[i - 1];
	}
	return NULL;
}

static bool status_is_told(const struct path *path, int status)
{
	const struct remt_path_output *piece = find_status(path);

	if (!WIFEXITED(status))
		return !piece;
	return piece && piece->value == (uint64_t)WEXITSTATUS(status);
}

bool signature_is_told(struct evaluator *evaluator, const struct path *path,
		       const struct trial_result *result)
{
	if (result->is_late || !status_is_told(path, result->status) ||
	    path->printed[0] != hash_text(&result->out) ||
	    path->printed[1] != hash_text(&result->err))
		return false;
	for (size_t i = 0; i < path->conditions.count; i++) {
		if (!evaluator_value(evaluator, path->conditions.items[i].term))
			return false;
	}
	for (size_t i = 0; i < path->outputs.count; i++) {
		const struct remt_path_output *piece = &path->outputs.items[i];

		if (piece->term && evaluator_value(evaluator, piece->term) != piece->value)
			return false;
	}
	return true;
}

/* ---- the pieces of one stream, or the status */

enum { CHANNEL_STATUS = 2, NR_CHANNELS };

struct cursor {
	const struct path *path;
	size_t next;
	unsigned channel;
};

/* Returns the next piece; NULL: there is none. */
static const struct remt_path_output *next_piece(struct cursor *cursor)
{
	while (cursor->next < cursor->path->outputs.count) {
		const struct remt_path_output *piece = &cursor->path->outputs.items[cursor->next++];
		bool is_status = piece->kind == REMT_PATH_STATUS;

		if (is_status ? cursor->channel == CHANNEL_STATUS
			      : cursor->channel == piece->stream)
			return piece;
	}
	return NULL;
}

uint64_t signature_hash(const struct path *path)
{
	struct hash *hash = hash_create();

	for (unsigned channel = 0; channel < NR_CHANNELS; channel++) {
		struct cursor cursor = { path, 0, channel };
		const struct remt_path_output *piece;

		hash_add_u64(hash, channel);
		while ((piece = next_piece(&cursor))) {
			hash_add_u64(hash, piece->kind);
			hash_add_u64(hash, piece->term);
			hash_add_u64(hash, piece->text);
		}
	}
	return hash_take(hash);
}

/* ---- two paths */

static uint32_t differ(struct terms *terms, uint32_t a, uint32_t b)
{
	return term_not(terms, term_binary(terms, TERM_EQUAL, a, b));
}

static bool is_like(const struct terms *terms, const struct remt_path_output *a,
		    const struct remt_path_output *b)
{
	return a->kind == b->kind && a->text == b->text &&
	       term_get(terms, a->term)->width == term_get(terms, b->term)->width;
}

/* Adds to *RET where the pieces of CHANNEL differ; false: they are not made alike. */
static bool compare_pieces(struct terms *terms, const struct path *a, const struct path *b,
			   unsigned channel, uint32_t *ret)
{
	struct cursor x = { a, 0, channel };
	struct cursor y = { b, 0, channel };

	for (;;) {
		const struct remt_path_output *from = next_piece(&x);
		const struct remt_path_output *to = next_piece(&y);

		if (!from || !to)
			return from == to;
		if (!is_like(terms, from, to))
			return false;
		if (from->term)
			*ret = term_binary(terms, TERM_OR, *ret,
					   differ(terms, from->term, to->term));
	}
}

/* By byte of a stream: its term, of 8 bits. */
typedef VEC(uint32_t) byte_terms;

/*
 * Adds the bytes that the pieces of CHANNEL make, of which TEXT is what they made in this run; false: a number is among
 * them, which may be longer or shorter with other inputs.
 */
static bool add_bytes(struct terms *terms, const struct path *path, unsigned channel,
		      const struct strbuf *text, byte_terms *ret)
{
	struct cursor cursor = { path, 0, channel };
	const struct remt_path_output *piece;

	while ((piece = next_piece(&cursor))) {
		uint64_t size = piece->kind == REMT_PATH_TEXT ? piece->value : 1;

		if (piece->kind == REMT_PATH_NUMBER || size > text->length - ret->count)
			return false;
		for (; piece->kind == REMT_PATH_TEXT && size; size--) {
			unsigned char byte = (unsigned char)text->data[ret->count];

			vec_push(ret, term_constant(terms, byte, 8));
		}
		if (piece->kind == REMT_PATH_BYTE)
			vec_push(ret, piece->term);
	}
	return ret->count == text->length;
}

/* Adds to *RET where the bytes of CHANNEL differ; false: how many there are is not known. */
static bool compare_bytes(struct terms *terms, const struct path *const paths[2], unsigned channel,
			  const struct strbuf *text, uint32_t *ret)
{
	byte_terms sides[2] = { 0 };
	bool are_known = add_bytes(terms, paths[0], channel, text, &sides[0]) &&
			 add_bytes(terms, paths[1], channel, text, &sides[1]);

	for (size_t i = 0; are_known && i < text->length; i++) {
		uint32_t a = sides[0].items[i], b = sides[1].items[i];

		if (a != b)
			*ret = term_binary(terms, TERM_OR, *ret, differ(terms, a, b));
	}
	vec_deinit(&sides[0]);
	vec_deinit(&sides[1]);
	return are_known;
}

/* Adds to *RET where the paths print different things on CHANNEL, or end in another way; false: that is not known. */
static bool compare_channel(struct terms *terms, const struct path *const paths[2],
			    unsigned channel, const struct trial_result *result, uint32_t *ret)
{
	uint32_t found = *ret;

	if (compare_pieces(terms, paths[0], paths[1], channel, &found)) {
		*ret = found;
		return true;
	}
	if (channel == CHANNEL_STATUS)
		return false;
	return compare_bytes(terms, paths, channel, channel ? &result->err : &result->out, ret);
}

/* Returns where some piece is another one than in the run of PATH. */
static uint32_t changes(struct terms *terms, const struct path *path, uint32_t ret)
{
	for (size_t i = 0; i < path->outputs.count; i++) {
		const struct remt_path_output *piece = &path->outputs.items[i];
		uint32_t value;

		if (!piece->term)
			continue;
		value = term_constant(terms, piece->value, term_get(terms, piece->term)->width);
		ret = term_binary(terms, TERM_OR, ret, differ(terms, piece->term, value));
	}
	return ret;
}

uint32_t signature_difference(struct terms *terms, const struct path *a, const struct path *b,
			      const struct trial_result *result)
{
	const struct path *const paths[2] = { a, b };
	uint32_t ret = term_constant(terms, 0, 1);
	bool is_alike = true;

	for (unsigned channel = 0; channel < NR_CHANNELS && is_alike; channel++)
		is_alike = compare_channel(terms, paths, channel, result, &ret);
	if (is_alike)
		return ret;
	return changes(terms, b, changes(terms, a, term_constant(terms, 0, 1)));
}
