/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files by their names and numbers. Files that are inputs must stay as they are. */
#include "explore/model_file.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "common/vec.h"
#include "explore/input.h"
#include "explore/model_state.h"
#include "explore/shadow_memory.h"
#include "explore/unit.h"

/* True if NAME leads to a file of the kernel's, by whichever way: such files have the inputs in them. errno stays. */
static bool tells_of_process(const char *name)
{
	int kept = errno;
	struct statfs st;
	bool ret = name && (strncmp(name, "/proc", 5) == 0 ||
			    (statfs(name, &st) == 0 && st.f_type == PROC_SUPER_MAGIC));

	errno = kept;
	return ret;
}

uint32_t model_names(struct frame *frame, const struct call_site *site)
{
	for (uint32_t i = 0; i < site->nr_arguments; i++) {
		const struct ir_type *type = &site->unit->ir->types[site->arguments[i].type];

		shadow_pin(frame, site->arguments[i].slot);
		if (type->kind != REMT_IR_POINTER)
			continue;
		model_pin_text(frame, slot_of(frame, site->arguments[i].slot)->p);
		if (tells_of_process(slot_of(frame, site->arguments[i].slot)->p))
			path_concretise();
	}
	return 0;
}

/* The path does not know what the run writes into a file that it may read. */
static void note_writing(const char *name)
{
	if (input_is_name(name))
		path_concretise();
}

uint32_t model_fopen(struct frame *frame, const struct call_site *site)
{
	const char *mode = model_pointer(frame, site, 1);

	if (mode && strpbrk(mode, "wa+"))
		note_writing(model_pointer(frame, site, 0));
	return model_names(frame, site);
}

uint32_t model_open(struct frame *frame, const struct call_site *site)
{
	if ((model_integer(frame, site, 1) & O_ACCMODE) != O_RDONLY ||
	    model_integer(frame, site, 1) & O_TRUNC)
		note_writing(model_pointer(frame, site, 0));
	return model_names(frame, site);
}

/* What is told of a file is that of this run. */
uint32_t model_stat(struct frame *frame, const struct call_site *site)
{
	const char *name = model_pointer(frame, site, 0);

	model_pin_text(frame, name);
	if (tells_of_process(name))
		path_concretise();
	return model_nothing(frame, site);
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

/* ---- what the run itself has written */

static VEC(struct stat) written;

/* fstat() that leaves errno as it is; false: FD is no file. */
static bool look_at(int fd, struct stat *ret)
{
	int kept = errno;
	bool is_known = fstat(fd, ret) == 0;

	errno = kept;
	return is_known;
}

static bool is_same_file(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Notes that it is told how much was printed into the file of ST, if inputs make it more or less on this path. */
static void note_length(const struct stat *st)
{
	for (unsigned stream = 0; stream < 2; stream++) {
		struct stat printed;

		if (!path_is_as_long(stream) && look_at(STDOUT_FILENO + (int)stream, &printed) &&
		    is_same_file(st, &printed))
			path_concretise();
	}
}

void model_after_stat(struct frame *frame, const struct call_site *site, const union word *result)
{
	const char *st = model_pointer(frame, site, 1);

	if (result->i != 0)
		return;
	note_length((const struct stat *)st);
	shadow_clear(st, sizeof(struct stat));
}

uint32_t model_tell(struct frame *frame, const struct call_site *site)
{
	FILE *file = (FILE *)model_pointer(frame, site, 0);
	struct stat st;

	if (file && look_at(fileno(file), &st))
		note_length(&st);
	return 0;
}

bool file_is_written_alone(int fd)
{
	struct stat st;

	return fd > STDERR_FILENO && look_at(fd, &st) && S_ISREG(st.st_mode) &&
	       (fcntl(fd, F_GETFL) & O_ACCMODE) == O_WRONLY && !input_source(fd);
}

static bool is_written(const struct stat *st)
{
	for (size_t i = 0; i < written.count; i++) {
		if (is_same_file(&written.items[i], st))
			return true;
	}
	return false;
}

void file_note_written(int fd)
{
	struct stat st;

	if (look_at(fd, &st) && !is_written(&st))
		vec_push(&written, st);
}

bool file_was_written(int fd)
{
	struct stat st;

	return written.count && look_at(fd, &st) && is_written(&st);
}
