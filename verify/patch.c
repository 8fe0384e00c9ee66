/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "verify/patch.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/strbuf.h"

/*
 * Returns the byte offset of a place; SIZE_MAX if the text has no such place. The end of a line is
 * a place.
 */
static size_t find_offset(const char *text, size_t size, uint32_t line, uint32_t column)
{
	size_t at = 0;
	const char *end;

	for (uint32_t n = 1; n < line; n++) {
		end = memchr(text + at, '\n', size - at);
		if (!end)
			return SIZE_MAX;
		at = (size_t)(end + 1 - text);
	}
	end = memchr(text + at, '\n', size - at);
	if (!line || !column || column - 1 > (end ? (size_t)(end - text) : size) - at)
		return SIZE_MAX;
	return at + column - 1;
}

static size_t count_lines(const char *text, size_t size)
{
	size_t nr = 0;

	for (size_t i = 0; i < size; i++)
		nr += text[i] == '\n';
	return nr;
}

struct error *verify_patch_text(const char *text, size_t size, const struct verify_mutant *mutant,
				char **ret, size_t *ret_size)
{
	size_t from = find_offset(text, size, mutant->line, mutant->column);
	size_t to = find_offset(text, size, mutant->end_line, mutant->end_column);
	struct strbuf patched = { 0 };

	if (from == SIZE_MAX || to == SIZE_MAX || to < from)
		return error_create(ERROR_UNUSABLE, "%s has no range %u:%u-%u:%u", mutant->file,
				    mutant->line, mutant->column, mutant->end_line,
				    mutant->end_column);
	strbuf_add(&patched, text, from);
	strbuf_adds(&patched, mutant->replacement);
	/* What follows keeps its lines, which assertions print. */
	for (size_t nr = count_lines(mutant->replacement, strlen(mutant->replacement)),
		    wanted = count_lines(text + from, to - from);
	     nr < wanted; nr++)
		strbuf_addc(&patched, '\n');
	strbuf_add(&patched, text + to, size - to);
	*ret_size = patched.length;
	*ret = strbuf_take(&patched);
	return NULL;
}

struct error *verify_patch_write(const char *path, const void *data, size_t size)
{
	_cleanup_close_ int fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);

	if (fd < 0 || !fs_write_all(fd, data, size))
		return error_errno(ERROR_INTERNAL, errno, "cannot write %s", path);
	return NULL;
}
