/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Takes names of files apart and joins them, as text. Links are looked at by path_resolve() only,
 * so "a/../b" is "b" even if a is a link.
 */
#include "common/path.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/strbuf.h"
#include "common/xalloc.h"

char *path_join(const char *directory, const char *name)
{
	if (name[0] == '/' || !directory[0])
		return xstrdup(name);

	size_t length = strlen(directory);
	const char *slash = directory[length - 1] == '/' ? "" : "/";
	return xasprintf("%s%s%s", directory, slash, name);
}

/*
 * Drops the last component of TEXT but never its first ROOT bytes. False: there is nothing to drop.
 */
static bool drop_component(struct strbuf *text, size_t root)
{
	if (text->length == root)
		return false;

	const char *last = memrchr(text->data + root, '/', text->length - root);
	const char *component = last ? last + 1 : text->data + root;
	if (strcmp(component, "..") == 0)
		return false;
	strbuf_truncate(text, last ? (size_t)(last - text->data) : root);
	return true;
}

char *path_normalise(const char *path)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };
	size_t root = path[0] == '/';

	if (root)
		strbuf_addc(&text, '/');
	while (*path) {
		size_t length = strcspn(path, "/");
		bool is_up = length == 2 && memcmp(path, "..", 2) == 0;

		if (length == 0 || (length == 1 && *path == '.')) {
			;
		} else if (is_up && (drop_component(&text, root) || root)) {
			; /* "/.." is "/" */
		} else {
			if (text.length > root)
				strbuf_addc(&text, '/');
			strbuf_add(&text, path, length);
		}
		path += length;
		path += *path == '/';
	}
	if (!text.length)
		strbuf_addc(&text, '.');
	return strbuf_take(&text);
}

char *path_absolute(const char *directory, const char *path)
{
	_cleanup_free_ char *joined = path_join(directory, path);

	return path_normalise(joined);
}

bool path_is_below(const char *root, const char *path)
{
	size_t length = strcmp(root, "/") == 0 ? 0 : strlen(root);

	return strncmp(root, path, length) == 0 && (path[length] == '/' || !path[length]);
}

char *path_below(const char *root, const char *path)
{
	if (!path_is_below(root, path))
		return NULL;
	path += strcmp(root, "/") == 0 ? 0 : strlen(root);
	return xstrdup(path[0] && path[1] ? path + 1 : ".");
}

bool path_ends_in(const char *path, const char *end)
{
	size_t length = strlen(path), tail = strlen(end);

	return length > tail && path[length - tail - 1] == '/' &&
	       strcmp(path + length - tail, end) == 0;
}

const char *path_basename(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

char *path_dirname(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		return xstrdup(".");
	return slash == path ? xstrdup("/") : xstrndup(path, (size_t)(slash - path));
}

struct error *path_working_directory(char **ret)
{
	char *directory = getcwd(NULL, 0);

	if (!directory)
		return error_errno(ERROR_UNUSABLE, errno, "finding the working directory");
	*ret = directory;
	return NULL;
}

struct error *path_resolve(const char *path, char **ret)
{
	char *resolved = realpath(path, NULL);

	if (!resolved)
		return error_errno(ERROR_UNUSABLE, errno, "resolving %s", path);
	*ret = resolved;
	return NULL;
}
