/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reuse/same.h"

#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/path.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "runner/campaign/surroundings.h"
#include "runner/test/test_record.h"

/* True if both commands are the same, apart from the environment. */
static bool has_same_command(const struct test *old, const struct test *new)
{
	struct test before = *old, after = *new;
	char *none[] = { NULL };

	before.environ = after.environ = none;
	_cleanup_free_ char *one = test_record_write(&before), *other = test_record_write(&after);

	return strcmp(one, other) == 0;
}

/* The loader looks libraries up in this file; the libraries that it has found count instead. */
#define LOADER_CACHE "/etc/ld.so.cache"

static bool is_library(const struct stored_input *input)
{
	return input->use == INPUT_OPENED && strstr(path_basename(input->path), ".so") &&
	       strcmp(input->path, LOADER_CACHE) != 0;
}

static bool has_input(const struct stored_test *test, const char *path)
{
	for (size_t i = 0; i < test->inputs.count; i++) {
		if (strcmp(test->inputs.items[i].path, path) == 0)
			return true;
	}
	return false;
}

/* Returns a library that TEST opens and OTHER does not even ask for, or NULL. */
static const char *find_library(const struct stored_test *test, const struct stored_test *other)
{
	for (size_t i = 0; i < test->inputs.count; i++) {
		const struct stored_input *input = &test->inputs.items[i];

		if (is_library(input) && !has_input(other, input->path))
			return input->path;
	}
	return NULL;
}

/* Returns the first input that has changed, or NULL. */
static const char *find_changed(const struct stored_test *test, struct inputs *inputs)
{
	for (size_t i = 0; i < test->inputs.count; i++) {
		const struct stored_input *input = &test->inputs.items[i];

		if (strcmp(input->path, LOADER_CACHE) != 0 &&
		    inputs_state(inputs, input->path, input->use) != input->state)
			return input->path;
	}
	return NULL;
}

char *same_test(const struct stored_test *old, const struct stored_test *new, struct inputs *inputs)
{
	_cleanup_free_ char *variable =
		surroundings_find_variable(old->test.environ, new->test.environ);
	const char *changed, *library = find_library(new, old);

	if (!old->is_usable)
		return xstrdup("it took no part in the old run, or not all was known of it");
	if (!new->is_usable)
		return xstrdup("it takes no part, or not all is known of it");
	if (old->oracle != new->oracle || old->output_hash != new->output_hash)
		return xstrdup("it prints other things than before");
	if (old->test.needs || new->test.needs)
		return xstrdup("other tests must run before it");
	if (strcmp(old->test.directory, new->test.directory) != 0)
		return xasprintf("it runs in another directory, which it can see: %s, before %s",
				 new->test.directory, old->test.directory);
	if (!has_same_command(&old->test, &new->test))
		return xstrdup("its command has changed, or the rules by which it is judged");
	if (variable)
		return xasprintf("%s has changed in its environment", variable);
	if (!library)
		library = find_library(old, new);
	if (library)
		return xasprintf("it opens other libraries than before: %s", library);
	changed = inputs ? find_changed(old, inputs) : NULL;
	return changed ? xasprintf("%s has changed", changed) : NULL;
}
