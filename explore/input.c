/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/input.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
static bool is_noted;
static bool is_asked_early;  /* for a variable, before it was known as an input */
static uint32_t nr_of_texts; /* inputs of arguments, variables and literals */

/* Returns the words of an environment variable. */
static char **split_variable(const char *name, char separator)
{
	const char *text = getenv(name);

	return strv_split(text ? text : "", separator);
}

/* Notes that the bytes of TEXT are inputs, from the input number *NEXT on. */
static void note_text(const char *text, uint32_t *next)
{
	for (; *text && *next < path_nr_inputs(); text++)
		shadow_store(text, 1, path_input((*next)++), (unsigned char)*text);
}

static void note_arguments(char **argv, uint32_t *next)
{
	_cleanup_strv_ char **kept = split_variable("REMT_EXPLORE_KEPT", ' ');

	for (unsigned i = 1; argv[0] && argv[i]; i++) {
		char number[16];

		snprintf(number, sizeof(number), "%u", i);
		if (strv_contains(kept, number))
			continue;
		note_text(argv[i], next);
	}
}

char *input_variable(const char *name, size_t length)
{
	for (char **entry = environ; entry && *entry; entry++) {
		if (strncmp(*entry, name, length) == 0 && (*entry)[length] == '=')
			return *entry + length + 1;
	}
	return NULL;
}

/* Returns the value of the variable of WORD, which has its name and its LENGTH; NULL: it is not there, or another one. */
static const char *find_value(const char *word, size_t *length)
{
	size_t name_length = strcspn(word, "=");
	const char *value = input_variable(word, name_length);

	*length = word[name_length] ? strtoul(word + name_length + 1, NULL, 10) : 0;
	return value && strlen(value) == *length ? value : NULL;
}

bool input_variables_are_whole(void)
{
	_cleanup_strv_ char **words = split_variable("REMT_EXPLORE_VARIABLES", ' ');
	bool ret = !is_asked_early;
	size_t length;

	for (char **word = words; *word && ret; word++)
		ret = !**word || find_value(*word, &length);
	return ret;
}

static void note_variable(const char *word, uint32_t *next)
{
	uint32_t nr_left = path_nr_inputs() - *next;
	size_t length;
	const char *value = find_value(word, &length);

	if (value) {
		note_text(value, next);
		return;
	}
	/* What came before the program made something else of it. */
	path_concretise();
	*next += length < nr_left ? (uint32_t)length : nr_left;
}

static void note_variables(uint32_t *next)
{
	_cleanup_strv_ char **words = split_variable("REMT_EXPLORE_VARIABLES", ' ');

	for (char **word = words; *word; word++) {
		if (**word)
			note_variable(*word, next);
	}
	if (is_asked_early)
		path_concretise();
	is_noted = true;
}

char *input_literal(const char *word, size_t *length)
{
	char *end;
	uint64_t address = strtoull(word, &end, 16);

	*length = *end == '=' ? strtoul(end + 1, NULL, 10) : 0;
	/* The program comes first. */
	return (char *)(_r_debug.r_map->l_addr + address);
}

/* Whoever named the literals has seen that they lie in the program's memory. */
static void note_literals(uint32_t *next)
{
	_cleanup_strv_ char **words = split_variable("REMT_EXPLORE_LITERALS", ' ');
	size_t length;

	for (char **word = words; *word; word++) {
		if (**word)
			note_text(input_literal(*word, &length), next);
	}
}

/* True if the variable NAME, of LENGTH bytes, is an input. */
static bool is_input(const char *name, size_t length)
{
	static const char list[] = "REMT_EXPLORE_VARIABLES";
	const char *at = input_variable(list, sizeof(list) - 1);

	for (; at && *(at += strspn(at, " ")); at += strcspn(at, " ")) {
		if (strncmp(at, name, length) == 0 && at[length] == '=')
			return true;
	}
	return false;
}

/*
 * Takes the place of the C library's, and does what that does: what a library asks for before the program begins has
 * no terms, and the path has to say so.
 */
__attribute__((visibility("default"))) char *getenv(const char *name)
{
	size_t length = strlen(name);

	if (!length)
		return NULL;
	if (!is_noted && is_input(name, length))
		is_asked_early = true;
	return input_variable(name, length);
}

__attribute__((visibility("default"))) char *secure_getenv(const char *name)
{
	/* What runs with more powers than its user preloads nothing. */
	return getenv(name);
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
	uint32_t next = 0;

	note_arguments(argv, &next);
	note_variables(&next);
	note_literals(&next);
	nr_of_texts = next;
	note_source(STDIN_FILENO, true, &next);
	note_files(&next);
}

bool input_is_of_text(uint32_t term)
{
	const struct term *row = term ? term_get(&path_terms, term) : NULL;

	return row && row->operation == TERM_INPUT && row->number < nr_of_texts;
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
	int kept = errno;
	struct stat st;
	bool is_known = sources.count && fstat(fd, &st) == 0;

	errno = kept;
	return is_known ? find_source(&st) : NULL;
}

bool input_is_name(const char *name)
{
	int kept = errno;
	struct stat st;
	bool is_known = sources.count && name && stat(name, &st) == 0;

	errno = kept;
	return is_known && find_source(&st);
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
