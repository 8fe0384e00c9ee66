/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/input.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "explore/path.h"
#include "explore/shadow_memory.h"

static struct {
	const unsigned char *bytes; /* of the file, mapped; it does not change */
	uint64_t size;
	uint32_t first; /* the number of its first byte among the inputs */
	dev_t device;
	ino_t inode;
} standard;

/* Returns how many inputs arguments are. */
static uint32_t note_arguments(char **argv)
{
	uint32_t index = 0;

	for (char **string = argv + 1; argv[0] && *string; string++) {
		for (char *at = *string; *at && index < path_nr_inputs(); at++)
			shadow_store(at, 1, path_input(index++), (unsigned char)*at);
	}
	return index;
}

static void note_standard(void)
{
	struct stat st;
	void *bytes;

	if (standard.first == path_nr_inputs() || fstat(STDIN_FILENO, &st) < 0 ||
	    !S_ISREG(st.st_mode) || st.st_size <= 0)
		return;
	bytes = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, STDIN_FILENO, 0);
	if (bytes == MAP_FAILED)
		return;
	standard.bytes = bytes;
	standard.size = path_nr_inputs() - standard.first;
	if (standard.size > (uint64_t)st.st_size)
		standard.size = (uint64_t)st.st_size;
	standard.device = st.st_dev;
	standard.inode = st.st_ino;
}

void input_note(char **argv)
{
	standard.first = note_arguments(argv);
	note_standard();
}

bool input_is_standard(int fd)
{
	struct stat st;

	return standard.bytes && fstat(fd, &st) == 0 && st.st_dev == standard.device &&
	       st.st_ino == standard.inode;
}

uint64_t input_standard_size(void)
{
	return standard.size;
}

unsigned char input_standard_byte(uint64_t position)
{
	return standard.bytes[position];
}

uint32_t input_standard_term(uint64_t position)
{
	return path_input(standard.first + (uint32_t)position);
}
