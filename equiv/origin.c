/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "equiv/origin.h"

#include <ctype.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/path.h"
#include "common/xalloc.h"

/* Returns the first character of the name in a marker, LINE, which ends at END; NULL: LINE is no marker. */
static const char *marker_name(const char *line, const char *end)
{
	if (end - line < 5 || line[0] != '#' || line[1] != ' ' || !isdigit((unsigned char)line[2]))
		return NULL;
	for (line += 2; line < end && isdigit((unsigned char)*line);)
		line++;
	return end - line > 2 && line[0] == ' ' && line[1] == '"' ? line + 2 : NULL;
}

static bool is_path(const char *name, const char *end, const char *directory, const char *path)
{
	const char *quote = memchr(name, '"', (size_t)(end - name));
	_cleanup_free_ char *text = xstrndup(name, (size_t)((quote ? quote : end) - name));
	_cleanup_free_ char *found = path_absolute(directory, text),
			    *wanted = path_absolute(directory, path);

	return strchr(text, '\\') || !quote || strcmp(found, wanted) == 0;
}

static bool is_blank(const char *line, const char *end)
{
	while (line < end && isspace((unsigned char)*line))
		line++;
	return line == end;
}

bool equiv_origin_has_text(const char *text, size_t size, const char *directory, const char *path)
{
	const char *end = text + size, *next;
	bool is_of_path = false;

	for (const char *line = text; line < end; line = next) {
		const char *stop = memchr(line, '\n', (size_t)(end - line));
		const char *name;

		if (!stop)
			stop = end;
		next = stop < end ? stop + 1 : end;
		name = marker_name(line, stop);
		if (name)
			is_of_path = is_path(name, stop, directory, path);
		else if (is_of_path && !is_blank(line, stop) && line[0] != '#')
			return true;
	}
	return false;
}
