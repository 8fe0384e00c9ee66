/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/prove.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/compiler.h"
#include "cmd/paths.h"
#include "cmd/scratch_directory.h"
#include "common/cleanup.h"
#include "common/path.h"
#include "common/xalloc.h"

/* True if GCC is what it says it is, of release MAJOR. */
static bool is_release(const char *gcc, unsigned major)
{
	static const char *const arguments[] = { "-dumpversion", NULL };
	_cleanup_free_ char *output = NULL;

	return compiler_run(gcc, arguments, &output) == 0 && strtoul(output, NULL, 10) == major;
}

char *prove_compiler(const struct equiv_subject *subject)
{
	unsigned major = subject->units.count ? subject->units.items[0].gcc_major : 0;
	_cleanup_free_ char *named = xasprintf("gcc-%u", major);

	if (!major || compiler_is_from_environment() || is_release(compiler_default(), major) ||
	    !is_release(named, major))
		return xstrdup(compiler_default());
	return TAKE(named);
}

/* Returns CC with the path of its first word absolute: compilers are started in other directories. */
static char *make_absolute(const char *cc)
{
	size_t length = strcspn(cc, " \t");
	_cleanup_free_ char *word = xstrndup(cc, length), *path = NULL, *working = NULL;

	if (word[0] == '/' || !strchr(word, '/') || strpbrk(word, "'\"\\$`"))
		return xstrdup(cc);
	error_destroy(path_working_directory(&working));
	path = path_absolute(working ? working : "/", word);
	return xasprintf("%s%s", path, cc + length);
}

struct error *prove_mutants(struct store *store, struct equiv_subject *subject,
			    struct equiv_opts opts, const char *scratch, struct equiv_count *ret)
{
	bool is_compiler = strcmp(opts.method, EQUIV_METHOD_COMPILER) == 0;
	struct scratch directory = { 0 };
	_cleanup_free_ char *cc = NULL, *plugin = paths_plugin(),
			    *version = is_compiler ? compiler_version(opts.compiler.cc)
						   : xstrdup("remt " PACKAGE_VERSION);
	struct error *err;

	if (!version)
		return error_create(ERROR_UNUSABLE, "the compiler %s can't be run",
				    opts.compiler.cc);
	if (!plugin && is_compiler)
		return error_create(ERROR_INTERNAL, "the plugin is missing");
	err = scratch_directory_make(scratch, "equiv", NULL, &directory);
	if (err)
		return err;
	cc = make_absolute(opts.compiler.cc);
	opts.compiler.cc = cc;
	opts.compiler.plugin = plugin;
	opts.compiler.scratch = directory.path;
	opts.compiler.keeps_objects = opts.is_duplicates;
	opts.compiler.timeout_s = 300;
	opts.version = version;
	err = equiv_run(store, subject, &opts, ret);
	scratch_destroy(&directory);
	return err;
}
