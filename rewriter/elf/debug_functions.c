/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the functions of stripped binaries: by the symbols that the library for DWARF finds, and by
 * the frames of .eh_frame.
 */
#include "rewriter/elf/debug.h"
#include "rewriter/elf/debug_text.h"
#include "rewriter/elf/elf_copy.h"
#include "sites/frames.h"

static bool take_frame(void *arg, const struct eh_frame *frame)
{
	FILE *out = arg;

	if (frame->is_understood && frame->size)
		debug_write_function(out, frame->begin, frame->size, NULL);
	return true;
}

struct error *debug_read_functions(const char *path, FILE *out)
{
	struct elf_copy copy;
	struct error *err = debug_read_symbols(path, out);

	if (!err)
		err = elf_copy_open(path, &copy);
	if (err)
		return err;
	/* The frames before the damage have been written, and may be enough. */
	error_destroy(frames_each(copy.elf, path, take_frame, out));
	elf_copy_close(&copy);
	return NULL;
}
