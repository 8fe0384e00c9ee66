/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Copies are made by `cp -a --reflink=auto`, and built in a child process that mounts the copy over
 * the project's root. A copy is refused if some file in it has site tables, or if a source's hash
 * is not the stored one.
 */
#include "verify/copy.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/hash.h"
#include "common/path.h"
#include "common/shell.h"
#include "common/xalloc.h"
#include "runner/sandbox/contain.h"
#include "sites/table.h"
#include "verify/shell.h"

#define COPY_TIMEOUT_S	    600
#define NR_OPEN_DIRECTORIES 64

struct error *verify_copy_create(const char *from, const char *to)
{
	_cleanup_free_ char *source = path_join(from, "."), *log = xasprintf("%s.log", to);
	_cleanup_free_ char *store = path_join(to, ".remt");
	const char *const words[] = { "cp", "-a", "--reflink=auto", "--", source, to, NULL };
	_cleanup_free_ char *command = shell_quote_argv((char *const *)words);
	bool copied = false;
	struct error *err = verify_shell(command, "/", environ, log, COPY_TIMEOUT_S, &copied);

	if (err)
		return err;
	if (!copied) {
		_cleanup_free_ char *line = verify_shell_line(log, "cp:");

		return error_create(ERROR_UNUSABLE, "cannot copy %s: %s", from, line);
	}
	return fs_remove_tree(store);
}

static struct containment containment;

pid_t verify_copy_fork(void)
{
	fflush(NULL);
	return contain_fork(CONTAIN_ONLINE, &containment);
}

struct error *verify_copy_enter(const char *copy, const char *root)
{
	struct error *err = contain_enter(&containment);

	if (err)
		return err;
	if (mount(copy, root, NULL, MS_BIND, NULL) < 0)
		return error_errno(ERROR_INTERNAL, errno, "mounting %s on %s", copy, root);
	return NULL;
}

enum step { STEP_OK = 0, STEP_CONFIGURE = 1, STEP_BUILD = 2, STEP_ENTER = 3 };

static enum step build_inside(const char *copy, const char *root, const char *log,
			      const struct verify_build *build)
{
	_cleanup_error_ struct error *err = verify_copy_enter(copy, root);
	bool done = true;

	if (err)
		return STEP_ENTER;
	if (build->configure)
		err = verify_shell(build->configure, root, build->environment, log,
				   build->timeout_s, &done);
	if (err || !done)
		return STEP_CONFIGURE;
	err = verify_shell(build->build, root, build->environment, log, build->timeout_s, &done);
	return err || !done ? STEP_BUILD : STEP_OK;
}

struct error *verify_copy_build(const char *copy, const char *root, const char *log,
				const struct verify_build *build)
{
	static const char *const steps[] = { "", "configuring", "building", "mounting" };
	_cleanup_free_ char *line = NULL;
	pid_t pid = verify_copy_fork();
	int status;

	if (pid < 0)
		return error_errno(ERROR_UNUSABLE, errno,
				   "this machine refuses namespaces, without which a copy cannot "
				   "stand in for the project");
	if (pid == 0)
		_exit(build_inside(copy, root, log, build));
	if (waitpid(pid, &status, 0) < 0 || !WIFEXITED(status) ||
	    (size_t)WEXITSTATUS(status) >= ARRAY_SIZE(steps))
		return error_create(ERROR_INTERNAL, "the build of the copy was lost");
	if (WEXITSTATUS(status) == STEP_OK)
		return NULL;
	line = verify_shell_line(log, "rror");
	return error_create(ERROR_UNUSABLE, "%s the copy failed: %s (log: %s)",
			    steps[WEXITSTATUS(status)], line, log);
}

/* result of the walk below, as nftw() takes no argument; NULL: nothing found; owned */
static char *instrumented;

static int look_at(const char *path, const struct stat *status, int type, struct FTW *ftw)
{
	(void)ftw;
	if (type != FTW_F || !S_ISREG(status->st_mode) || !site_tables_present(path))
		return 0;
	instrumented = xstrdup(path);
	return 1;
}

static struct error *check_hash(const char *copy, const struct verify_sample *sample,
				const char *file)
{
	_cleanup_free_ char *path = path_join(copy, file);
	uint64_t hash = 0;
	struct error *err = hash_file(path, &hash);

	if (err)
		return err;
	for (size_t i = 0; i < sample->files.count; i++) {
		if (strcmp(sample->files.items[i].path, file) == 0 &&
		    sample->files.items[i].hash != hash)
			return error_create(ERROR_UNUSABLE, "%s is not what was compiled", file);
	}
	return NULL;
}

struct error *verify_copy_check(const char *copy, const struct verify_sample *sample)
{
	_cleanup_free_ char *found = NULL;
	struct error *err = NULL;

	instrumented = NULL;
	nftw(copy, look_at, NR_OPEN_DIRECTORIES, FTW_PHYS);
	found = TAKE(instrumented);
	if (found)
		return error_create(
			ERROR_UNUSABLE,
			"%s was built with the plugin: --source must name a clean tree, "
			"or --configure make it clean",
			found + strlen(copy) + 1);
	for (size_t i = 0; i < sample->mutants.count && !err; i++) {
		if (i == 0 ||
		    strcmp(sample->mutants.items[i].file, sample->mutants.items[i - 1].file))
			err = check_hash(copy, sample, sample->mutants.items[i].file);
	}
	return err;
}
