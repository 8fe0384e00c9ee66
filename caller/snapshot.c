/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/snapshot.h"

#include <stdlib.h>
#include <string.h>

#include "caller/types.h"
#include "common/xalloc.h"

enum {
	MAX_LENGTH = 1 << 24, /* what is larger is no length */
	NEAR = 2,	      /* pieces between a pointer and a length of what it leads to */
};

bool snapshot_is_possible(const struct entries *entries, const struct entry *function, size_t most)
{
	const struct entry *part = NULL;
	enum type_kind returned = type_kind_of(function);
	size_t number = 0;

	if (returned == TYPE_STRUCT || returned == TYPE_UNION)
		return false;
	while ((part = entries_next_part(entries, function, part))) {
		if (part->tag != DEBUG_PARAMETER)
			continue;
		switch ((int)type_kind_of(part)) {
		case TYPE_NUMBER:
		case TYPE_CHAR:
		case TYPE_BOOL:
		case TYPE_ENUM:
		case TYPE_POINTER: number++; break;
		default: return false;
		}
	}
	return number > 0 && number <= most;
}

/* An object of the harness in the running program. */
struct found {
	uint64_t address;
	unsigned char *bytes; /* all of it; NULL: they can't be read at once */
	bool is_known;
};

struct taking {
	const struct program *program;
	const struct snapshot_source *source;
	const uint64_t *arguments;
	struct found *found; /* by object */
	unsigned char *blob;
};

static void find(struct taking *taking, size_t object, uint64_t address)
{
	uint64_t size = taking->program->objects.items[object].size;
	struct found *found = &taking->found[object];

	*found = (struct found){ .address = address, .is_known = true };
	found->bytes = xmalloc(size + 1);
	if (taking->source->read(taking->source->arg, address, found->bytes, size))
		return;
	free(found->bytes);
	found->bytes = NULL;
}

/* Reads SIZE bytes of what PIECE is filled with. */
static bool read_piece(const struct taking *taking, const struct program_piece *piece, void *ret,
		       size_t size)
{
	const struct found *found = &taking->found[piece->object];

	if (!piece->object) {
		if (size > sizeof(*taking->arguments))
			return false;
		memcpy(ret, &taking->arguments[piece->offset], size);
		return true;
	}
	if (!found->is_known)
		return false;
	if (!found->bytes)
		return taking->source->read(taking->source->arg, found->address + piece->offset,
					    ret, size);
	if (piece->offset + size > taking->program->objects.items[piece->object].size)
		return false;
	memcpy(ret, found->bytes + piece->offset, size);
	return true;
}

static void take_pointer(struct taking *taking, const struct program_piece *piece)
{
	uint64_t address;

	if (!read_piece(taking, piece, &address, sizeof(address)))
		return;
	if (piece->nr_bytes)
		taking->blob[piece->at] = address != 0;
	if (address && piece->kind == PIECE_POINTER)
		find(taking, piece->target, address);
}

static void take_number(struct taking *taking, const struct program_piece *piece)
{
	uint64_t number = 0;

	if (piece->size > sizeof(number) || !read_piece(taking, piece, &number, piece->size))
		return;
	if (piece->kind == PIECE_MODULO && number >= piece->modulus)
		number = piece->modulus - 1;
	for (size_t i = 0; i < piece->nr_bytes; i++)
		taking->blob[piece->at + i] = i < 8 ? (unsigned char)(number >> 8 * i) : 0;
}

static void take_piece(struct taking *taking, const struct program_piece *piece)
{
	switch ((int)piece->kind) {
	case PIECE_POINTER:
	case PIECE_CALLBACK: take_pointer(taking, piece); return;
	case PIECE_MODULO:
	case PIECE_ENUM: /* whose values count from 0 on, mostly */
		take_number(taking, piece);
		return;
	case PIECE_NUMBER:
		if (piece->nr_bytes == piece->size)
			(void)read_piece(taking, piece, taking->blob + piece->at, piece->size);
		return;
	default: return;
	}
}

void snapshot_take(const struct program *program, const struct snapshot_source *source,
		   const uint64_t *arguments, unsigned char *blob)
{
	struct taking taking = { program, source, arguments, NULL, blob };
	uint64_t address;

	taking.found = xcalloc(program->objects.count, sizeof(*taking.found));
	memcpy(blob, strbuf_get(&program->seed), program->seed.length);
	for (size_t i = 0; i < program->objects.count; i++) {
		const struct entry *global = program->objects.items[i].global;

		if (global && source->find && source->find(source->arg, global->name, &address))
			find(&taking, i, address);
	}
	/* Pointers come before what they lead to. */
	for (size_t i = 0; i < program->pieces.count; i++)
		take_piece(&taking, &program->pieces.items[i]);
	for (size_t i = 0; i < program->objects.count; i++)
		free(taking.found[i].bytes);
	free(taking.found);
}

/*
 * Returns how many elements a pointer leads to that lies near the piece INDEX in its object, STEP of the pieces away or less; 0:
 * there is none that leads to several.
 */
static uint64_t count_near(const struct program *program, size_t index, int step)
{
	size_t object = program->pieces.items[index].object, nr_seen = 0;

	for (size_t i = index + (size_t)step; i < program->pieces.count && nr_seen < NEAR;
	     i += (size_t)step) {
		const struct program_piece *piece = &program->pieces.items[i];
		uint64_t count;

		if (piece->object != object)
			continue;
		nr_seen++;
		count = piece->kind == PIECE_POINTER ? program->objects.items[piece->target].count
						     : 0;
		if (count > 1)
			return count;
	}
	return 0;
}

static bool is_number(const struct program_piece *piece)
{
	return piece->kind == PIECE_NUMBER && piece->type && piece->nr_bytes >= 4 &&
	       piece->nr_bytes <= 8 && type_kind(piece->type) == TYPE_NUMBER;
}

bool snapshot_fit(const struct program *program, unsigned char *blob)
{
	bool ret = false;

	for (size_t i = 0; i < program->pieces.count; i++) {
		const struct program_piece *piece = &program->pieces.items[i];
		uint64_t number = 0, most;

		if (!is_number(piece))
			continue;
		most = count_near(program, i, -1);
		if (!most)
			most = count_near(program, i, 1);
		memcpy(&number, blob + piece->at, piece->nr_bytes);
		if (!most || number <= most || number > MAX_LENGTH)
			continue;
		memcpy(blob + piece->at, &most, piece->nr_bytes);
		ret = true;
	}
	return ret;
}
