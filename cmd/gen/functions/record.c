/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was found of one function, as it goes from process to process. */
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/gen/functions/child.h"
#include "common/fs.h"
#include "common/strv.h"
#include "common/xalloc.h"

static json_t *mutant_json(const struct gen_function_mutant *mutant, bool has_test)
{
	json_t *object = json_pack("{ss si sb}", "id", mutant->id, "verdict", (int)mutant->verdict,
				   "has_test", has_test);

	if (mutant->verdict == GEN_FUNCTION_KILLED)
		json_object_set_new(object, "test", json_integer((json_int_t)mutant->test));
	if (mutant->why)
		json_object_set_new(object, "why", json_string_nocheck(mutant->why));
	return object;
}

static json_t *piece_json(const struct test_piece *piece)
{
	json_t *names = json_array();

	for (char **name = piece->names; name && *name; name++)
		json_array_append_new(names, json_string_nocheck(*name));
	return json_pack("{so so so sb}", "types",
			 json_stringn_nocheck(strbuf_get(&piece->types), piece->types.length),
			 "tests",
			 json_stringn_nocheck(strbuf_get(&piece->tests), piece->tests.length),
			 "names", names, "strings", piece->uses_strings);
}

struct error *gen_functions_record_write(const struct gen_function_run *run,
					 const struct gen_function_pieces *pieces, json_t *found,
					 int fd)
{
	json_t *mutants = json_array(), *object;
	char *text;
	bool is_written;

	for (size_t i = 0; i < run->wanted.count; i++)
		json_array_append_new(mutants,
				      mutant_json(&run->wanted.items[i],
						  pieces->is_killed && pieces->is_killed[i]));
	object = json_pack("{so sI so so sb}", "mutants", mutants, "ms",
			   (json_int_t)(run->cpu_us / 1000), "shown", piece_json(&pieces->shown),
			   "plain", piece_json(&pieces->plain), "unit", pieces->is_unit);
	if (pieces->include)
		json_object_set_new(object, "include", json_string_nocheck(pieces->include));
	if (run->linked)
		json_object_set_new(object, "linked", json_string_nocheck(run->linked));
	if (found)
		json_object_set_new(object, "found", found);
	if (pieces->failure)
		json_object_set_new(object, "failure", json_string_nocheck(pieces->failure));
	text = json_dumps(object, JSON_COMPACT);
	is_written = text && fs_write_all(fd, text, strlen(text));
	free(text);
	json_decref(object);
	return is_written ? NULL
			  : error_create(ERROR_INTERNAL, "what was found can't be handed over");
}

static void read_piece(const json_t *object, struct test_piece *ret)
{
	const json_t *names = json_object_get(object, "names");
	const char *types = json_string_value(json_object_get(object, "types")),
		   *tests = json_string_value(json_object_get(object, "tests"));

	strbuf_adds(&ret->types, types ? types : "");
	strbuf_adds(&ret->tests, tests ? tests : "");
	ret->uses_strings = json_is_true(json_object_get(object, "strings"));
	for (size_t i = 0; i < json_array_size(names); i++)
		strv_append(&ret->names, json_string_value(json_array_get(names, i)));
}

static void read_mutant(struct gen_functions_item *item, const json_t *object)
{
	const char *id = json_string_value(json_object_get(object, "id")),
		   *why = json_string_value(json_object_get(object, "why"));
	const json_t *test = json_object_get(object, "test");

	for (size_t i = 0; i < item->mutants.count; i++) {
		struct gen_functions_mutant *mutant = &item->mutants.items[i];

		if (!id || strcmp(mutant->mutant->id, id) != 0)
			continue;
		mutant->verdict = (enum gen_function_verdict)json_integer_value(
			json_object_get(object, "verdict"));
		mutant->why = why ? xstrdup(why) : NULL;
		mutant->test = test ? (size_t)json_integer_value(test) : SIZE_MAX;
		mutant->has_test = json_is_true(json_object_get(object, "has_test"));
	}
}

bool gen_functions_record_read(struct gen_functions_item *item, int fd)
{
	const json_t *mutants;
	const char *include, *failure, *linked;
	json_t *object;

	if (lseek(fd, 0, SEEK_SET) < 0)
		return false;
	object = json_loadfd(fd, JSON_ALLOW_NUL, NULL);
	if (!object)
		return false;
	mutants = json_object_get(object, "mutants");
	for (size_t i = 0; i < json_array_size(mutants); i++)
		read_mutant(item, json_array_get(mutants, i));
	item->cpu_ms = (uint64_t)json_integer_value(json_object_get(object, "ms"));
	item->found = json_incref(json_object_get(object, "found"));
	read_piece(json_object_get(object, "shown"), &item->shown);
	read_piece(json_object_get(object, "plain"), &item->plain);
	include = json_string_value(json_object_get(object, "include"));
	item->include = include ? xstrdup(include) : NULL;
	failure = json_string_value(json_object_get(object, "failure"));
	item->failure = failure ? xstrdup(failure) : NULL;
	linked = json_string_value(json_object_get(object, "linked"));
	item->linked = linked ? xstrdup(linked) : NULL;
	item->needs_unit = json_is_true(json_object_get(object, "unit"));
	json_decref(object);
	return true;
}
