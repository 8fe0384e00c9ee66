/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/test/style.h"

#include <stdlib.h>
#include <string.h>

#include "caller/source_blocks.h"
#include "cmd/gen/input/test_sources.h"
#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/strv.h"
#include "common/xalloc.h"

struct survey {
	size_t numbers[NR_TEST_STYLES]; /* of sources */
	char *where[NR_TEST_STYLES];	/* the first one of each; owned */
};

/* True if NAME is the header of STYLE. Projects have headers of these names, too; Unity is often a part of the project. */
static bool is_header(enum test_style style, const char *name, bool is_system)
{
	if (style == STYLE_UNITY)
		name = path_basename(name);
	return (is_system || style == STYLE_UNITY) && strcmp(name, style_header(style)) == 0;
}

/* Counts the source PATH by what it includes. */
static void look_at(void *arg, const char *path)
{
	struct survey *survey = arg;
	_cleanup_free_ char *text = NULL;
	_cleanup_strv_ char **lines = NULL;
	bool has[NR_TEST_STYLES] = { false };
	struct error *err = fs_read_file(path, &text, NULL);

	if (err) {
		error_destroy(err);
		return;
	}
	lines = strv_split(text, '\n');
	for (char **line = lines; *line; line++) {
		bool is_system = false;
		_cleanup_free_ char *name = source_blocks_included(*line, &is_system);

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

/* Returns the style that most sources have; many of a program use assert(). */
static enum test_style choose(const struct survey *survey)
{
	enum test_style ret = STYLE_ASSERT;

	for (unsigned style = STYLE_CHECK; style < NR_TEST_STYLES; style++) {
		if (survey->numbers[style] &&
		    (ret == STYLE_ASSERT || survey->numbers[style] > survey->numbers[ret]))
			ret = (enum test_style)style;
	}
	return ret;
}

enum test_style gen_style_of(const char *path)
{
	struct survey survey = { 0 };

	look_at(&survey, path);
	for (unsigned style = 0; style < NR_TEST_STYLES; style++)
		free(survey.where[style]);
	return choose(&survey);
}

enum test_style gen_style_find(const char *root, const struct entries *entries, char **ret_where)
{
	struct survey survey = { 0 };
	enum test_style ret;

	gen_test_sources_each(root, look_at, &survey);
	for (size_t i = 0; i < entries->units.count; i++) {
		const struct entries_unit *unit = &entries->units.items[i];
		_cleanup_free_ char *path =
			path_join(unit->directory ? unit->directory : root, unit->name);

		if (gen_test_source_is(path))
			look_at(&survey, path);
	}
	ret = choose(&survey);
	*ret_where = survey.where[ret];
	for (unsigned style = 0; style < NR_TEST_STYLES; style++)
		free(style == ret ? NULL : survey.where[style]);
	return ret;
}
