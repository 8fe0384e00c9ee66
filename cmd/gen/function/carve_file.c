/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/function/carve_file.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "rewriter/elf/binary.h"

static void find_places(struct gen_carve_file *file, const char *const *names, size_t number,
			unsigned most)
{
	const struct binary *binary = file->binary;

	for (size_t n = 0; n < number; n++) {
		struct calls_place place = { .number = n };
		unsigned nr_found = 0;

		for (size_t i = 0; i < binary->functions.count && names[n]; i++) {
			if (strcmp(binary->functions.items[i].name, names[n]) != 0)
				continue;
			nr_found++;
			place.address = binary->functions.items[i].address;
		}
		place.nr_left = most;
		if (nr_found == 1)
			vec_push(&file->places, place);
	}
}

/* The file itself, whatever lies at its path by now. */
static char *path_of(pid_t pid)
{
	return xasprintf("/proc/%d/exe", (int)pid);
}

void gen_carve_file_read(pid_t pid, const char *const *names, size_t number, unsigned most,
			 struct gen_carve_file *ret)
{
	_cleanup_free_ char *path = path_of(pid);
	struct error *err;

	*ret = (struct gen_carve_file){ 0 };
	stamp_take(path, &ret->stamp);
	err = binary_open(path, &ret->binary);
	if (!err) {
		ret->entry = ((const Elf64_Ehdr *)(const void *)ret->binary->data)->e_entry;
		find_places(ret, names, number, most);
	}
	if (!err && !ret->places.count) {
		binary_close(ret->binary);
		ret->binary = NULL;
	}
	error_destroy(err);
}

bool gen_carve_file_is(const struct gen_carve_file *file, pid_t pid)
{
	_cleanup_free_ char *path = path_of(pid);
	struct stamp now;

	stamp_take(path, &now);
	return now.inode && now.device == file->stamp.device && now.inode == file->stamp.inode &&
	       now.size == file->stamp.size && now.modified_ns == file->stamp.modified_ns &&
	       now.changed_ns == file->stamp.changed_ns;
}

bool gen_carve_file_find(const struct gen_carve_file *file, const char *name, uint64_t *ret)
{
	for (size_t i = 0; i < file->binary->objects.count; i++) {
		const struct binary_object *object = &file->binary->objects.items[i];

		if (strcmp(object->name, name) != 0)
			continue;
		*ret = object->spot.address;
		return true;
	}
	return false;
}

void gen_carve_file_deinit(struct gen_carve_file *file)
{
	vec_deinit(&file->places);
	if (file->binary)
		binary_close(file->binary);
}
