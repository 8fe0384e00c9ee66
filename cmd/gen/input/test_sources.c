/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/input/test_sources.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "common/attr.h"
#include "common/cleanup.h"
#include "common/path.h"
#include "common/vec.h"

enum {
	MAX_FILES = 2000, /* that are looked at */
	MAX_DEPTH = 4,	  /* of directories in one of tests */
};

struct walk {
	void (*look)(void *arg, const char *path);
	void *arg;
	unsigned nr_files;
};

bool gen_test_source_is(const char *name)
{
	const char *end = strrchr(name, '.');

	return end && (strcmp(end, ".c") == 0 || strcmp(end, ".h") == 0);
}

/* Looks at all sources below the directory PATH. */
static void look_below(struct walk *walk, const char *path, unsigned depth)
{
	struct dirent **names = NULL;
	int number = scandir(path, &names, NULL, alphasort);

	for (int i = 0; i < number; i++) {
		_cleanup_free_ char *below = path_join(path, names[i]->d_name);

		if (names[i]->d_type == DT_DIR && names[i]->d_name[0] != '.' && depth < MAX_DEPTH) {
			look_below(walk, below, depth + 1);
		} else if (names[i]->d_type == DT_REG && gen_test_source_is(names[i]->d_name) &&
			   walk->nr_files < MAX_FILES) {
			walk->nr_files++;
			walk->look(walk->arg, below);
		}
		free(names[i]);
	}
	free(names);
}

void gen_test_sources_each(const char *root, void (*look)(void *arg, const char *path), void *arg)
{
	static const char *const directories[] = { "tests", "test", "t", "testsuite",
						   "unit-tests" };
	struct walk walk = { .look = look, .arg = arg };

	for (size_t i = 0; i < ARRAY_SIZE(directories); i++) {
		_cleanup_free_ char *path = path_join(root, directories[i]);

		look_below(&walk, path, 0);
	}
}
