/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reading from standard input and other files whose bytes are inputs. What is read is told before it
 * is read: where it is read from is known.
 */
#include "explore/model_state.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "explore/input.h"
#include "explore/model_file.h"
#include "explore/shadow_memory.h"

/* A place among the inputs. */
struct place {
	const struct input_source *source;
	uint64_t position;
};

/*
 * Returns the source that FD reads; NULL: it has something else than inputs. Where standard input does
 * not have them any more, the path says so.
 */
static const struct input_source *find_source(int fd, bool is_standard)
{
	const struct input_source *source = input_source(fd);

	if (!source && ((is_standard && input_has_standard()) || file_was_written(fd)))
		path_concretise();
	return source;
}

/* The place at OFFSET of SOURCE, which may be NULL; false: there is none, or it can't be told. */
static bool set_place(const struct input_source *source, off_t offset, struct place *ret)
{
	*ret = (struct place){ source, (uint64_t)offset };
	if (source && offset < 0)
		path_concretise();
	return source && offset >= 0;
}

/* Where a stream that reads the inputs stands; false: FILE reads something else. */
static bool find_position(FILE *file, struct place *ret)
{
	const struct input_source *source = file ? find_source(fileno(file), file == stdin) : NULL;

	return set_place(source, source ? ftello(file) : 0, ret);
}

/* True if there is an input at PLACE, and not the end. */
static bool has_input(const struct place *place)
{
	return place->position < input_size(place->source);
}

static uint32_t term_at(const struct place *place)
{
	return input_term(place->source, place->position);
}

static uint32_t read_byte(FILE *file)
{
	struct place place;

	if (!find_position(file, &place) || !has_input(&place))
		return 0;
	return term_extend(&path_terms, term_at(&place), 64, false);
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

/* True if BYTE, whose term is TERM or 0, is what was read in front of PLACE. */
static bool is_what_was_read(unsigned char byte, uint32_t term, struct place place)
{
	if (!place.position || place.position > input_size(place.source))
		return false;
	place.position--;
	return term == term_at(&place) && byte == input_byte(place.source, place.position);
}

/* What is put back has to be what was read. */
uint32_t model_ungetc(struct frame *frame, const struct call_site *site)
{
	uint32_t slot = site->arguments[0].slot;
	uint32_t term = shadow_of(frame, slot);
	int64_t byte = slot_of(frame, slot)->i;
	uint32_t low = term ? term_extract(&path_terms, term, 0, 8) : 0;
	struct place place;

	if (term)
		model_decide(frame,
			     term_binary(&path_terms, TERM_EQUAL, term,
					 model_constant((uint64_t)EOF, 64)),
			     byte == EOF, 0);
	if (byte == EOF)
		return 0;
	if (!find_position((FILE *)model_pointer(frame, site, 1), &place)) {
		if (term)
			path_concretise();
	} else if (!is_what_was_read((unsigned char)byte, low, place)) {
		path_concretise();
	}
	return low ? term_extend(&path_terms, low, 64, false) : 0;
}

/* Notes that SIZE bytes of the input go to TO. */
static void store(const char *to, struct place place, uint64_t size)
{
	for (uint64_t i = 0; i < size && has_input(&place); i++, place.position++)
		shadow_store(to + i, 1, term_at(&place), input_byte(place.source, place.position));
}

/* The end of the buffer that was noted last. */
static struct {
	const char *address;
	struct place place;
} noted_end;

/* The macros that read without a lock take bytes out of the stream's buffer. */
static void note_buffer(FILE *file)
{
	struct place place, at_end;
	uint64_t size;

	if (!find_position(file, &place))
		return;
	size = (uint64_t)(file->_IO_read_end - file->_IO_read_ptr);
	at_end = (struct place){ place.source, place.position + size };
	if (noted_end.address == file->_IO_read_end && noted_end.place.source == at_end.source &&
	    noted_end.place.position == at_end.position)
		return;
	noted_end.address = file->_IO_read_end;
	noted_end.place = at_end;
	store(file->_IO_read_ptr, place, size);
}

/* Other bytes, or another buffer, may get the place of what was noted. */
uint32_t model_reposition(struct frame *frame, const struct call_site *site)
{
	noted_end.address = NULL;
	return model_nothing(frame, site);
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

/* Returns how many bytes a line from START on has, up to LIMIT, with its END; the path decides it. */
static int64_t decide_line(const struct frame *frame, struct place start, int64_t limit, char end)
{
	int64_t size = 0;

	for (struct place place = start; size < limit && path_is_on() && has_input(&place);
	     place.position++) {
		bool is_end = input_byte(place.source, place.position) == (unsigned char)end;

		size++;
		model_decide(frame,
			     term_binary(&path_terms, TERM_EQUAL, term_at(&place),
					 model_constant((unsigned char)end, 8)),
			     is_end, 0);
		if (is_end)
			break;
	}
	return size;
}

/* Notes the line of SIZE bytes that goes to TO, and the NUL behind it. */
static void store_line(const char *to, struct place start, int64_t size)
{
	store(to, start, (uint64_t)size);
	if (size)
		shadow_clear(to + size, 1);
}

/* Lines that fgets() reads, whose arguments from ROOM on are the room and the file. */
static void tell_fgets(const struct frame *frame, const struct call_site *site, uint32_t room)
{
	int64_t limit = model_integer(frame, site, room) - 1;
	struct place start;

	if (find_position((FILE *)model_pointer(frame, site, room + 1), &start))
		store_line(model_pointer(frame, site, 0), start,
			   decide_line(frame, start, limit, '\n'));
}

static void check_fgets(const struct frame *frame, const struct call_site *site, uint32_t room,
			const union word *result)
{
	FILE *file = (FILE *)model_pointer(frame, site, room + 1);
	const char *to = model_pointer(frame, site, 0);
	struct place place;

	if (find_position(file, &place))
		note_buffer(file);
	else if (result->p)
		shadow_clear(to, strlen(to) + 1);
}

uint32_t model_fgets(struct frame *frame, const struct call_site *site)
{
	tell_fgets(frame, site, 1);
	return 0;
}

void model_after_fgets(struct frame *frame, const struct call_site *site, const union word *result)
{
	check_fgets(frame, site, 1, result);
}

/* With the size of the memory in front of the room. */
uint32_t model_fgets_chk(struct frame *frame, const struct call_site *site)
{
	tell_fgets(frame, site, 2);
	return 0;
}

void model_after_fgets_chk(struct frame *frame, const struct call_site *site,
			   const union word *result)
{
	check_fgets(frame, site, 2, result);
}

/* The line that is being read into memory that the function chooses. */
static struct {
	struct place start;
	int64_t size; /* -1: it has no inputs */
} line;

static void tell_line(const struct frame *frame, FILE *file, char end)
{
	line.size = -1;
	if (find_position(file, &line.start))
		line.size = decide_line(frame, line.start, INT64_MAX, end);
}

static void check_line(const struct frame *frame, const struct call_site *site, FILE *file,
		       const union word *result)
{
	const char *const *memory = (const char *const *)model_pointer(frame, site, 0);

	if (!memory || result->i < 0)
		return;
	shadow_clear(memory, sizeof(*memory));
	shadow_clear(model_pointer(frame, site, 1), sizeof(size_t));
	if (line.size != result->i) {
		if (line.size >= 0)
			path_concretise();
		shadow_clear(*memory, (size_t)result->u + 1);
		return;
	}
	store_line(*memory, line.start, line.size);
	note_buffer(file);
}

uint32_t model_getline(struct frame *frame, const struct call_site *site)
{
	tell_line(frame, (FILE *)model_pointer(frame, site, 2), '\n');
	return 0;
}

void model_after_getline(struct frame *frame, const struct call_site *site,
			 const union word *result)
{
	check_line(frame, site, (FILE *)model_pointer(frame, site, 2), result);
}

uint32_t model_getdelim(struct frame *frame, const struct call_site *site)
{
	tell_line(frame, (FILE *)model_pointer(frame, site, 3),
		  (char)model_integer(frame, site, 2));
	return 0;
}

void model_after_getdelim(struct frame *frame, const struct call_site *site,
			  const union word *result)
{
	check_line(frame, site, (FILE *)model_pointer(frame, site, 3), result);
}

uint32_t model_fread(struct frame *frame, const struct call_site *site)
{
	uint64_t size =
		(uint64_t)model_integer(frame, site, 1) * (uint64_t)model_integer(frame, site, 2);
	struct place place;

	if (find_position((FILE *)model_pointer(frame, site, 3), &place))
		store(model_pointer(frame, site, 0), place, size);
	return 0;
}

void model_after_fread(struct frame *frame, const struct call_site *site, const union word *result)
{
	FILE *file = (FILE *)model_pointer(frame, site, 3);
	int64_t size = model_integer(frame, site, 1);
	struct place place;

	if (find_position(file, &place)) {
		note_buffer(file);
		return;
	}
	shadow_clear(model_pointer(frame, site, 0), (size_t)size * (size_t)result->u);
	/* Of the next one some bytes may have been written, too. */
	if (size > 1 && result->i < model_integer(frame, site, 2))
		path_concretise();
}

/* Where the descriptor stands; false: it has something else than inputs. */
static bool find_offset(int64_t fd, struct place *ret)
{
	const struct input_source *source = find_source((int)fd, fd == STDIN_FILENO);

	return set_place(source, source ? lseek((int)fd, 0, SEEK_CUR) : 0, ret);
}

uint32_t model_read(struct frame *frame, const struct call_site *site)
{
	int64_t size = model_integer(frame, site, 2);
	struct place place;

	if (find_offset(model_integer(frame, site, 0), &place))
		store(model_pointer(frame, site, 1), place, (uint64_t)size);
	return 0;
}

void model_after_read(struct frame *frame, const struct call_site *site, const union word *result)
{
	struct place place;

	if (!find_offset(model_integer(frame, site, 0), &place) && result->i > 0)
		shadow_clear(model_pointer(frame, site, 1), (size_t)result->u);
}
