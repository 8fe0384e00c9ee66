/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The program looks at its own path in /proc. A build tree has config.status beside the program.
 * An installed program takes what stands before its configured directory as the DESTDIR.
 */
#include "cmd/paths.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/capture.h"
#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/xalloc.h"

/* Returns the directory of the running program, with links resolved. */
static char *own_directory(void)
{
	_cleanup_free_ char *exe = NULL;
	_cleanup_error_ struct error *err = path_resolve("/proc/self/exe", &exe);

	return err ? xstrdup("") : path_dirname(exe);
}

/* A build tree has config.status beside the program. */
static bool is_build_tree(const char *directory)
{
	_cleanup_free_ char *witness = path_join(directory, "config.status");

	return fs_exists(witness);
}

/* Returns what precedes the configured bindir: "" as installed, else the DESTDIR. */
static char *installed_root(const char *directory)
{
	size_t length = strlen(directory), bin = strlen(REMT_BINDIR);

	if (length > bin && strcmp(directory + length - bin, REMT_BINDIR) == 0)
		return xstrndup(directory, length - bin);
	return xstrdup("");
}

/* Returns BUILT below the build tree, or NAME in the configured directory. */
static char *find(const char *built, const char *installed, const char *name)
{
	_cleanup_free_ char *own = own_directory(), *root = NULL;
	char *path;

	if (is_build_tree(own)) {
		path = path_join(own, built);
	} else {
		root = installed_root(own);
		path = xasprintf("%s%s/%s", root, installed, name);
	}
	if (fs_exists(path))
		return path;
	free(path);
	return NULL;
}

char *paths_plugin(void)
{
	return find("plugin/remt.so", REMT_PKGLIBDIR, "remt.so");
}

char *paths_runtime(void)
{
	return find("runtime/libremt-rt.so", REMT_PKGLIBDIR, "libremt-rt.so");
}

char *paths_evaluator(void)
{
	return find("explore/libremt-explore.so", REMT_PKGLIBDIR, "libremt-explore.so");
}

char *paths_elements(void)
{
	return find("report/elements.js", REMT_PKGDATADIR, "elements.js");
}

/* The sources may be elsewhere; the Makefile of the build knows where. */
char *paths_manual(const char *page)
{
	_cleanup_free_ char *built = xasprintf(REMT_SOURCE_DIR "/doc/man/%s.1", page);
	_cleanup_free_ char *name = xasprintf("%s.1", page);

	return find(built, REMT_MANDIR "/man1", name);
}
