/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compares the memory of a process with a subject. Where the program lies is told by
 * /proc/PID/auxv.
 */
#include "runner/trace/loaded.h"

#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/stamp.h"
#include "common/xalloc.h"
#include "runner/sandbox/process.h"

enum { ENTRY_SIZE = 64, MAX_VECTOR = 64 };

/* What the kernel tells a program at its start. */
struct start {
	uint64_t headers, nr_headers, entry;
};

static bool read_start(pid_t pid, struct start *ret)
{
	char path[ENTRY_SIZE];
	Elf64_auxv_t vector[MAX_VECTOR];

	snprintf(path, sizeof(path), "/proc/%d/auxv", (int)pid);
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t size = fd < 0 ? -1 : read(fd, vector, sizeof(vector));

	*ret = (struct start){ 0 };
	for (ssize_t i = 0; i < size / (ssize_t)sizeof(*vector); i++) {
		switch (vector[i].a_type) {
		case AT_PHDR: ret->headers = vector[i].a_un.a_val; break;
		case AT_PHNUM: ret->nr_headers = vector[i].a_un.a_val; break;
		case AT_ENTRY: ret->entry = vector[i].a_un.a_val; break;
		default: break;
		}
	}
	return ret->headers && ret->entry;
}

bool loaded_base(pid_t pid, uint64_t entry, uint64_t *ret)
{
	struct start start;

	if (!read_start(pid, &start))
		return false;
	*ret = start.entry - entry;
	return true;
}

static bool has_bytes(pid_t pid, uint64_t address, const void *data, size_t size)
{
	_cleanup_free_ void *found = xmalloc(size + 1);

	return process_read_memory(pid, address, found, size) && memcmp(found, data, size) == 0;
}

/* True if the bytes of the sites from FIRST to LAST are those of the file. */
static bool has_sites(const struct subject *subject, pid_t pid, uint64_t base, uint32_t first,
		      uint32_t last)
{
	const struct remt_variants_site *sites = subject->sites.items;
	uint64_t begin = sites[first].address;
	size_t size = sites[last].address + sites[last].size - begin;
	_cleanup_free_ uint8_t *found = xmalloc(size);

	if (!process_read_memory(pid, base + begin, found, size))
		return false;
	for (uint32_t i = first; i <= last; i++) {
		const struct remt_variants_code *code = &subject->codes.items[sites[i].first];

		if (memcmp(found + (sites[i].address - begin), code->bytes, sites[i].size) != 0)
			return false;
	}
	return true;
}

static bool has_its_code(const struct subject *subject, pid_t pid, uint64_t base)
{
	const struct remt_variants_module *module = &subject->module;
	uint32_t end;

	if (module->build_id_size)
		return has_bytes(pid, base + module->build_id_address, module->build_id,
				 module->build_id_size);
	for (uint32_t first = 0; first < module->nr_sites; first = end) {
		end = remt_variants_end(subject->sites.items, module->nr_sites, first);
		if (!has_sites(subject, pid, base, first, end - 1))
			return false;
	}
	return true;
}

/* True if the file is the subject's, or was made after the subject was read. */
static bool is_file(const struct subject *subject, pid_t pid)
{
	char link[ENTRY_SIZE], path[PATH_MAX + 1];
	struct stamp stamp;

	if (process_executable(pid, path, sizeof(path)) && strcmp(path, subject->path) == 0)
		return true;
	snprintf(link, sizeof(link), "/proc/%d/exe",
		 (int)pid); /* as the process sees it in its view */
	stamp_take(link, &stamp);
	return !stamp.inode || stamp.inode == subject->module.inode ||
	       stamp.changed_ns >= subject->opened_ns;
}

static bool has_headers(const struct subject *subject, pid_t pid, const struct start *start)
{
	return start->nr_headers == subject->module.nr_headers &&
	       has_bytes(pid, start->headers, subject->headers,
			 start->nr_headers * sizeof(Elf64_Phdr));
}

bool loaded_is(const struct subject *subject, pid_t pid, uint64_t base)
{
	struct start start;

	return read_start(pid, &start) && start.entry - subject->entry == base &&
	       has_headers(subject, pid, &start);
}

const struct subject *loaded_find(const struct subject_list *subjects, pid_t pid,
				  uint64_t *ret_base)
{
	struct start start;

	if (!read_start(pid, &start))
		return NULL;
	for (size_t i = 0; i < subjects->count; i++) {
		const struct subject *subject = subjects->items[i];
		uint64_t base = start.entry - subject->entry;

		if (!subject->is_static || !has_headers(subject, pid, &start) ||
		    !has_its_code(subject, pid, base) || !is_file(subject, pid))
			continue;
		*ret_base = base;
		return subject;
	}
	return NULL;
}
