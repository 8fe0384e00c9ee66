/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reuse/modules.h"

#include <string.h>

#include "common/path.h"
#include "common/xalloc.h"

const struct stored_module *modules_find(const struct stored_run *stored_run,
					 const struct stored_test *test, const char *path)
{
	for (size_t i = 0; i < test->modules.count; i++) {
		const struct stored_module *module =
			&stored_run->modules.items[test->modules.items[i]];

		if (strcmp(module->path, path) == 0)
			return module;
	}
	return NULL;
}

bool modules_is_plain_library(const struct stored_input *input)
{
	return input->use == INPUT_OPENED && strstr(path_basename(input->path), ".so");
}

/*
 * Returns the next library of TEST that was built without remt; NULL at the end. *AT begins as 0.
 */
static const char *next_plain(const struct stored_test *test, size_t *at)
{
	while (*at < test->inputs.count) {
		const struct stored_input *input = &test->inputs.items[(*at)++];

		if (modules_is_plain_library(input))
			return input->path;
	}
	return NULL;
}

bool modules_are_alike(const struct stored_test *base, const struct stored_test *other)
{
	size_t at = 0, other_at = 0;
	const char *path, *other_path;

	if (base->modules.count != other->modules.count)
		return false;
	for (size_t i = 0; i < base->modules.count; i++) {
		if (base->modules.items[i] != other->modules.items[i])
			return false;
	}
	do {
		path = next_plain(base, &at);
		other_path = next_plain(other, &other_at);
	} while (path && other_path && strcmp(path, other_path) == 0);
	return !path && !other_path;
}

static char *compare(const struct stored_module *before, const struct stored_module *after)
{
	if (before->content != after->content)
		return xasprintf("%s has code that was not built with remt (%s), which may have "
				 "changed",
				 before->path,
				 before->foreign[0]  ? before->foreign
				 : after->foreign[0] ? after->foreign
						     : "it is optimized as a whole");
	if (before->linkage != after->linkage)
		return xasprintf("%s is linked with other libraries or options than before",
				 before->path);
	return NULL;
}

char *modules_compare(const struct judge *judge, const struct stored_test *old,
		      const struct stored_test *new)
{
	if (old->modules.count != new->modules.count)
		return xstrdup("it loads other instrumented files than before");
	for (size_t i = 0; i < old->modules.count; i++) {
		const struct stored_module *before =
			&judge->old->modules.items[old->modules.items[i]];
		const struct stored_module *after = modules_find(judge->new, new, before->path);
		char *refusal;

		if (!after)
			return xasprintf("it does not load %s any more", before->path);
		refusal = compare(before, after);
		if (refusal)
			return refusal;
	}
	return NULL;
}
