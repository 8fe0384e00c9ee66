/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/function/carve_file.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

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

void gen_carve_file_read(const char *path, const char *const *names, size_t number, unsigned most,
			 struct gen_carve_file *ret)
{
	struct error *err;

	*ret = (struct gen_carve_file){ .path = xstrdup(path) };
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
	free(file->path);
	vec_deinit(&file->places);
	if (file->binary)
		binary_close(file->binary);
}
