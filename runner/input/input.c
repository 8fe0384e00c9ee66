/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Hashes what a test can see of a file. The state of a file that can't be read is a random number,
 * which equals no other state.
 */
#include "runner/input/input.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/hash.h"
#include "common/intern.h"
#include "common/path.h"
#include "common/slots.h"
#include "common/strv.h"
#include "common/vec.h"
#include "common/xalloc.h"

struct inputs {
	char *own; /* directory of the store; NULL: none */
	struct intern *paths;
	struct slots known[INPUT_DATED + 1]; /* index in `seen`, by use and address of the path */
	VEC(struct input) seen;
};

struct inputs *inputs_create(const char *own)
{
	struct inputs *inputs = xcalloc(1, sizeof(*inputs));

	inputs->own = own ? xstrdup(own) : NULL;
	inputs->paths = intern_create();
	return inputs;
}

void inputs_destroy(struct inputs *inputs)
{
	if (!inputs)
		return;
	intern_destroy(inputs->paths);
	for (unsigned use = 0; use <= INPUT_DATED; use++)
		slots_deinit(&inputs->known[use]);
	vec_deinit(&inputs->seen);
	free(inputs->own);
	free(inputs);
}

/* A number that is returned only once. */
static uint64_t unknown(void)
{
	static uint64_t count;
	uint64_t seed = 0;

	if (getrandom(&seed, sizeof(seed), 0) != sizeof(seed))
		seed = (uint64_t)(uintptr_t)&count;
	return seed + ++count;
}

/* Adds names and kinds of what is in the directory; false if it can't be read. */
static bool add_directory(struct hash *hash, const char *path)
{
	_cleanup_closedir_ DIR *directory = opendir(path);
	_cleanup_strv_ char **names = NULL;
	struct dirent *entry;

	if (!directory)
		return false;
	while ((entry = readdir(directory)))
		strv_appendf(&names, "%s/%u", entry->d_name, (unsigned)entry->d_type);
	if (!names)
		return true;
	strv_sort(names);
	for (char **name = names; *name; name++)
		hash_add_string(hash, *name);
	return true;
}

static bool add_file(struct hash *hash, const char *path)
{
	uint64_t content;
	struct error *err = hash_file(path, &content);

	error_destroy(err);
	hash_add_u64(hash, err ? 0 : content);
	return !err;
}

/* Adds what USE shows of an existing file. */
static bool add_state(struct hash *hash, const char *path, enum input_use use,
		      const struct stat *info)
{
	hash_add_u64(hash, info->st_mode & S_IFMT);
	if (use == INPUT_LOADED)
		return true;
	hash_add_u64(hash, info->st_mode & ~(mode_t)S_IFMT);
	if (S_ISREG(info->st_mode))
		hash_add_u64(hash, (uint64_t)info->st_size);
	if (use == INPUT_ASKED)
		return true;
	if (use == INPUT_DATED && S_ISREG(info->st_mode)) {
		hash_add_u64(hash, (uint64_t)info->st_mtim.tv_sec);
		hash_add_u64(hash, (uint64_t)info->st_mtim.tv_nsec);
	}
	if (S_ISDIR(info->st_mode))
		return add_directory(hash, path);
	return !S_ISREG(info->st_mode) || add_file(hash, path);
}

/* Adds the target of PATH if PATH is a link. */
static void add_link(struct hash *hash, const char *path)
{
	char target[PATH_MAX];
	ssize_t length = readlink(path, target, sizeof(target));

	if (length > 0)
		hash_add(hash, target, (size_t)length);
}

static uint64_t look(const char *path, enum input_use use)
{
	struct hash *hash = hash_create();
	struct stat info;
	bool is_known = true;
	uint64_t state;

	if (use != INPUT_LOADED)
		add_link(hash, path);
	if (stat(path, &info) == 0)
		is_known = add_state(hash, path, use, &info);
	else
		hash_add_u64(hash, (uint64_t)errno);
	state = hash_take(hash);
	return is_known ? state : unknown();
}

static bool is_own(const struct inputs *inputs, const char *path)
{
	struct stat info;

	return inputs->own && path_is_below(inputs->own, path) && stat(path, &info) == 0 &&
	       S_ISREG(info.st_mode);
}

uint64_t inputs_state(struct inputs *inputs, const char *path, enum input_use use)
{
	const char *text = intern_string(inputs->paths, path);
	uint32_t index = slots_find(&inputs->known[use], (uintptr_t)text);

	if (index == SLOTS_NONE) {
		struct input input = { .path = text, .use = use };

		stamp_take(path, &input.stamp);
		input.state = is_own(inputs, path) ? unknown() : look(path, use);
		index = (uint32_t)inputs->seen.count;
		slots_add(&inputs->known[use], (uintptr_t)text, index);
		vec_push(&inputs->seen, input);
	}
	return inputs->seen.items[index].state;
}

void inputs_each(const struct inputs *inputs, void (*each)(void *arg, const struct input *input),
		 void *arg)
{
	for (size_t i = 0; i < inputs->seen.count; i++)
		each(arg, &inputs->seen.items[i]);
}

bool input_is_made_up(const char *path)
{
	return path_is_below("/proc", path) || path_is_below("/sys", path) ||
	       path_is_below("/dev", path);
}

bool input_is_same(const struct input *input)
{
	return stamp_holds(&input->stamp, input->path) ||
	       look(input->path, input->use) == input->state;
}
