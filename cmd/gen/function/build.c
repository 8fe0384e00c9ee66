/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/function/build.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/capture.h"
#include "cmd/compiler.h"
#include "common/cleanup.h"
#include "common/path.h"
#include "common/shell.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "sites/linkage.h"
#include "sites/table.h"

/* Returns TO as a path from the directory FROM; both are absolute. The caller frees. */
static char *path_from(const char *from, const char *to)
{
	struct strbuf ret = { 0 };
	size_t common = 0;

	for (size_t i = 0;; i++) {
		bool ends_from = !from[i] || from[i] == '/', ends_to = !to[i] || to[i] == '/';

		if (ends_from && ends_to)
			common = i;
		if (!from[i] || !to[i] || from[i] != to[i])
			break;
	}
	for (const char *c = from + common; *c; c++) {
		if (*c == '/' && c[1])
			strbuf_adds(&ret, "../");
	}
	strbuf_adds(&ret, to + common + (to[common] == '/'));
	return strbuf_take(&ret);
}

char *gen_function_build_path(const char *directory, const char *path, const char *source)
{
	_cleanup_free_ char *absolute = path_absolute(directory, path),
			    *place = path_dirname(absolute);

	return path_from(place, source);
}

/* Options of the preprocessor whose value, joined to them, is a directory or a file. */
static const char *const places[] = { "-I",	    "-iquote",	"-isystem",
				      "-idirafter", "-include", "-imacros" };
/* Those that other values follow. */
static const char *const values[] = { "-D", "-U" };

static const char *find_beginning(const char *word, const char *const *beginnings, size_t number)
{
	for (size_t i = 0; i < number; i++) {
		if (strncmp(word, beginnings[i], strlen(beginnings[i])) == 0)
			return beginnings[i];
	}
	return NULL;
}

/* ---- the program */

static void note_unit(struct gen_function_build *build, const struct site_table *table)
{
	struct gen_function_source unit = { 0 };
	const struct remt_sites_header *header = table->header;
	struct error *err =
		equiv_command_read(site_table_string(table, header->command_str), &unit.command);

	if (!err)
		err = equiv_command_check_input(site_table_string(table, header->input_str));
	if (err) {
		equiv_command_deinit(&unit.command);
		error_destroy(err);
		return;
	}
	unit.directory = xstrdup(site_table_string(table, header->comp_dir_str));
	unit.input = xstrdup(site_table_string(table, header->input_str));
	unit.path = path_absolute(unit.directory, unit.input);
	vec_push(&build->units, unit);
}

/* Notes the option that links NAME; not where all programs are linked with it, or its framework adds it. */
static void note_library(void *arg, const char *name)
{
	static const char *const always[] = { "libc.so", "ld-linux", "libgcc_s",
					      "libremt", "libasan",  "libubsan" };
	struct gen_function_build *build = arg;
	const char *end = strstr(name, ".so");

	if (find_beginning(name, always, ARRAY_SIZE(always)) || strncmp(name, "lib", 3) != 0 ||
	    !end)
		return;
	strv_append_take(&build->libraries, xasprintf("-l%.*s", (int)(end - name - 3), name + 3));
}

struct error *gen_function_build_read(const char *program, struct gen_function_build *ret)
{
	struct site_tables tables = { 0 };
	struct error *err;

	*ret = (struct gen_function_build){ 0 };
	err = site_tables_read(program, &tables);
	if (err)
		return err;
	for (size_t i = 0; i < tables.nr_tables; i++)
		note_unit(ret, &tables.tables[i]);
	site_tables_deinit(&tables);
	return linkage_each_library(program, note_library, ret);
}

void gen_function_build_deinit(struct gen_function_build *build)
{
	for (size_t i = 0; i < build->units.count; i++) {
		struct gen_function_source *unit = &build->units.items[i];

		free(unit->directory);
		free(unit->input);
		free(unit->path);
		equiv_command_deinit(&unit->command);
	}
	vec_deinit(&build->units);
	strv_destroy(build->libraries);
	free(build->archive);
	scratch_destroy(&build->scratch);
}

/* ---- flags */

static const struct gen_function_source *find_unit(const struct gen_function_build *build,
						   const char *source)
{
	_cleanup_free_ char *path = path_normalise(source);

	for (size_t i = 0; i < build->units.count; i++) {
		if (strcmp(build->units.items[i].path, path) == 0)
			return &build->units.items[i];
	}
	return NULL;
}

/* Returns ABSOLUTE as seen from the directory of PATH in DIRECTORY; PATH NULL: itself. The caller frees. */
static char *see(const char *absolute, const char *directory, const char *path)
{
	char *ret = path ? gen_function_build_path(directory, path, absolute) : xstrdup(absolute);

	if (*ret)
		return ret;
	free(ret);
	return xstrdup(".");
}

char *gen_function_build_flags(const struct gen_function_build *build, const char *source,
			       const char *directory, const char *path)
{
	const struct gen_function_source *unit = find_unit(build, source);
	_cleanup_strv_ char **words = NULL;

	for (char **word = unit ? unit->command.words : NULL; word && *word; word++) {
		const char *option = find_beginning(*word, places, ARRAY_SIZE(places));

		if (option) {
			_cleanup_free_ char *absolute = path_absolute(unit->directory,
								      *word + strlen(option)),
					    *seen = see(absolute, directory, path);

			strv_append_take(&words, xasprintf("%s%s", option, seen));
		} else if (find_beginning(*word, values, ARRAY_SIZE(values))) {
			strv_append(&words, *word);
		}
	}
	return words ? shell_quote_argv(words) : xstrdup("");
}

/* ---- the archive */

/* Compiles UNIT, in its directory; false: it does not compile. main() is that of who includes a unit. */
static bool compile(const struct gen_function_source *unit, const char *object)
{
	_cleanup_free_ char *directory = shell_quote(unit->directory),
			    *words = shell_quote_argv(unit->command.words),
			    *input = shell_quote(unit->input), *quoted = shell_quote(object),
			    *command = NULL, *output = NULL;

	command = xasprintf("cd %s && %s -w %s -Dmain=main_of_program -c %s -o %s", directory,
			    compiler_default(), words, input, quoted);
	return capture((char *[]){ (char *)"sh", (char *)"-c", command, NULL }, &output) == 0;
}

struct error *gen_function_build_archive(struct gen_function_build *build)
{
	_cleanup_strv_ char **words = NULL;
	_cleanup_free_ char *output = NULL, *archive = NULL;
	struct error *err = scratch_create(&build->scratch);

	if (err)
		return err;
	archive = path_join(build->scratch.path, "libunits.a");
	strv_append(&words, "ar");
	strv_append(&words, "rcs");
	strv_append(&words, archive);
	for (size_t i = 0; i < build->units.count; i++) {
		_cleanup_free_ char *name = xasprintf("unit-%zu.o", i),
				    *object = path_join(build->scratch.path, name);

		if (compile(&build->units.items[i], object))
			strv_append(&words, object);
	}
	if (capture(words, &output) != 0)
		return error_create(ERROR_UNUSABLE, "the program's units can't be archived: %s",
				    output);
	build->archive = TAKE(archive);
	return NULL;
}

static char *join(const struct gen_function_build *build, const char *files)
{
	_cleanup_free_ char *libraries =
		build->libraries ? shell_quote_argv(build->libraries) : xstrdup("");

	return xasprintf("%s%s%s", files, *files && *libraries ? " " : "", libraries);
}

char *gen_function_build_libs(const struct gen_function_build *build)
{
	_cleanup_free_ char *archive = build->archive ? shell_quote(build->archive) : xstrdup("");

	return join(build, archive);
}

char *gen_function_build_sources(const struct gen_function_build *build, const char *output,
				 const char *directory, const char *path)
{
	_cleanup_free_ char *files = NULL;
	_cleanup_strv_ char **words = NULL;

	for (size_t i = 0; i < build->units.count && build->archive; i++) {
		_cleanup_free_ char *member = xasprintf("unit-%zu.o", i);

		if (strstr(output, member))
			strv_append_take(&words, see(build->units.items[i].path, directory, path));
	}
	files = words ? shell_quote_argv(words) : xstrdup("");
	return join(build, files);
}
