/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Matches names of files in hunks with names of compiled files. A name is compared as a path from
 * the working directory, as it is, without its first component, and by its last components.
 */
#include "iso/hunk_files.h"

#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/path.h"
#include "common/strv.h"
#include "common/xalloc.h"

/* How well a name fits a file, from badly to well. */
enum fit {
	FIT_NONE,
	FIT_INNER,    /* The name ends in the file's name, as seen from the project. */
	FIT_OUTER,    /* The file's name ends in the name. */
	FIT_STRIPPED, /* The name without its first component is the file's name. */
	FIT_SAME,
};

/* Returns the names of all files that functions of the version are in, sorted, each once. */
static char **list_files(const struct version *version)
{
	const struct program *program = version->program;
	char **list = NULL, **ret = NULL;

	for (uint32_t f = 0; f < program->nr_functions; f++)
		strv_append_take(&list,
				 version_path(version, program_unit_of_function(program, f)->table,
					      program_function(program, f)->file));
	strv_sort(list);
	for (size_t i = 0; list && list[i]; i++) {
		if (!i || strcmp(list[i - 1], list[i]) != 0)
			strv_append(&ret, list[i]);
	}
	strv_destroy(list);
	return ret;
}

static enum fit find_fit(const struct version *version, const char *working, const char *name,
			 const char *file)
{
	_cleanup_free_ char *whole = path_absolute(working, name);
	_cleanup_free_ char *place = path_absolute(version->paths.root, file);
	const char *slash = strchr(name, '/');
	const char *stripped = slash ? slash + 1 : name;

	if (strcmp(whole, place) == 0 || strcmp(name, file) == 0)
		return FIT_SAME;
	if (strcmp(stripped, file) == 0)
		return FIT_STRIPPED;
	if (path_ends_in(file, name) || (strchr(stripped, '/') && path_ends_in(file, stripped)))
		return FIT_OUTER;
	return path_ends_in(name, file) ? FIT_INNER : FIT_NONE;
}

/*
 * True if FILE fits better than BEST. Of two files that both fit as FIT_INNER, the longer name is
 * better, as it tells more.
 */
static bool is_better(enum fit fit, enum fit best_fit, const char *file, const char *best)
{
	return fit > best_fit ||
	       (fit == FIT_INNER && fit == best_fit && strlen(file) > strlen(best));
}

static struct error *find_file(struct hunk *hunk, const struct version *version,
			       const char *working, char *const *files)
{
	const char *best = NULL, *rival = NULL;
	enum fit best_fit = FIT_NONE;

	for (size_t i = 0; files && files[i]; i++) {
		enum fit fit = find_fit(version, working, hunk->name, files[i]);

		if (fit == FIT_NONE)
			continue;
		if (is_better(fit, best_fit, files[i], best)) {
			best = files[i];
			best_fit = fit;
			rival = NULL;
		} else if (fit == FIT_OUTER && fit == best_fit) {
			rival = files[i];
		}
	}
	if (rival)
		return error_create(ERROR_UNUSABLE,
				    "the expected changes of %s may be of %s and of %s", hunk->name,
				    best, rival);
	hunk->path = best ? xstrdup(best) : NULL;
	return NULL;
}

struct error *hunk_files_find(struct hunks *hunks, const struct version *version)
{
	_cleanup_free_ char *working = NULL;
	struct error *err = path_working_directory(&working);
	char **files = err ? NULL : list_files(version);

	for (size_t i = 0; !err && i < hunks->items.count; i++)
		err = find_file(&hunks->items.items[i], version, working, files);
	strv_destroy(files);
	return err;
}
