/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies the private writable mappings of a process, and compares them with what is there later. */
#include "runner/worker/image.h"

#include <fcntl.h>
#include <link.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/vec.h"
#include "common/xalloc.h"
#include "remt/unit.h"
#include "runner/sandbox/mapping.h"
#include "runner/sandbox/process.h"

/* A process with more writable memory is not examined. */
#define MAX_BYTES ((size_t)8 << 20)

struct region {
	uint64_t start;
	size_t size;
	unsigned char *bytes;
};

/* The executions that the sites of a unit still count down. */
struct fuel {
	uint64_t address;
	int32_t amount;
};

struct image {
	VEC(struct region) regions;
	VEC(struct fuel) fuel;
	size_t nr_bytes;
	uint64_t vdso_start, vdso_end;
	unsigned char *scratch; /* as large as the largest region */
};

/*
 * Finds the units in a region by their name. The name is searched without the zeros at its end: in
 * zeroed memory memmem() would compare at each byte.
 */
static void find_fuel(struct image *image, const struct region *region)
{
	const size_t before = offsetof(struct remt_unit, name);
	const unsigned char *at = region->bytes, *end = region->bytes + region->size;
	struct remt_unit unit;

	while ((at = memmem(at, (size_t)(end - at), REMT_UNIT_NAME, strlen(REMT_UNIT_NAME)))) {
		size_t offset = (size_t)(at - region->bytes) - before;

		if ((size_t)(at - region->bytes) >= before &&
		    region->size - offset >= sizeof(unit)) {
			memcpy(&unit, region->bytes + offset, sizeof(unit));
			if (memcmp(unit.name, REMT_UNIT_NAME, sizeof(unit.name)) == 0 &&
			    unit.note_type == REMT_UNIT_NOTE_TYPE &&
			    unit.version == REMT_UNIT_VERSION)
				vec_push(
					&image->fuel,
					((struct fuel){ .address = region->start + offset +
								   offsetof(struct remt_unit, fuel),
							.amount = unit.fuel }));
		}
		at++;
	}
}

static bool add_region(struct image *image, pid_t pid, const struct mapping *mapping)
{
	struct region region = { .start = mapping->start, .size = mapping->end - mapping->start };

	if (region.size > MAX_BYTES - image->nr_bytes)
		return false;
	image->nr_bytes += region.size;
	region.bytes = xmalloc(region.size);
	vec_push(&image->regions, region);
	if (!process_read_memory(pid, region.start, region.bytes, region.size))
		return false;
	find_fuel(image, &region);
	return true;
}

/*
 * Returns the bytes from the start of the library PATH to the end of its variables; 0: it can't be
 * read.
 */
static uint64_t loaded_size(const char *path)
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	ElfW(Phdr) header;
	ElfW(Ehdr) file;
	uint64_t end = 0;

	if (fd < 0 || pread(fd, &file, sizeof(file), 0) != sizeof(file))
		return 0;
	for (unsigned i = 0; i < file.e_phnum; i++) {
		off_t at = (off_t)(file.e_phoff + i * sizeof(header));

		if (pread(fd, &header, sizeof(header), at) != sizeof(header))
			return 0;
		if (header.p_type == PT_LOAD && header.p_vaddr + header.p_memsz > end)
			end = header.p_vaddr + header.p_memsz;
	}
	return end;
}

/*
 * True if others may change the mapping. A cache of libc is the same for all processes and never
 * changes.
 */
static bool is_shared(const struct mapping *mapping)
{
	const char *name = strrchr(mapping->path, '/');

	return mapping->permissions[3] == 's' &&
	       (!name || strcmp(name, "/gconv-modules.cache") != 0);
}

/* True for what the run-time shares with the runner. */
static bool is_own(const struct mapping *mapping, const struct image_own *own)
{
	size_t length = strlen(own->coverage);

	return strcmp(mapping->path, own->session) == 0 ||
	       (strncmp(mapping->path, own->coverage, length) == 0 && mapping->path[length] == '/');
}

/* Adds the part of MAPPING behind END, where the variables of the run-time end. */
static bool add_behind(struct image *image, pid_t pid, const struct mapping *mapping, uint64_t end)
{
	struct mapping rest = *mapping;

	if (rest.start < end)
		rest.start = end;
	return rest.start >= rest.end || add_region(image, pid, &rest);
}

/* Reads all mappings; false if one of them forbids an image. */
static bool read_mappings(struct image *image, pid_t pid, struct mappings *mappings,
			  const struct image_own *own)
{
	const uint64_t runtime_size = loaded_size(own->runtime);
	uint64_t runtime_end = 0;
	struct mapping mapping;

	while (runtime_size && mappings_next(mappings, &mapping)) {
		if (strcmp(mapping.path, own->runtime) == 0 && !runtime_end)
			runtime_end = mapping.start + runtime_size;
		if (strcmp(mapping.path, "[vdso]") == 0) {
			image->vdso_start = mapping.start;
			image->vdso_end = mapping.end;
		}
		if (is_shared(&mapping) && !is_own(&mapping, own))
			return false;
		if (mapping.permissions[1] != 'w' || mapping.permissions[3] == 's')
			continue;
		if (!add_behind(image, pid, &mapping,
				mapping.start < runtime_end ? runtime_end : mapping.start))
			return false;
	}
	return runtime_end != 0 && !mappings->is_damaged;
}

static size_t largest(const struct image *image)
{
	size_t size = 0;

	for (size_t i = 0; i < image->regions.count; i++) {
		if (image->regions.items[i].size > size)
			size = image->regions.items[i].size;
	}
	return size;
}

struct image *image_take(pid_t pid, const struct image_own *own)
{
	_cleanup_mappings_ struct mappings mappings = mappings_of(pid);
	struct image *image = xcalloc(1, sizeof(*image));

	if (!read_mappings(image, pid, &mappings, own)) {
		image_destroy(image);
		return NULL;
	}
	image->scratch = xmalloc(largest(image) + 1);
	return image;
}

bool image_refuel(const struct image *image, pid_t pid)
{
	for (size_t i = 0; i < image->fuel.count; i++) {
		struct fuel fuel = image->fuel.items[i];
		struct iovec local = { .iov_base = &fuel.amount, .iov_len = sizeof(fuel.amount) };
		struct iovec remote = { .iov_base = (void *)(uintptr_t)fuel.address,
					.iov_len = sizeof(fuel.amount) };

		if (process_vm_writev(pid, &local, 1, &remote, 1, 0) != sizeof(fuel.amount))
			return false;
	}
	return true;
}

bool image_is_same(struct image *image, pid_t pid)
{
	for (size_t i = 0; i < image->regions.count; i++) {
		const struct region *region = &image->regions.items[i];

		if (!process_read_memory(pid, region->start, image->scratch, region->size) ||
		    memcmp(region->bytes, image->scratch, region->size) != 0)
			return false;
	}
	return true;
}

size_t image_size(const struct image *image)
{
	return image->nr_bytes;
}

bool image_is_vdso(const struct image *image, uint64_t address)
{
	return address >= image->vdso_start && address < image->vdso_end;
}

void image_destroy(struct image *image)
{
	if (!image)
		return;
	for (size_t i = 0; i < image->regions.count; i++)
		free(image->regions.items[i].bytes);
	vec_deinit(&image->regions);
	vec_deinit(&image->fuel);
	free(image->scratch);
	free(image);
}
