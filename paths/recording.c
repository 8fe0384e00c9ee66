/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/recording.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
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

/* Makes SIZE bytes AT a place of the file zero; many of them by giving their pages back. */
static void clear(char *at, size_t size)
{
	const uintptr_t page = 4096;
	char *first = (char *)(((uintptr_t)at + page - 1) & ~(page - 1));
	char *last = (char *)(((uintptr_t)at + size) & ~(page - 1));

	if (size < LARGE || madvise(first, (size_t)(last - first), MADV_REMOVE) != 0) {
		memset(at, 0, size);
		return;
	}
	memset(at, 0, (size_t)(first - at));
	memset(last, 0, (size_t)(at + size - last));
}

void recording_reset(struct recording *recording, uint32_t nr_inputs, uint32_t nr_watched,
		     uint32_t nr_seen)
{
	struct remt_path_header *header = recording->header;
	size_t terms = (size_t)header->nr_terms;

	if (nr_watched > RECORDING_MAX_WATCHED)
		nr_watched = RECORDING_MAX_WATCHED;
	if (nr_seen > RECORDING_MAX_WATCHED - nr_watched)
		nr_seen = RECORDING_MAX_WATCHED - nr_watched;
	recording->nr_inputs = nr_inputs;
	recording->nr_watched = nr_watched;
	recording->nr_seen = nr_seen;
	/* Only what was used has to be zero again, if a run can be believed. */
	if (terms > TERM_CAPACITY)
		terms = TERM_CAPACITY;
	clear((char *)header + TERMS_AT, terms * sizeof(struct term));
	clear((char *)header + WATCHED_AT, (nr_watched + nr_seen) * sizeof(uint32_t));
	*header = (struct remt_path_header){
		.version = REMT_PATH_VERSION,
		.nr_inputs = nr_inputs,
		.term_capacity = TERM_CAPACITY,
		.condition_capacity = CONDITION_CAPACITY,
		.output_capacity = OUTPUT_CAPACITY,
		.expected_terms = terms * sizeof(struct term) < LARGE ? (uint32_t)terms : 0,
		.terms = TERMS_AT,
		.conditions = CONDITIONS_AT,
		.outputs = OUTPUTS_AT,
		.watched_capacity = nr_watched + nr_seen,
		.nr_watched = nr_watched,
		.watched = WATCHED_AT,
		.printed = { REMT_PATH_NO_TEXT, REMT_PATH_NO_TEXT },
	};
	memcpy(header->magic, REMT_PATH_MAGIC, sizeof(header->magic));
}

struct error *recording_create(const char *path, struct recording *ret)
{
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	*ret = (struct recording){ .path = path, .size = FILE_SIZE };
	if (fd < 0)
		return error_errno(ERROR_UNUSABLE, errno, "%s", path);
	if (ftruncate(fd, (off_t)ret->size) == 0)
		ret->header = mmap(NULL, ret->size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	else
		ret->header = MAP_FAILED;
	if (ret->header == MAP_FAILED) {
		struct error *err = error_errno(ERROR_UNUSABLE, errno, "%s", path);

		ret->header = NULL;
		close(fd);
		return err;
	}
	close(fd);
	recording_reset(ret, 0, 0, 0);
	return NULL;
}

void recording_deinit(struct recording *recording)
{
	if (recording->header)
		munmap(recording->header, recording->size);
	recording->header = NULL;
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

/* Terms that are being read: what a run wrote, and the reader's own by their numbers. */
struct import {
	const struct term *items;
	struct terms *terms;
	VEC(uint32_t) numbers; /* of those that were read; 0: none */
	uint32_t nr_inputs;
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

/* False: the terms make no sense. */
static bool import_terms(struct import *import, uint32_t number)
{
	vec_push(&import->numbers, 0);
	for (uint32_t i = 1; i < number; i++) {
		struct term row = import->items[i]; /* the run may still write */

		if (row.operation >= TERM_NR_OPERATIONS || row.width < 1 || row.width > 64 ||
		    !operands_are_older(&row, i) || !widths_fit(import, &row))
			return false;
		if (term_arity(row.operation) < 1)
			row.a = 0;
		if (term_arity(row.operation) < 2)
			row.b = 0;
		vec_push(&import->numbers, make(import, &row));
	}
	return true;
}

/* False: the conditions make no sense. */
static bool import_conditions(const struct import *import, const struct remt_path_condition *rows,
			      uint32_t number, uint32_t nr_terms, struct path *ret)
{
	for (uint32_t i = 0; i < number; i++) {
		struct remt_path_condition row = rows[i];

		if (!row.term || row.term >= nr_terms || row.kind > REMT_PATH_AGAIN ||
		    width_of(import, row.term) != 1)
			return false;
		row.term = import->numbers.items[row.term];
		if (row.kind == REMT_PATH_AGAIN)
			vec_push(&ret->again, row);
		else
			vec_push(&ret->conditions, row);
	}
	return true;
}

/* False: what was printed makes no sense. */
static bool import_outputs(const struct import *import, const struct remt_path_output *rows,
			   uint32_t number, uint32_t nr_terms, struct path *ret)
{
	for (uint32_t i = 0; i < number; i++) {
		struct remt_path_output row = rows[i];
		bool is_byte = row.kind == REMT_PATH_BYTE || row.kind == REMT_PATH_STATUS;

		if (row.kind > REMT_PATH_STATUS || row.stream > 1 || row.term >= nr_terms ||
		    (row.kind == REMT_PATH_TEXT) != (row.term == 0) ||
		    (is_byte && width_of(import, row.term) != 8))
			return false;
		row.term = row.term ? import->numbers.items[row.term] : 0;
		vec_push(&ret->outputs, row);
	}
	return true;
}

/*
 * False: what was watched makes no sense. Numbers of rows become numbers of conditions, NR_ROWS with what was noted
 * again.
 */
static bool import_watched(const struct remt_path_condition *rows, uint32_t nr_rows,
			   const uint32_t *watched, uint32_t number, struct path *ret)
{
	VEC(uint32_t) before = { 0 }; /* by row: conditions before it */
	bool is_sound = true;

	vec_push(&before, 0);
	for (uint32_t i = 0; i < nr_rows; i++)
		vec_push(&before, before.items[i] + (rows[i].kind != REMT_PATH_AGAIN));
	for (uint32_t i = 0; is_sound && i < number; i++) {
		uint32_t at = watched[i];

		is_sound =
			at <= nr_rows + 1 && (!at || before.items[at - 1] <= ret->conditions.count);
		if (is_sound)
			vec_push(&ret->watched, at ? before.items[at - 1] + 1 : 0);
	}
	vec_deinit(&before);
	return is_sound;
}

static void import_seen(const uint32_t *seen, uint32_t number, struct path *ret)
{
	for (uint32_t i = 0; i < number; i++)
		vec_push(&ret->seen, seen[i] != 0);
}

struct error *recording_read(const struct recording *recording, struct terms *terms,
			     struct path *ret)
{
	struct remt_path_header header = *recording->header;
	const char *file = (const char *)recording->header;
	bool is_sound = header.nr_terms <= TERM_CAPACITY &&
			header.nr_conditions <= CONDITION_CAPACITY &&
			header.nr_outputs <= OUTPUT_CAPACITY;
	struct import import = {
		.items = (const struct term *)(file + TERMS_AT),
		.terms = terms,
		.nr_inputs = recording->nr_inputs,
	};

	*ret = (struct path){ .flags = header.flags,
			      .printed = { header.printed[0], header.printed[1] },
			      .libraries = header.libraries };
	snprintf(ret->concretised_by, sizeof(ret->concretised_by), "%.*s", REMT_PATH_NAME_SIZE - 1,
		 header.concretised_by);
	is_sound = is_sound && import_terms(&import, header.nr_terms) &&
		   import_conditions(&import,
				     (const struct remt_path_condition *)(file + CONDITIONS_AT),
				     header.nr_conditions, header.nr_terms, ret) &&
		   import_outputs(&import, (const struct remt_path_output *)(file + OUTPUTS_AT),
				  header.nr_outputs, header.nr_terms, ret) &&
		   import_watched((const struct remt_path_condition *)(file + CONDITIONS_AT),
				  header.nr_conditions, (const uint32_t *)(file + WATCHED_AT),
				  recording->nr_watched, ret);
	vec_deinit(&import.numbers);
	if (is_sound)
		import_seen((const uint32_t *)(file + WATCHED_AT) + recording->nr_watched,
			    recording->nr_seen, ret);
	if (is_sound)
		return NULL;
	path_deinit(ret);
	*ret = (struct path){ 0 };
	return error_create(ERROR_UNUSABLE, "the path of a run makes no sense");
}
