/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads /proc/PID/{exe,cmdline,environ,cwd,fd,maps}, or infers the same from the options. */
#include "runner/trace/trace_record.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/path.h"
#include "common/strbuf.h"
#include "common/strv.h"
#include "common/xalloc.h"

enum { NR_DESCRIPTORS = 10, ENTRY_SIZE = 64, BLOCK = 16384 };

static void entry_path(char path[ENTRY_SIZE], pid_t pid, const char *name)
{
	snprintf(path, ENTRY_SIZE, "/proc/%d/%s", (int)pid, name);
}

static void read_entry(pid_t pid, const char *name, struct strbuf *ret)
{
	char path[ENTRY_SIZE];

	entry_path(path, pid, name);
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	for (;;) {
		strbuf_reserve(ret, BLOCK);
		ssize_t n = read(fd, ret->data + ret->length, BLOCK);

		if (n <= 0)
			break;
		ret->length += (size_t)n;
	}
	ret->data[ret->length] = '\0';
}

/* Returns the target of the link /proc/PID/NAME; "": none. */
static char *read_link(pid_t pid, const char *name, struct intern *memory)
{
	char path[ENTRY_SIZE], target[PATH_MAX + 1];

	entry_path(path, pid, name);
	ssize_t n = readlink(path, target, PATH_MAX);

	target[n < 0 ? 0 : n] = '\0';
	return intern_string(memory, target);
}

static char **read_vector(pid_t pid, const char *name, struct intern *memory)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };

	read_entry(pid, name, &text);
	return intern_vector(memory, strbuf_get(&text), text.length);
}

/* Takes ADDITION back from TEXT, strings ended by NUL. */
static void take_back(struct strbuf *text, const struct trace_addition *addition)
{
	_cleanup_strbuf_ struct strbuf old = *text;

	*text = (struct strbuf){ 0 };
	for (size_t i = 0; i < old.length; i += strlen(old.data + i) + 1) {
		const char *item = old.data + i;

		if (strcmp(item, addition->added) == 0)
			item = addition->original;
		if (item)
			strbuf_add(text, item, strlen(item) + 1);
	}
}

static char **read_environment(pid_t pid, const struct trace_addition *addition,
			       struct intern *memory)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };

	read_entry(pid, "environ", &text);
	take_back(&text, addition);
	return intern_vector(memory, strbuf_get(&text), text.length);
}

static unsigned read_descriptors(pid_t pid)
{
	unsigned set = 0;

	for (unsigned n = 0; n < NR_DESCRIPTORS; n++) {
		char path[ENTRY_SIZE], target[1];

		snprintf(path, sizeof(path), "/proc/%d/fd/%u", (int)pid, n);
		if (readlink(path, target, sizeof(target)) >= 0)
			set |= 1u << n;
	}
	return set;
}

void trace_record_read(struct trace_exec *ret, pid_t pid, const struct trace_addition *addition,
		       struct intern *memory)
{
	ret->path = read_link(pid, "exe", memory);
	ret->argv = read_vector(pid, "cmdline", memory);
	ret->environ = read_environment(pid, addition, memory);
	ret->directory = read_link(pid, "cwd", memory);
	ret->input = read_link(pid, "fd/0", memory);
	ret->descriptors = read_descriptors(pid);
}

static char **intern_words(char *const *words, struct intern *memory)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };

	for (; *words; words++)
		strbuf_add(&text, *words, strlen(*words) + 1);
	return intern_vector(memory, strbuf_get(&text), text.length);
}

/*
 * Returns the file that execvp() takes for NAME in DIRECTORY, or NAME itself. Owned by the caller.
 */
static char *find_program(const char *name, const char *directory, char *const *env)
{
	const char *path = strv_env_get(env, "PATH");

	if (strchr(name, '/') || !path)
		return path_absolute(directory, name);
	_cleanup_strv_ char **folders = strv_split(path, ':');

	for (char **folder = folders; *folder; folder++) {
		_cleanup_free_ char *file = path_join(**folder ? *folder : ".", name);
		_cleanup_free_ char *absolute = path_absolute(directory, file);

		if (access(absolute, X_OK) == 0)
			return TAKE(absolute);
	}
	return xstrdup(name);
}

void trace_record_guess(struct trace_exec *ret, const struct trace_opts *opts,
			struct intern *memory)
{
	_cleanup_free_ char *directory = realpath(opts->directory ? opts->directory : ".", NULL);
	_cleanup_free_ char *program =
		find_program(opts->argv[0], directory ? directory : "/", opts->environ);
	_cleanup_free_ char *resolved = realpath(program, NULL);

	ret->path = intern_string(memory, resolved ? resolved : program);
	ret->argv = intern_words(opts->argv, memory);
	ret->environ = intern_words(opts->environ, memory);
	ret->directory = intern_string(memory, directory ? directory : "/");
	ret->input = intern_string(memory, opts->input_path ? opts->input_path : "/dev/null");
	ret->descriptors = 1u << 0 | 1u << 1 | 1u << 2;
}

/* True if TEXT, strings ended by NUL, contains ITEM. */
static bool has_item(const struct strbuf *text, const char *item)
{
	for (size_t i = 0; i < text->length; i += strlen(text->data + i) + 1)
		if (strcmp(text->data + i, item) == 0)
			return true;
	return false;
}

/* The kernel writes a line feed in a path as "\\012", and these characters themselves likewise. */
static void restore_line_feeds(char *path)
{
	static const char written[] = "\\012";
	char *to = path;

	for (const char *at = path; *at;) {
		bool is_one = strncmp(at, written, strlen(written)) == 0;

		*to++ = is_one ? '\n' : *at;
		at += is_one ? strlen(written) : 1;
	}
	*to = '\0';
}

char **trace_record_mapped(pid_t pid, const struct trace_opts *opts, struct intern *memory)
{
	enum { EXECUTABLE_AT = 2 /* in "rwxp" */ };
	_cleanup_strbuf_ struct strbuf maps = { 0 }, found = { 0 };
	char *line, *next = NULL;

	read_entry(pid, "maps", &maps);
	/* "7f12a000-7f12c000 r-xp 00001000 08:01 131   /usr/lib/libc.so.6" */
	for (line = maps.length ? strtok_r(maps.data, "\n", &next) : NULL; line;
	     line = strtok_r(NULL, "\n", &next)) {
		const char *access = strchr(line, ' ');
		char *path = strchr(line, '/');

		if (!access || !path)
			continue;
		restore_line_feeds(path);
		if (has_item(&found, path))
			continue;
		if (opts->watches(opts->watches_arg, path, access[1 + EXECUTABLE_AT] == 'x'))
			strbuf_add(&found, path, strlen(path) + 1);
	}
	return found.length ? intern_vector(memory, found.data, found.length) : NULL;
}
