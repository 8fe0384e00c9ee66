/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Damages binaries at random and reads their debug information by the library for DWARF that it is
 * linked with. To be built with sanitizers, which are the judge.
 *
 *	fuzz_debug ITERATIONS FIRST FILE[=READ]...
 *
 * A damaged copy of FILE is read, or, with READ, the file READ while its part FILE is damaged.
 * Iteration N is the same on every machine with the same files; `fuzz_debug 1 N FILE...` repeats it
 * alone. The library may die of an input, which is counted, and named in the report of the
 * sanitizers.
 */
#include <elf.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/param.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/fs.h"
#include "common/vec.h"
#include "common/xalloc.h"
#include "damage.h"
#include "rewriter/elf/debug.h"
#include "table_sample.h"

enum {
	MAX_BATCH = 2000, /* inputs of one process: libraries leak */
	MAX_SECONDS = 10, /* of one input */
	MAX_CUT = 64,	  /* bytes at the end of a section, where its last entry is */
};

struct extent {
	size_t begin, size;
	size_t header; /* of the section: where its header is */
};

struct sample {
	const char *path;
	const char *read; /* NULL: the damaged copy */
	char *data;
	size_t size;
	VEC(struct extent) places; /* sections with debug information */
};

/* Shared with the process that reads. */
static struct progress {
	unsigned long long current, accepted, refused;
} * progress;

static void find_places(struct sample *sample)
{
	const char *data = sample->data;
	Elf64_Ehdr header;
	Elf64_Shdr section, names;

	memcpy(&header, data, sizeof(header));
	memcpy(&names, data + header.e_shoff + header.e_shstrndx * sizeof(names), sizeof(names));
	for (size_t i = 0; i < header.e_shnum; i++) {
		size_t at = header.e_shoff + i * sizeof(section);
		const char *name;

		memcpy(&section, data + at, sizeof(section));
		name = data + names.sh_offset + section.sh_name;
		if (section.sh_type != SHT_NOBITS && section.sh_size &&
		    (strstr(name, "debug") || strstr(name, ".eh_frame") ||
		     strstr(name, ".gcc_except_table") || strcmp(name, ".symtab") == 0))
			vec_push(&sample->places,
				 ((struct extent){ section.sh_offset, section.sh_size, at }));
	}
}

static void damage(const struct sample *sample, char *data, uint64_t *state)
{
	const struct extent *place;

	if (!sample->places.count || damage_pick(state, 3) == 0) {
		damage_random(data, sample->size, state);
		return;
	}
	place = &sample->places.items[damage_pick(state, sample->places.count)];
	damage_at(data, sample->size, place->begin + damage_pick(state, place->size), state);
}

/*
 * Cuts a section off, and puts it at the end of the file, so that whoever reads behind the section
 * reads behind the memory of the file.
 */
static void move_to_end(const struct sample *sample, char **data, size_t *size, uint64_t *state)
{
	const struct extent *place;
	Elf64_Shdr section;

	if (!sample->places.count)
		return;
	place = &sample->places.items[damage_pick(state, sample->places.count)];
	memcpy(&section, *data + place->header, sizeof(section));
	section.sh_offset = *size;
	section.sh_size = place->size - damage_pick(state, MIN(place->size, MAX_CUT));
	*data = xrealloc(*data, *size + section.sh_size);
	memcpy(*data + place->header, &section, sizeof(section));
	memcpy(*data + *size, *data + place->begin, section.sh_size);
	*size += section.sh_size;
}

static void read_all(const char *path, FILE *out)
{
	struct error *(*const readers[])(const char *path, FILE *out) = {
		debug_read_lines,
		debug_read_entries,
		debug_read_functions,
		debug_read_landings,
	};

	for (size_t i = 0; i < sizeof(readers) / sizeof(readers[0]); i++) {
		struct error *err = readers[i](path, out);

		if (err)
			progress->refused++;
		else
			progress->accepted++;
		error_destroy(err);
	}
}

static void fuzz_one(const struct sample *samples, size_t nr_samples, FILE *out)
{
	uint64_t state = (progress->current + 1) * 0x9e3779b97f4a7c15u | 1;
	const struct sample *sample;
	char *data, path[64];
	int file;
	size_t size;

	for (int i = 0; i < 4; i++)
		table_sample_random(&state);
	sample = &samples[damage_pick(&state, nr_samples)];
	size = sample->size;
	data = xmemdup(sample->data, size);
	for (size_t n = 1 + damage_pick(&state, 4); n; n--)
		damage(sample, data, &state);
	if (damage_pick(&state, 4) == 0)
		move_to_end(sample, &data, &size, &state);
	if (damage_pick(&state, 32) == 0)
		size = damage_pick(&state, size) + 1;
	file = sample->read ? open(sample->path, O_WRONLY | O_TRUNC | O_CLOEXEC)
			    : memfd_create("fuzz", MFD_CLOEXEC);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
	if (file < 0 || !fs_write_all(file, data, size))
		abort();
	alarm(MAX_SECONDS);
	read_all(sample->read ? sample->read : path, out);
	alarm(0);
	close(file);
	free(data);
}

static int run_batch(const struct sample *samples, size_t nr_samples, unsigned long long end)
{
	pid_t pid = fork();
	int status;

	if (pid < 0)
		abort();
	if (pid == 0) {
		FILE *out = fopen("/dev/null", "w");

		for (int i = 0; out && i < MAX_BATCH && progress->current < end; i++) {
			fuzz_one(samples, nr_samples, out);
			progress->current++;
		}
		fclose(out);
		exit(0);
	}
	if (waitpid(pid, &status, 0) != pid)
		abort();
	return status;
}

static bool read_sample(char *argument, struct sample *ret)
{
	char *separator = strchr(argument, '=');
	struct error *err;

	if (separator)
		*separator = '\0';
	*ret = (struct sample){ .path = argument, .read = separator ? separator + 1 : NULL };
	err = fs_read_file(ret->path, &ret->data, &ret->size);
	if (err) {
		fprintf(stderr, "fuzz_debug: %s\n", err->message);
		error_destroy(err);
		return false;
	}
	find_places(ret);
	return true;
}

int main(int argc, char **argv)
{
	unsigned long long first, end, died = 0, slow = 0;
	struct sample *samples = xcalloc((size_t)argc, sizeof(*samples));
	size_t nr_samples = 0;
	const char *library, *version;

	if (argc < 4)
		return 2;
	first = strtoull(argv[2], NULL, 10);
	end = first + strtoull(argv[1], NULL, 10);
	for (int i = 3; i < argc; i++) {
		if (!read_sample(argv[i], &samples[nr_samples++]))
			return 2;
	}
	progress = mmap(NULL, sizeof(*progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
			-1, 0);
	if (progress == MAP_FAILED)
		abort();
	progress->current = first;
	while (progress->current < end) {
		int status = run_batch(samples, nr_samples, end);

		if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
			continue;
		slow += WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
		died += !WIFSIGNALED(status) || WTERMSIG(status) != SIGALRM;
		fprintf(stderr, "fuzz_debug: iteration %llu\n", progress->current++);
	}
	library = debug_library(&version);
	printf("fuzz_debug: %s %s: %llu inputs from %llu: %llu readings accepted, %llu refused; died "
	       "%llu times, too slow %llu times\n",
	       library, version, end - first, first, progress->accepted, progress->refused, died,
	       slow);
	for (size_t i = 0; i < nr_samples; i++) {
		vec_deinit(&samples[i].places);
		free(samples[i].data);
	}
	free(samples);
	return 0;
}
