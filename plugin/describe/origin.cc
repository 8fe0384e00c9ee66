/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds own directories in strings (origin.h): at each slash the longest match of a directory, on
 * whole names. Symbolic links are not resolved: what counts is how the compiler was told the paths.
 */
#include "plugin/describe/origin.h"

#include "toplev.h"

/*
 * A directory, and the names that may follow it: REST is "" or "/name/name". Neither ends in a
 * slash.
 */
struct directory {
	char *path;
	const char *rest;
};

static auto_vec<directory> *directories;

/* A string as characters of WIDTH bytes. */
struct characters {
	const char *bytes;
	size_t length; /* number of characters, not of bytes */
	unsigned width;
};

/* Returns a character. Wide ones have the target's byte order, which is the host's. */
static unsigned long character(const characters &s, size_t at)
{
	unsigned long c = 0;

	if (at < s.length)
		memcpy(&c, s.bytes + at * s.width, s.width);
	return c;
}

/* Returns PATH as seen from BASE, without "." and ".."; "" is the root. */
static char *make_absolute(const char *base, const char *path)
{
	char *joined = *path == '/' ? xstrdup(path) : concat(base, "/", path, NULL), *to = joined;

	for (const char *from = joined; *from;) {
		from += strspn(from, "/");
		size_t length = strcspn(from, "/");

		if (length == 2 && !strncmp(from, "..", 2)) {
			while (to > joined && *--to != '/')
				;
		} else if (length && !(length == 1 && *from == '.')) {
			*to++ = '/';
			memmove(to, from, length);
			to += length;
		}
		from += length;
	}
	*to = 0;
	return joined;
}

/* Returns the length of the longest directory with which both paths begin; 0 is the root. */
static size_t common_length(const char *a, const char *b)
{
	size_t common = 0;

	for (size_t i = 0;; i++) {
		if ((!a[i] || a[i] == '/') && (!b[i] || b[i] == '/'))
			common = i;
		if (a[i] != b[i] || !a[i])
			return common;
	}
}

static void add_directory(const char *path, size_t length, const char *rest)
{
	if (length)
		directories->safe_push({ xstrndup(path, length), rest });
}

static void find_directories(void)
{
	char *build = make_absolute("", get_src_pwd());
	char *source = make_absolute(build, main_input_filename);

	if (*source)
		*strrchr(source, '/') = 0;
	size_t common = common_length(build, source);

	directories = new auto_vec<directory>;
	if (!common) {
		add_directory(build, strlen(build), "");
		add_directory(source, strlen(source), "");
		return;
	}
	add_directory(build, common, "");
	if (build[common] && source[common]) {
		add_directory(build, common, build + common);
		add_directory(source, common, source + common);
	}
}

static bool can_continue_name(unsigned long c)
{
	return c >= 0x80 || ISALNUM(c) || (c && strchr("_-.+~", c));
}

/* True if S has the LENGTH characters of TEXT at AT and the last name ends there. */
static bool has_names(const characters &s, size_t at, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (at + i >= s.length || character(s, at + i) != (unsigned char)text[i])
			return false;
	return !can_continue_name(character(s, at + length));
}

/* Number of names in a path that begins with a slash. */
static unsigned count_names(const char *path)
{
	unsigned n = 0;

	for (; *path; path++)
		n += *path == '/';
	return n;
}

/*
 * Returns how many characters of S at AT name D with as much of its rest as follows; 0: S does not
 * name D there. LEVELS gets how many names of the rest do not follow.
 */
static size_t take(const characters &s, size_t at, const directory &d, unsigned *levels)
{
	size_t length = strlen(d.path);
	const char *rest = d.rest;

	if (!has_names(s, at, d.path, length))
		return 0;
	while (*rest) {
		size_t name = 1 + strcspn(rest + 1, "/");

		if (!has_names(s, at + length, rest, name))
			break;
		length += name;
		rest += name;
	}
	*levels = count_names(rest);
	return length;
}

/*
 * Finds the directory with the longest match at AT, the first one of several. Returns the match's
 * length; 0: none.
 */
static size_t take_longest(const characters &s, size_t at, origin *ret)
{
	size_t longest = 0;

	for (unsigned i = 0; i < directories->length(); i++) {
		unsigned levels;
		size_t length = take(s, at, (*directories)[i], &levels);

		if (length > longest) {
			longest = length;
			ret->directory = i;
			ret->levels = levels;
		}
	}
	return longest;
}

bool origin_find(const char *bytes, size_t length, unsigned width, size_t from, origin *ret)
{
	characters s = { bytes, length / width, width };

	if (!directories)
		find_directories();
	for (size_t at = from / width; at < s.length; at++) {
		if (character(s, at) != '/')
			continue;
		size_t taken = take_longest(s, at, ret);

		if (taken) {
			ret->first = at * width;
			ret->end = (at + taken) * width;
			return true;
		}
	}
	return false;
}
