/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/trace_record.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/strbuf.h"

enum { NR_DESCRIPTORS = 10, ENTRY_SIZE = 64, BLOCK = 16384 };

static void entry_path(char path[ENTRY_SIZE], pid_t pid, const char *name)
{
	snprintf(path, ENTRY_SIZE, "/proc/%d/%s", (int)pid, name);
}

/* Content of /proc/PID/NAME, of any size. */
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

/* Target of the link /proc/PID/NAME; "" if there is none. */
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

/* The strings of TEXT, each ended by NUL, without ADDITION. */
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

bool trace_record_ids(pid_t pid, pid_t *tgid, pid_t *parent)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };

	read_entry(pid, "status", &text);
	const char *tgid_line = strstr(strbuf_get(&text), "\nTgid:");
	const char *parent_line = strstr(strbuf_get(&text), "\nPPid:");

	if (!tgid_line || !parent_line)
		return false;
	*tgid = (pid_t)strtol(tgid_line + sizeof("\nTgid:") - 1, NULL, 10);
	*parent = (pid_t)strtol(parent_line + sizeof("\nPPid:") - 1, NULL, 10);
	return true;
}
