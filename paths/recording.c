/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/recording.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/vec.h"

/* The file is sparse: what is not used takes no memory. */
#define TERM_CAPACITY	   (1u << 22)
#define CONDITION_CAPACITY (1u << 20)
#define OUTPUT_CAPACITY	   (1u << 16)
#define LARGE		   ((size_t)64 << 20) /* bytes */

#define TERMS_AT	   sizeof(struct remt_path_header)
#define CONDITIONS_AT	   (TERMS_AT + (uint64_t)TERM_CAPACITY * sizeof(struct term))
#define OUTPUTS_AT                                                                                 \
	(CONDITIONS_AT + (uint64_t)CONDITION_CAPACITY * sizeof(struct remt_path_condition))
#define WATCHED_AT (OUTPUTS_AT + (uint64_t)OUTPUT_CAPACITY * sizeof(struct remt_path_output))
#define FILE_SIZE  (WATCHED_AT + (uint64_t)RECORDING_MAX_WATCHED * sizeof(uint32_t))

#define TOLD_AT	   offsetof(struct remt_path_header, nr_terms) /* what the evaluator writes */
#define CHUNK	   16384 /* bytes that are read or written at once */

/* ---- the file, which is never mapped here: a run that made it shorter would end this process by its next look */

static bool write_at(int fd, const void *data, size_t size, uint64_t at)
{
	return pwrite(fd, data, size, (off_t)at) == (ssize_t)size;
}

static bool read_at(int fd, void *ret, size_t size, uint64_t at)
{
	return pread(fd, ret, size, (off_t)at) == (ssize_t)size;
}

/* Makes SIZE bytes AT a place of the file zero; many of them by giving their pages back. False: errno. */
static bool clear(int fd, uint64_t at, size_t size)
{
	static const char zeros[CHUNK];

	if (size >= LARGE &&
	    fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)at, (off_t)size) == 0)
		return true;
	for (size_t part; size; size -= part, at += part) {
		part = size < CHUNK ? size : CHUNK;
		if (!write_at(fd, zeros, part, at))
			return false;
	}
	return true;
}

/* Makes all of the file zero. False: errno. */
static bool clear_all(int fd)
{
	return ftruncate(fd, 0) == 0 && ftruncate(fd, (off_t)FILE_SIZE) == 0;
}

/* Reads the header; false: a run has written where it is told not to, so that nothing of the file is to be believed. */
static bool read_header(const struct recording *recording, struct remt_path_header *ret)
{
	struct stat st;

	return fstat(recording->fd, &st) == 0 && (uint64_t)st.st_size == FILE_SIZE &&
	       read_at(recording->fd, ret, sizeof(*ret), 0) &&
	       memcmp(ret, &recording->begun, TOLD_AT) == 0 && ret->nr_terms <= TERM_CAPACITY &&
	       ret->nr_conditions <= CONDITION_CAPACITY && ret->nr_outputs <= OUTPUT_CAPACITY;
}

/* Only what was used has to be zero again. False: errno. */
static bool clear_used(const struct recording *recording, uint32_t nr_terms)
{
	return clear(recording->fd, TERMS_AT, nr_terms * sizeof(struct term)) &&
	       clear(recording->fd, WATCHED_AT,
		     recording->begun.watched_capacity * sizeof(uint32_t));
}

struct error *recording_reset(struct recording *recording, uint32_t nr_inputs, uint32_t nr_watched,
			      uint32_t nr_seen)
{
	struct remt_path_header header, begun;
	bool is_sound = !recording->is_spoilt && read_header(recording, &header);
	uint32_t terms = is_sound ? header.nr_terms : 0;
	bool done = is_sound ? clear_used(recording, terms) : clear_all(recording->fd);

	if (nr_watched > RECORDING_MAX_WATCHED)
		nr_watched = RECORDING_MAX_WATCHED;
	if (nr_seen > RECORDING_MAX_WATCHED - nr_watched)
		nr_seen = RECORDING_MAX_WATCHED - nr_watched;
	begun = (struct remt_path_header){
		.version = REMT_PATH_VERSION,
		.nr_inputs = nr_inputs,
		.term_capacity = TERM_CAPACITY,
		.condition_capacity = CONDITION_CAPACITY,
		.output_capacity = OUTPUT_CAPACITY,
		.expected_terms = terms * sizeof(struct term) < LARGE ? terms : 0,
		.terms = TERMS_AT,
		.conditions = CONDITIONS_AT,
		.outputs = OUTPUTS_AT,
		.watched_capacity = nr_watched + nr_seen,
		.nr_watched = nr_watched,
		.watched = WATCHED_AT,
		.printed = { REMT_PATH_NO_TEXT, REMT_PATH_NO_TEXT },
	};
	memcpy(begun.magic, REMT_PATH_MAGIC, sizeof(begun.magic));
	recording->begun = begun;
	if (!done || !write_at(recording->fd, &begun, sizeof(begun), 0))
		return error_errno(ERROR_UNUSABLE, errno, "%s", recording->path);
	recording->is_spoilt = false;
	return NULL;
}

struct error *recording_create(const char *path, struct recording *ret)
{
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	*ret = (struct recording){ 0 };
	if (fd < 0)
		return error_errno(ERROR_UNUSABLE, errno, "%s", path);
	*ret = (struct recording){ .path = path, .fd = fd, .is_spoilt = true };
	return recording_reset(ret, 0, 0, 0);
}

void recording_deinit(struct recording *recording)
{
	if (recording->path)
		close(recording->fd);
	*recording = (struct recording){ 0 };
}

void path_deinit(struct path *path)
{
	vec_deinit(&path->conditions);
	vec_deinit(&path->again);
	vec_deinit(&path->outputs);
	vec_deinit(&path->watched);
	vec_deinit(&path->seen);
}

/* ---- reading */

/* Rows of the file, which are read one after the other. */
struct rows {
	int fd;
	uint64_t at;	  /* of those that are not in `read` */
	uint64_t left;	  /* bytes that are not in `read` */
	size_t size;	  /* of a row */
	size_t next, end; /* bytes in `read` */
	_Alignas(8) unsigned char read[CHUNK];
};

static void rows_begin(struct rows *rows, int fd, uint64_t at, size_t size, uint32_t number)
{
	rows->fd = fd;
	rows->at = at;
	rows->left = (uint64_t)number * size;
	rows->size = size;
	rows->next = rows->end = 0;
}

/* Returns the next row, which is there until another one is asked for; NULL: the file has become shorter. */
static const void *rows_next(struct rows *rows)
{
	if (rows->next == rows->end) {
		size_t most = CHUNK / rows->size * rows->size;
		size_t size = rows->left < most ? (size_t)rows->left : most;

		if (!size || !read_at(rows->fd, rows->read, size, rows->at))
			return NULL;
		rows->at += size;
		rows->left -= size;
		rows->next = 0;
		rows->end = size;
	}
	rows->next += rows->size;
	return rows->read + rows->next - rows->size;
}

/* What is being read: terms have numbers of the reader's own. */
struct import {
	int fd;
	struct terms *terms;
	VEC(uint32_t) numbers; /* of those that were read; 0: none */
	VEC(uint32_t) before;  /* by row of a condition, and of none: conditions before it */
	uint32_t nr_inputs;
	struct remt_path_header header;
	struct rows rows;
};

static bool operands_are_older(const struct term *row, uint32_t index)
{
	unsigned number = term_arity(row->operation);

	return (number < 1 || (row->a && row->a < index)) &&
	       (number < 2 || (row->b && row->b < index)) &&
	       (number < 3 || (row->c && row->c < index));
}

static unsigned width_of(const struct import *import, uint32_t operand)
{
	return term_get(import->terms, import->numbers.items[operand])->width;
}

/* True if the operands of ROW, which are sound, are as wide as its operation wants them. */
static bool widths_fit(const struct import *import, const struct term *row)
{
	unsigned width = row->width;

	switch ((unsigned)row->operation) {
	case TERM_CONSTANT: return term_mask(row->number, width) == row->number;
	case TERM_INPUT: return width == 8 && row->number < import->nr_inputs;
	case TERM_NOT: return width_of(import, row->a) == width;
	case TERM_EXTRACT:
		return row->number < 64 && row->number + width <= width_of(import, row->a);
	case TERM_EXTEND_ZERO:
	case TERM_EXTEND_SIGN: return width_of(import, row->a) <= width;
	case TERM_CONCATENATE: return width_of(import, row->a) + width_of(import, row->b) == width;
	case TERM_EQUAL:
	case TERM_LESS_UNSIGNED:
	case TERM_LESS_SIGNED:
		return width == 1 && width_of(import, row->a) == width_of(import, row->b);
	case TERM_CHOOSE:
		return width_of(import, row->a) == 1 && width_of(import, row->b) == width &&
		       width_of(import, row->c) == width;
	default: return width_of(import, row->a) == width && width_of(import, row->b) == width;
	}
}

static uint32_t make(const struct import *import, const struct term *row)
{
	struct terms *terms = import->terms;
	uint32_t a = import->numbers.items[row->a];
	uint32_t b = import->numbers.items[row->b];

	switch ((unsigned)row->operation) {
	case TERM_CONSTANT: return term_constant(terms, row->number, row->width);
	case TERM_INPUT: return term_input(terms, (uint32_t)row->number);
	case TERM_NOT: return term_not(terms, a);
	case TERM_CHOOSE: return term_choose(terms, a, b, import->numbers.items[row->c]);
	case TERM_CONCATENATE: return term_concatenate(terms, a, b);
	case TERM_EXTRACT: return term_extract(terms, a, (unsigned)row->number, row->width);
	case TERM_EXTEND_ZERO:
	case TERM_EXTEND_SIGN:
		return term_extend(terms, a, row->width, row->operation == TERM_EXTEND_SIGN);
	default: return term_binary(terms, row->operation, a, b);
	}
}

/* False: ROW, the term number INDEX, makes no sense. */
static bool import_term(struct import *import, struct term row, uint32_t index)
{
	if (row.operation >= TERM_NR_OPERATIONS || row.width < 1 || row.width > 64 ||
	    !operands_are_older(&row, index) || !widths_fit(import, &row))
		return false;
	if (term_arity(row.operation) < 1)
		row.a = 0;
	if (term_arity(row.operation) < 2)
		row.b = 0;
	vec_push(&import->numbers, make(import, &row));
	return true;
}

/* False: the terms make no sense. */
static bool import_terms(struct import *import)
{
	rows_begin(&import->rows, import->fd, TERMS_AT, sizeof(struct term),
		   import->header.nr_terms);
	vec_push(&import->numbers, 0);
	/* The first one is none. */
	if (import->header.nr_terms)
		rows_next(&import->rows);
	for (uint32_t i = 1; i < import->header.nr_terms; i++) {
		const struct term *row = rows_next(&import->rows);

		if (!row || !import_term(import, *row, i))
			return false;
	}
	return true;
}

/* False: ROW makes no sense. */
static bool import_condition(struct import *import, struct remt_path_condition row,
			     struct path *ret)
{
	if (!row.term || row.term >= import->header.nr_terms || row.kind > REMT_PATH_AGAIN ||
	    width_of(import, row.term) != 1)
		return false;
	row.term = import->numbers.items[row.term];
	if (row.kind == REMT_PATH_AGAIN)
		vec_push(&ret->again, row);
	else
		vec_push(&ret->conditions, row);
	vec_push(&import->before, (uint32_t)ret->conditions.count);
	return true;
}

/* False: the conditions make no sense. */
static bool import_conditions(struct import *import, struct path *ret)
{
	rows_begin(&import->rows, import->fd, CONDITIONS_AT, sizeof(struct remt_path_condition),
		   import->header.nr_conditions);
	vec_push(&import->before, 0);
	for (uint32_t i = 0; i < import->header.nr_conditions; i++) {
		const struct remt_path_condition *row = rows_next(&import->rows);

		if (!row || !import_condition(import, *row, ret))
			return false;
	}
	return true;
}

/* False: ROW makes no sense. */
static bool import_output(struct import *import, struct remt_path_output row, struct path *ret)
{
	bool is_byte = row.kind == REMT_PATH_BYTE || row.kind == REMT_PATH_STATUS;

	if (row.kind > REMT_PATH_STATUS || row.stream > 1 || row.term >= import->header.nr_terms ||
	    (row.kind == REMT_PATH_TEXT) != (row.term == 0) ||
	    (is_byte && width_of(import, row.term) != 8))
		return false;
	row.term = row.term ? import->numbers.items[row.term] : 0;
	vec_push(&ret->outputs, row);
	return true;
}

/* False: what was printed makes no sense. */
static bool import_outputs(struct import *import, struct path *ret)
{
	rows_begin(&import->rows, import->fd, OUTPUTS_AT, sizeof(struct remt_path_output),
		   import->header.nr_outputs);
	for (uint32_t i = 0; i < import->header.nr_outputs; i++) {
		const struct remt_path_output *row = rows_next(&import->rows);

		if (!row || !import_output(import, *row, ret))
			return false;
	}
	return true;
}

/*
 * False: what was watched or seen makes no sense. Numbers of rows become numbers of conditions, without what was noted
 * again.
 */
static bool import_watched(struct import *import, struct path *ret)
{
	uint32_t number = import->header.watched_capacity;

	rows_begin(&import->rows, import->fd, WATCHED_AT, sizeof(uint32_t), number);
	for (uint32_t i = 0; i < number; i++) {
		const uint32_t *row = rows_next(&import->rows);
		uint32_t at = row ? *row : UINT32_MAX;

		if (!row)
			return false;
		if (i >= import->header.nr_watched)
			vec_push(&ret->seen, at != 0);
		else if (at > import->before.count)
			return false;
		else
			vec_push(&ret->watched, at ? import->before.items[at - 1] + 1 : 0);
	}
	return true;
}

static bool import_all(struct import *import, struct path *ret)
{
	const struct remt_path_header *header = &import->header;

	ret->flags = header->flags;
	memcpy(ret->printed, header->printed, sizeof(ret->printed));
	ret->libraries = header->libraries;
	snprintf(ret->concretised_by, sizeof(ret->concretised_by), "%.*s", REMT_PATH_NAME_SIZE - 1,
		 header->concretised_by);
	return import_terms(import) && import_conditions(import, ret) &&
	       import_outputs(import, ret) && import_watched(import, ret);
}

bool recording_read(struct recording *recording, struct terms *terms, struct path *ret)
{
	struct import import = {
		.fd = recording->fd,
		.terms = terms,
		.nr_inputs = recording->begun.nr_inputs,
	};

	*ret = (struct path){ 0 };
	recording->is_spoilt = !read_header(recording, &import.header) || !import_all(&import, ret);
	vec_deinit(&import.numbers);
	vec_deinit(&import.before);
	if (!recording->is_spoilt)
		return true;
	path_deinit(ret);
	*ret = (struct path){ .flags = REMT_PATH_BEGUN | REMT_PATH_UNWATCHED };
	return false;
}
