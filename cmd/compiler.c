/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/compiler.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cmd/capture.h"
#include "common/cleanup.h"
#include "common/path.h"
#include "common/strbuf.h"
#include "common/xalloc.h"

/* Of the name of a plugin, around the release: remt-gcc-12.2.0.so. */
static const char before[] = "remt-gcc-", behind[] = ".so";

bool compiler_is_from_environment(void)
{
	const char *cc = getenv("CC");

	return cc && *cc;
}

const char *compiler_default(void)
{
	return compiler_is_from_environment() ? getenv("CC") : REMT_TARGET_GCC;
}

/* Set for compilers that we ask something: they may be scripts that ask us. */
#define ASKED_ENV "REMT_ASKS_COMPILER"

bool compiler_asks_us(void)
{
	return getenv(ASKED_ENV) != NULL;
}

int compiler_run(const char *gcc, const char *const arguments[], char **ret_output)
{
	_cleanup_free_ char *script = xasprintf("exec %s \"$@\"", gcc);
	char sh[] = "sh", c[] = "-c";
	char *argv[16] = { sh, c, script, sh, NULL };
	int status;

	for (size_t i = 0; arguments[i]; i++)
		argv[4 + i] = xstrdup(arguments[i]);
	setenv(ASKED_ENV, "1", true);
	status = capture(argv, ret_output);
	unsetenv(ASKED_ENV);
	for (size_t i = 4; argv[i]; i++)
		free(argv[i]);
	return status;
}

bool compiler_loads(const char *gcc, const char *plugin, char **ret_output)
{
	_cleanup_free_ char *flag = xasprintf("-fplugin=%s", plugin);
	static const char *const version[] = { "-dumpfullversion", NULL };
	const char *const arguments[] = { flag,	       "-S", "-x",	  "c",
					  "/dev/null", "-o", "/dev/null", NULL };

	/* Clang would load any library as a plugin, and say nothing. */
	int status = compiler_run(gcc, version, ret_output);

	if (status == 0) {
		free(*ret_output);
		return compiler_run(gcc, arguments, ret_output) == 0;
	}
	free(*ret_output);
	*ret_output = xstrdup(status == 127 ? "it can't be run" : "it is no GCC");
	return false;
}

char *compiler_version(const char *gcc)
{
	static const char *const arguments[] = { "--version", NULL };
	char *output = NULL;

	if (compiler_run(gcc, arguments, &output) != 0) {
		free(output);
		return NULL;
	}
	output[strcspn(output, "\n")] = '\0';
	return output;
}

bool compiler_has_short_name(const char *gcc, const char *plugin)
{
	static const char *const arguments[] = { "-print-file-name=plugin", NULL };
	_cleanup_free_ char *output = NULL, *wanted = NULL;
	struct stat a, b;

	if (compiler_run(gcc, arguments, &output) != 0)
		return false;
	output[strcspn(output, "\n")] = '\0';
	wanted = path_join(output, "remt.so");
	return stat(wanted, &a) == 0 && stat(plugin, &b) == 0 && a.st_dev == b.st_dev &&
	       a.st_ino == b.st_ino;
}

static int is_plugin(const struct dirent *entry)
{
	return strncmp(entry->d_name, before, strlen(before)) == 0 &&
	       strlen(entry->d_name) > strlen(before) + strlen(behind);
}

char *compiler_releases(const char *plugin)
{
	_cleanup_free_ char *directory = path_dirname(plugin);
	_cleanup_strbuf_ struct strbuf list = { 0 };
	struct dirent **found = NULL;
	int nr = scandir(directory, &found, is_plugin, versionsort);

	for (int i = 0; i < nr; i++) {
		const char *release = found[i]->d_name + strlen(before);

		strbuf_adds(&list, i ? ", " : "");
		strbuf_add(&list, release, strlen(release) - strlen(behind));
		free(found[i]);
	}
	free(found);
	return strbuf_take(&list);
}
