/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What of a test must be the same in both versions. */
#include "reuse/same.h"

#include <stdlib.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/xalloc.h"
#include "unit.h"
#include "word.h"

static char *argv[] = { WORD("./prog"), NULL };
static char *env[] = { WORD("A=1"), WORD("SHLVL=1"), NULL };
static char *other_env[] = { WORD("A=1"), WORD("SHLVL=2"), WORD("B=1"), NULL };

static const struct test plain = {
	.name = WORD("t"),
	.harness = WORD("list"),
	.argv = argv,
	.directory = WORD("/"),
	.environ = env,
	.input = WORD("/dev/null"),
};

static struct stored_test make(void)
{
	return (struct stored_test){ .test = plain, .is_usable = true };
}

static void add_input(struct stored_test *test, const char *path, enum input_use use)
{
	struct inputs *inputs = inputs_create(NULL);

	vec_push(&test->inputs,
		 ((struct stored_input){ xstrdup(path), use, inputs_state(inputs, path, use) }));
	inputs_destroy(inputs);
}

static void end(struct stored_test *test)
{
	for (size_t i = 0; i < test->inputs.count; i++)
		free(test->inputs.items[i].path);
	vec_deinit(&test->inputs);
}

static void expect(const struct stored_test *old, const struct stored_test *new, const char *wanted)
{
	struct inputs *inputs = inputs_create(NULL);
	_cleanup_free_ char *found = same_test(old, new, inputs);

	if (wanted)
		CHECK_STR(found ? found : "the same", wanted);
	else
		CHECK(!found);
	inputs_destroy(inputs);
}

TEST(environment_counts_but_for_what_differs_each_time)
{
	struct stored_test old = make(), new = make();

	expect(&old, &new, NULL);
	new.test.environ = other_env;
	expect(&old, &new, "B has changed in its environment");
	expect(&new, &old, "B has changed in its environment");
}

TEST(files_count)
{
	struct stored_test old = make(), new = make();

	CHECK_OK(fs_write_file("f", "one", 3));
	add_input(&old, "f", INPUT_OPENED);
	expect(&old, &new, NULL);
	CHECK_OK(fs_write_file("f", "two", 3));
	expect(&old, &new, "f has changed");
	end(&old);
}

/* Installing any package changes the loader's cache. */
TEST(the_cache_of_the_loader_counts_by_what_was_found_in_it)
{
	struct stored_test old = make(), new = make();

	add_input(&old, "/etc/ld.so.cache", INPUT_OPENED);
	old.inputs.items[0].state++;
	expect(&old, &new, NULL);
	add_input(&old, "/lib/libz.so.1", INPUT_OPENED);
	expect(&old, &new, "it opens other libraries than before: /lib/libz.so.1");
	add_input(&new, "/lib/libz.so.1", INPUT_OPENED);
	expect(&old, &new, NULL);
	add_input(&new, "/opt/libz.so.1", INPUT_OPENED);
	expect(&old, &new, "it opens other libraries than before: /opt/libz.so.1");
	end(&old);
	end(&new);
}
