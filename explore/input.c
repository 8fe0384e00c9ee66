/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/strv.h"
#include "common/vec.h"
#include "common/xalloc.h"
#include "explore/path.h"
#include "explore/shadow_memory.h"

struct input_source {
	const unsigned char *bytes; /* as they were at the start */
	uint64_t size;
	uint32_t first; /* the number of its first byte among the inputs */
	dev_t device;
	ino_t inode;
	bool is_standard;
};

static VEC(struct input_source) sources;
static uint32_t nr_of_arguments; /* inputs */

/* Returns the words of an environment variable. */
static char **split_variable(const char *name, char separator)
{
	const char *text = getenv(name);

	return strv_split(text ? text : "", separator);
}

/* Returns how many inputs arguments are. */
static uint32_t note_arguments(char **argv)
{
	_cleanup_strv_ char **kept = split_variable("REMT_EXPLORE_KEPT", ' ');
	uint32_t index = 0;

	for (unsigned i = 1; argv[0] && argv[i]; i++) {
		char number[16];

		snprintf(number, sizeof(number), "%u", i);
		if (strv_contains(kept, number))
			continue;
		for (char *at = argv[i]; *at && index < path_nr_inputs(); at++)
			shadow_store(at, 1, path_input(index++), (unsigned char)*at);
	}
	return index;
}

/* Reads the first SIZE bytes of FD, which stays where it is; returns how many these are. */
static uint64_t read_bytes(int fd, unsigned char *ret, uint64_t size)
{
	uint64_t done = 0;

	while (done < size) {
		ssize_t got = pread(fd, ret + done, (size_t)(size - done), (off_t)done);

		if (got == 0 || (got < 0 && errno != EINTR))
			break;
		done += got > 0 ? (uint64_t)got : 0;
	}
	return done;
}

/* Adds what FD has, from the input number *NEXT on. */
static void note_source(int fd, bool is_standard, uint32_t *next)
{
	struct stat st;
	uint64_t size = path_nr_inputs() - *next;
	unsigned char *bytes;

	if (!size || fstat(fd, &st) < 0 || !S_ISREG(st.st_mode) || st.st_size <= 0)
		return;
	if (size > (uint64_t)st.st_size)
		size = (uint64_t)st.st_size;
	bytes = xcalloc((size_t)size, 1);
	size = read_bytes(fd, bytes, size);
	vec_push(&sources, ((struct input_source){ .bytes = bytes,
						   .size = size,
						   .first = *next,
						   .device = st.st_dev,
						   .inode = st.st_ino,
						   .is_standard = is_standard }));
	*next += (uint32_t)size;
}

/* Adds the files that are named. */
static void note_files(uint32_t *next)
{
	_cleanup_strv_ char **names = split_variable("REMT_EXPLORE_FILES", '\n');

	for (char **name = names; *name; name++) {
		int fd = open(*name, O_RDONLY | O_CLOEXEC);

		if (fd < 0)
			continue;
		note_source(fd, false, next);
		close(fd);
	}
}

void input_note(char **argv)
{
	uint32_t next = note_arguments(argv);

	nr_of_arguments = next;
	note_source(STDIN_FILENO, true, &next);
	note_files(&next);
}

bool input_is_of_argument(uint32_t term)
{
	const struct term *row = term ? term_get(&path_terms, term) : NULL;

	return row && row->operation == TERM_INPUT && row->number < nr_of_arguments;
}

bool input_has_standard(void)
{
	return sources.count > 0 && sources.items[0].is_standard;
}

static const struct input_source *find_source(const struct stat *st)
{
	for (size_t i = 0; i < sources.count; i++) {
		if (sources.items[i].device == st->st_dev && sources.items[i].inode == st->st_ino)
			return &sources.items[i];
	}
	return NULL;
}

const struct input_source *input_source(int fd)
{
	struct stat st;

	return sources.count && fstat(fd, &st) == 0 ? find_source(&st) : NULL;
}

bool input_is_name(const char *name)
{
	struct stat st;

	return sources.count && name && stat(name, &st) == 0 && find_source(&st);
}

uint64_t input_size(const struct input_source *source)
{
	return source->size;
}

unsigned char input_byte(const struct input_source *source, uint64_t position)
{
	return source->bytes[position];
}

uint32_t input_term(const struct input_source *source, uint64_t position)
{
	return path_input(source->first + (uint32_t)position);
}
