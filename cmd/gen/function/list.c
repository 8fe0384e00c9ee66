/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/function/list.h"

#include <stdlib.h>
#include <string.h>

#include "common/path.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "report/emit.h"

void gen_functions_unit_deinit(struct gen_functions_unit *unit)
{
	free(unit->test_file);
	free(unit->include);
	vec_deinit(&unit->items);
}

bool gen_functions_is_meant(const char *word, const char *path, const char *name)
{
	const char *colon = strrchr(word, ':');
	_cleanup_free_ char *file = xstrndup(word, colon ? (size_t)(colon - word) : strlen(word));
	bool is_file = strcmp(path, file) == 0 || path_ends_in(path, file);

	if (colon)
		return is_file && strcmp(name, colon + 1) == 0;
	return is_file || strcmp(name, word) == 0;
}

size_t gen_functions_find_unit(struct gen_functions *functions, const char *file)
{
	size_t i = 0;

	while (i < functions->units.count && strcmp(functions->units.items[i].file, file) != 0)
		i++;
	if (i == functions->units.count)
		vec_add(&functions->units)->file = file;
	return i;
}

struct gen_functions_item *gen_functions_add_item(struct gen_functions *functions, const char *file,
						  const char *name)
{
	struct gen_functions_item *item = vec_add(&functions->items);

	item->name = name;
	item->file = file;
	item->unit = gen_functions_find_unit(functions, file);
	return item;
}

const char *gen_functions_own(struct gen_functions *functions, const char *text)
{
	strv_append(&functions->texts, text);
	return functions->texts[strv_count(functions->texts) - 1];
}

json_t *gen_functions_item_json(const struct gen_functions_item *item)
{
	json_t *tests = json_array(), *object;

	for (char **name = item->shown.names; name && *name && item->test_file; name++)
		json_array_append_new(tests, json_string(*name));
	object = json_pack("{so so so}", "file", emit_string(item->file), "function",
			   emit_string(item->name), "tests", tests);
	if (item->test_file)
		json_object_set_new(object, "testFile", emit_string(item->test_file));
	if (item->refusal)
		json_object_set_new(object, "refused", emit_string(item->refusal));
	if (item->failure)
		json_object_set_new(object, "untested", emit_string(item->failure));
	return object;
}
