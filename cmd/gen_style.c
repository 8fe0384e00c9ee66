/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen_style.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/strv.h"
#include "common/xalloc.h"

enum {
	MAX_FILES = 2000, /* that are looked at */
	MAX_DEPTH = 4,	  /* of directories in one of tests */
};

struct survey {
	size_t numbers[NR_TEST_STYLES]; /* of sources */
	char *where[NR_TEST_STYLES];	/* the first one of each; owned */
	size_t nr_files;
};

/* Returns what LINE includes, if it is such a line; the caller frees. *RET_SYSTEM: in angle brackets. */
static char *find_included(const char *line, bool *ret_system)
{
	const char *c = line + strspn(line, " \t");

	if (*c++ != '#')
		return NULL;
	c += strspn(c, " \t");
	if (strncmp(c, "include", 7) != 0)
		return NULL;
	c += 7 + strspn(c + 7, " \t");
	if (*c != '<' && *c != '"')
		return NULL;
	*ret_system = *c == '<';
	return xstrndup(c + 1, strcspn(c + 1, ">\""));
}

/* True if NAME is the header of STYLE. Projects have headers of these names, too; Unity is often a part of the project. */
static bool is_header(enum test_style style, const char *name, bool is_system)
{
	if (style == STYLE_UNITY)
		name = path_basename(name);
	return (is_system || style == STYLE_UNITY) && strcmp(name, style_header(style)) == 0;
}

/* Counts the source PATH by what it includes. */
static void look_at(struct survey *survey, const char *path)
{
	_cleanup_free_ char *text = NULL;
	_cleanup_strv_ char **lines = NULL;
	bool has[NR_TEST_STYLES] = { false };
	struct error *err = fs_read_file(path, &text, NULL);

	survey->nr_files++;
	if (err) {
		error_destroy(err);
		return;
	}
	lines = strv_split(text, '\n');
	for (char **line = lines; *line; line++) {
		bool is_system = false;
		_cleanup_free_ char *name = find_included(*line, &is_system);

		for (unsigned style = 0; name && style < NR_TEST_STYLES; style++)
			has[style] |= is_header((enum test_style)style, name, is_system);
	}
	for (unsigned style = 0; style < NR_TEST_STYLES; style++) {
		if (!has[style])
			continue;
		survey->numbers[style]++;
		if (!survey->where[style])
			survey->where[style] = xstrdup(path);
	}
}

static bool is_source(const char *name)
{
	const char *end = strrchr(name, '.');

	return end && (strcmp(end, ".c") == 0 || strcmp(end, ".h") == 0);
}

/* Looks at all sources below the directory PATH. Links are not followed. */
static void walk(struct survey *survey, const char *path, unsigned depth)
{
	struct dirent **names = NULL;
	int number = scandir(path, &names, NULL, alphasort);

	for (int i = 0; i < number; i++) {
		_cleanup_free_ char *below = path_join(path, names[i]->d_name);

		if (names[i]->d_type == DT_DIR && names[i]->d_name[0] != '.' && depth < MAX_DEPTH)
			walk(survey, below, depth + 1);
		else if (names[i]->d_type == DT_REG && is_source(names[i]->d_name) &&
			 survey->nr_files < MAX_FILES)
			look_at(survey, below);
		free(names[i]);
	}
	free(names);
}

enum test_style gen_style_find(const char *root, const struct entries *entries, char **ret_where)
{
	static const char *const directories[] = { "tests", "test", "t", "testsuite",
						   "unit-tests" };
	struct survey survey = { 0 };
	enum test_style ret = STYLE_ASSERT;

	for (size_t i = 0; i < ARRAY_SIZE(directories); i++) {
		_cleanup_free_ char *path = path_join(root, directories[i]);

		walk(&survey, path, 0);
	}
	for (size_t i = 0; i < entries->units.count; i++) {
		const struct entries_unit *unit = &entries->units.items[i];
		_cleanup_free_ char *path =
			path_join(unit->directory ? unit->directory : root, unit->name);

		if (is_source(path))
			look_at(&survey, path);
	}
	/* Many sources of a program use assert(). */
	for (unsigned style = STYLE_CHECK; style < NR_TEST_STYLES; style++) {
		if (survey.numbers[style] &&
		    (ret == STYLE_ASSERT || survey.numbers[style] > survey.numbers[ret]))
			ret = (enum test_style)style;
	}
	*ret_where = survey.where[ret];
	for (unsigned style = 0; style < NR_TEST_STYLES; style++)
		free(style == ret ? NULL : survey.where[style]);
	return ret;
}
