/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reuse/same.h"

#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "runner/test_record.h"

bool same_is_volatile(const char *variable)
{
	static const char *const names[] = {
		"_=",	  "SHLVL=", "OLDPWD=",	       "PWD=",	   "TERM=",	"COLUMNS=",
		"LINES=", "SSH_",   "XDG_SESSION_ID=", "DISPLAY=", "WINDOWID=", NULL
	};

	for (size_t i = 0; names[i]; i++) {
		if (strncmp(variable, names[i], strlen(names[i])) == 0)
			return true;
	}
	return false;
}

static int compare_words(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The record of TEST with what counts of its environment, in order; owned by the caller. */
static char *record_of(const struct test *test)
{
	struct test reduced = *test;
	_cleanup_strv_ char **kept = NULL;
	static char *none[] = { NULL };

	for (char **variable = test->environ; variable && *variable; variable++) {
		if (!same_is_volatile(*variable))
			strv_append(&kept, *variable);
	}
	if (kept)
		qsort(kept, strv_count(kept), sizeof(*kept), compare_words);
	reduced.environ = kept ? kept : none;
	return test_record_write(&reduced);
}

/* The first input that is not what it was; NULL: none. */
static const char *find_changed(const struct snapshot_test *test, struct inputs *inputs)
{
	for (size_t i = 0; i < test->inputs.count; i++) {
		const struct snapshot_input *input = &test->inputs.items[i];

		if (inputs_state(inputs, input->path, input->use) != input->state)
			return input->path;
	}
	return NULL;
}

char *same_test(const struct snapshot_test *old, const struct snapshot_test *new,
		struct inputs *inputs)
{
	_cleanup_free_ char *before = record_of(&old->test);
	_cleanup_free_ char *after = record_of(&new->test);
	const char *changed;

	if (!old->is_usable)
		return xstrdup("it took no part in the old run, or not all was known of it");
	if (!new->is_usable)
		return xstrdup("it takes no part, or not all is known of it");
	if (old->oracle != new->oracle || old->output_hash != new->output_hash)
		return xstrdup("it prints other things than before");
	if (old->test.needs || new->test.needs)
		return xstrdup("other tests must run before it");
	if (strcmp(before, after) != 0)
		return xstrdup("its command or its environment has changed");
	changed = inputs ? find_changed(old, inputs) : NULL;
	return changed ? xasprintf("%s has changed", changed) : NULL;
}
