/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reading from standard input, whose bytes are inputs. What is read is told before it is read: the
 * input is a file, and where it is read from is known.
 */
#include "explore/model_state.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "explore/input.h"
#include "explore/shadow_memory.h"

/*
 * Where a stream that reads the inputs stands; false: FILE reads something else. Where that can't be
 * told, the path says so.
 */
static bool find_position(FILE *file, uint64_t *position)
{
	off_t offset;

	if (!input_standard_size() || !file)
		return false;
	if (!input_is_standard(fileno(file))) {
		if (file == stdin)
			path_concretise();
		return false;
	}
	offset = ftello(file);
	if (offset < 0)
		path_concretise();
	*position = offset < 0 ? 0 : (uint64_t)offset;
	return offset >= 0;
}

static uint32_t byte_at(uint64_t position)
{
	return position < input_standard_size()
		       ? term_extend(&path_terms, input_standard_term(position), 64, false)
		       : 0;
}

static uint32_t read_byte(FILE *file)
{
	uint64_t position;

	return find_position(file, &position) ? byte_at(position) : 0;
}

uint32_t model_getchar(struct frame *frame, const struct call_site *site)
{
	(void)frame;
	(void)site;
	return read_byte(stdin);
}

uint32_t model_getc(struct frame *frame, const struct call_site *site)
{
	return read_byte((FILE *)model_pointer(frame, site, 0));
}

/* True if BYTE, whose term is TERM or 0, is what was read in front of POSITION. */
static bool is_what_was_read(unsigned char byte, uint32_t term, uint64_t position)
{
	if (!position || position > input_standard_size())
		return false;
	return term == input_standard_term(position - 1) &&
	       byte == input_standard_byte(position - 1);
}

/* What is put back has to be what was read. */
uint32_t model_ungetc(struct frame *frame, const struct call_site *site)
{
	uint32_t slot = site->arguments[0].slot;
	uint32_t term = shadow_of(frame, slot);
	int64_t byte = slot_of(frame, slot)->i;
	uint32_t low = term ? term_extract(&path_terms, term, 0, 8) : 0;
	uint64_t position;

	if (term)
		model_decide(frame,
			     term_binary(&path_terms, TERM_EQUAL, term,
					 model_constant((uint64_t)EOF, 64)),
			     byte == EOF, 0);
	if (byte == EOF)
		return 0;
	if (!find_position((FILE *)model_pointer(frame, site, 1), &position)) {
		if (term)
			path_concretise();
	} else if (!is_what_was_read((unsigned char)byte, low, position)) {
		path_concretise();
	}
	return low ? term_extend(&path_terms, low, 64, false) : 0;
}

/* Notes that SIZE bytes of the input go to TO. */
static void store(const char *to, uint64_t position, uint64_t size)
{
	for (uint64_t i = 0; i < size && position + i < input_standard_size(); i++)
		shadow_store(to + i, 1, input_standard_term(position + i),
			     input_standard_byte(position + i));
}

/* The macros that read without a lock take bytes out of the stream's buffer. */
static void note_buffer(FILE *file)
{
	static const char *noted;
	uint64_t position;

	if (noted == file->_IO_read_end || !find_position(file, &position))
		return;
	noted = file->_IO_read_end;
	store(file->_IO_read_ptr, position, (uint64_t)(file->_IO_read_end - file->_IO_read_ptr));
}

void model_after_getchar(struct frame *frame, const struct call_site *site,
			 const union word *result)
{
	(void)frame;
	(void)site;
	(void)result;
	note_buffer(stdin);
}

void model_after_getc(struct frame *frame, const struct call_site *site, const union word *result)
{
	(void)result;
	note_buffer((FILE *)model_pointer(frame, site, 0));
}

uint32_t model_fgets(struct frame *frame, const struct call_site *site)
{
	const char *to = model_pointer(frame, site, 0);
	int64_t room = model_integer(frame, site, 1);
	uint64_t position;
	int64_t size = 0;

	if (!find_position((FILE *)model_pointer(frame, site, 2), &position))
		return 0;
	while (size + 1 < room && path_is_on() &&
	       position + (uint64_t)size < input_standard_size()) {
		uint64_t at = position + (uint64_t)size++;
		bool is_end = input_standard_byte(at) == '\n';

		model_decide(frame,
			     term_binary(&path_terms, TERM_EQUAL, input_standard_term(at),
					 model_constant('\n', 8)),
			     is_end, 0);
		if (is_end)
			break;
	}
	store(to, position, (uint64_t)size);
	if (size)
		shadow_clear(to + size, 1);
	return 0;
}

void model_after_fgets(struct frame *frame, const struct call_site *site, const union word *result)
{
	FILE *file = (FILE *)model_pointer(frame, site, 2);
	const char *to = model_pointer(frame, site, 0);
	uint64_t position;

	if (find_position(file, &position))
		note_buffer(file);
	else if (result->p)
		shadow_clear(to, strlen(to) + 1);
}

uint32_t model_fread(struct frame *frame, const struct call_site *site)
{
	uint64_t size =
		(uint64_t)model_integer(frame, site, 1) * (uint64_t)model_integer(frame, site, 2);
	uint64_t position;

	if (find_position((FILE *)model_pointer(frame, site, 3), &position))
		store(model_pointer(frame, site, 0), position, size);
	return 0;
}

void model_after_fread(struct frame *frame, const struct call_site *site, const union word *result)
{
	FILE *file = (FILE *)model_pointer(frame, site, 3);
	int64_t size = model_integer(frame, site, 1);
	uint64_t position;

	if (find_position(file, &position)) {
		note_buffer(file);
		return;
	}
	shadow_clear(model_pointer(frame, site, 0), (size_t)size * (size_t)result->u);
	/* Of the next one some bytes may have been written, too. */
	if (size > 1 && result->i < model_integer(frame, site, 2))
		path_concretise();
}

/* Where the descriptor stands; below 0: it has something else than inputs. */
static off_t position_of(int64_t fd)
{
	off_t position;

	if (!input_standard_size())
		return -1;
	if (!input_is_standard((int)fd)) {
		if (fd == STDIN_FILENO)
			path_concretise();
		return -1;
	}
	position = lseek((int)fd, 0, SEEK_CUR);
	if (position < 0)
		path_concretise();
	return position;
}

uint32_t model_read(struct frame *frame, const struct call_site *site)
{
	off_t position = position_of(model_integer(frame, site, 0));
	int64_t size = model_integer(frame, site, 2);

	if (position >= 0)
		store(model_pointer(frame, site, 1), (uint64_t)position, (uint64_t)size);
	return 0;
}

void model_after_read(struct frame *frame, const struct call_site *site, const union word *result)
{
	if (position_of(model_integer(frame, site, 0)) < 0 && result->i > 0)
		shadow_clear(model_pointer(frame, site, 1), (size_t)result->u);
}

/* What is done to the standard streams by their numbers changes what the models believe of them. */
uint32_t model_descriptor(struct frame *frame, const struct call_site *site)
{
	for (uint32_t i = 0; i < site->nr_arguments; i++) {
		if (model_integer(frame, site, i) <= STDERR_FILENO)
			path_concretise();
	}
	return 0;
}
