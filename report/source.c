/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Indexes the lines of a source twice, by LF and by the line ends of the report formats, and
 * decodes UTF-8. Decoding accepts the well-formed sequences of the Unicode standard (table 3-7)
 * and nothing else; no other encoding is known.
 */
#include "report/source.h"

#include <string.h>
#include <sys/stat.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/hash.h"
#include "common/path.h"
#include "common/utf8.h"
#include "common/vec.h"
#include "common/xalloc.h"

/*
 * Returns the length of the line end at OFFSET, as report formats understand line ends; 0: there is
 * none.
 */
static size_t line_break(const struct source *source, size_t offset, size_t length, uint32_t c)
{
	if (c == '\r' && offset + 1 < source->size && source->text[offset + 1] == '\n')
		return 2;
	return c == '\n' || c == '\r' || c == 0x2028 || c == 0x2029 ? length : 0;
}

static void source_index(struct source *source)
{
	VEC(size_t) lines = { 0 }, breaks = { 0 };
	size_t length, end;
	uint32_t c;

	vec_push(&lines, 0);
	vec_push(&breaks, 0);
	for (size_t i = 0; i < source->size; i += length) {
		length = utf8_decode(source->text + i, source->size - i, &c);
		end = line_break(source, i, length, c);
		if (end) {
			length = end;
			vec_push(&breaks, i + end);
			if (source->text[i + end - 1] == '\n')
				vec_push(&lines, i + end);
		}
	}
	source->lines = lines.items;
	source->nr_lines = lines.count;
	source->breaks = breaks.items;
	source->nr_breaks = breaks.count;
}

/* Fills SOURCE and takes over TEXT. */
static void source_init_take(struct source *source, char *text, size_t size)
{
	*source = (struct source){ .text = text, .size = size, .hash = hash_bytes(text, size) };
	source_index(source);
}

void source_init(struct source *source, const char *text, size_t size)
{
	char *copy = xmalloc(size + 1);

	memcpy(copy, text, size);
	copy[size] = '\0';
	source_init_take(source, copy, size);
}

struct error *source_read(const char *root, const char *path, struct source *ret)
{
	_cleanup_free_ char *full = path_join(root, path);
	char *text;
	size_t size;
	struct stat status;
	struct error *err;

	/* Debug information may name anything as a source. */
	if (stat(full, &status) == 0 && !S_ISREG(status.st_mode))
		return error_create(ERROR_UNUSABLE, "%s is no file", full);
	err = fs_read_file(full, &text, &size);
	if (err)
		return err;
	source_init_take(ret, text, size);
	return NULL;
}

void source_deinit(struct source *source)
{
	free(source->text);
	free(source->lines);
	free(source->breaks);
	*source = (struct source){ 0 };
}

bool source_find(const struct source *source, uint32_t line, uint32_t column, size_t *ret)
{
	size_t end, offset;

	if (line == 0 || line > source->nr_lines || column == 0)
		return false;
	end = line < source->nr_lines ? source->lines[line] : source->size + 1;
	offset = source->lines[line - 1] + (column - 1);
	if (offset >= end)
		return false;
	*ret = offset;
	return true;
}

struct source_position source_position(const struct source *source, size_t offset)
{
	size_t low = 0, high = source->nr_breaks, length, column = 1;
	uint32_t c;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (source->breaks[middle] <= offset)
			low = middle;
		else
			high = middle;
	}
	for (size_t i = source->breaks[low]; i < offset; i += length) {
		length = utf8_decode(source->text + i, source->size - i, &c);
		column += c > 0xffff ? 2 : 1;
	}
	return (struct source_position){ .line = low + 1, .column = column };
}
