/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rewriter/subject/chart_state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "common/xalloc.h"
#include "rewriter/compare/function_match.h"

/*
 * Returns the names of all functions, each once: static functions of several sources may share a
 * name. The caller frees them.
 */
static char **name_all(const struct binary *binary)
{
	size_t count = binary->functions.count;
	char **names = xcalloc(count + 1, sizeof(*names));
	struct slots known = { 0 };

	for (size_t f = 0; f < count; f++) {
		const char *name = binary->functions.items[f].name;
		char *other = NULL;

		for (uint32_t i = 1;
		     slots_find(&known, hash_string(other ? other : name)) != SLOTS_NONE; i++) {
			free(other);
			other = xasprintf("%s#%" PRIu32, name, i);
		}
		names[f] = other ? other : xstrdup(name);
		slots_add(&known, hash_string(names[f]), 0);
	}
	slots_deinit(&known);
	return names;
}

void chart_free_names(char **names, size_t count)
{
	for (size_t f = 0; names && f < count; f++)
		free(names[f]);
	free(names);
}

/*
 * Renames functions. A function with a match in LIKE takes the name of its match, and any other
 * function takes a name that LIKE does not have.
 */
static void take_names(struct chart *chart, const struct binary_model *like)
{
	size_t count = chart->model.binary->functions.count;
	char **names = name_all(like->binary);
	struct function_matches matches;

	function_matches_find(&chart->model.fingerprints, &like->fingerprints, &matches);
	for (size_t f = 0; f < count; f++) {
		uint32_t match = matches.old_to_new[f];
		char *own = chart->names[f];

		chart->names[f] = match == FUNCTION_MATCH_NONE ? xasprintf("%s#", own)
							       : xstrdup(names[match]);
		free(own);
	}
	function_matches_deinit(&matches);
	chart_free_names(names, like->binary->functions.count);
}

struct error *chart_find_names(struct chart *chart)
{
	const char *path = chart->builder->binary->path, *like_path = chart->likeness->path;
	struct binary_model like = { 0 };
	struct error *err;

	chart->names = name_all(chart->builder->binary);
	binary_model_fingerprint(&chart->model, chart->likeness->has_names);
	if (strcmp(path, like_path) == 0)
		return NULL;
	err = binary_model_open(&like, like_path);
	if (!err && like.binary->machine != chart->builder->binary->machine)
		err = error_create(ERROR_UNUSABLE, "%s and %s are for different processors", path,
				   like_path);
	if (!err) {
		binary_model_fingerprint(&like, chart->likeness->has_names);
		take_names(chart, &like);
	}
	binary_model_close(&like);
	return err;
}
