/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -g0 changes no code: GCC compares the code of both in its own bootstrap (-fcompare-debug). Line tables would differ
 * between original and mutant, though no program reads them.
 */
#include "equiv/compile.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/shell.h"
#include "common/signals.h"
#include "common/strv.h"
#include "common/xalloc.h"

/* An object, or a preprocessed source, has at most so many bytes: so many for each of the source, between two bounds. */
#define OUTPUT_PER_BYTE 400
#define MIN_OUTPUT	(UINT64_C(64) << 20)
#define MAX_OUTPUT	(UINT64_C(1) << 30)

/* A compiler has at most so many bytes of memory. */
#define MAX_MEMORY (UINT64_C(4) << 30)

/* Options of every compilation, behind the unit's. The seed is for names that would be random. */
const char *const equiv_compile_always[] = { "-w", "-g0", "-fdiagnostics-color=never",
					     "-frandom-seed=remt", NULL };

static char **make_flags(const struct equiv_unit *unit)
{
	char **flags = strv_copy(unit->command.words);

	for (size_t i = 0; equiv_compile_always[i]; i++)
		strv_append(&flags, equiv_compile_always[i]);
	if (unit->is_warned)
		strv_append(&flags, "-Wformat");
	return flags;
}

char *equiv_compile_flags(const struct equiv_unit *unit)
{
	_cleanup_strv_ char **flags = make_flags(unit);

	return shell_quote_argv(flags);
}

/*
 * Copies are equal to each other: the compiler may not merge them, and what it puts into one may not depend on how many
 * others there are. Vectors take long, and hardly make equal code of other code: copies are no proof.
 */
static const char *const of_copies[] = {
	"-fno-ipa-icf",
	"--param=inline-unit-growth=1000000",
	"-fno-tree-slp-vectorize",
	"-fno-tree-loop-vectorize",
	NULL,
};

static void add_plugin(char ***argv, const struct equiv_compiler *compiler,
		       const struct equiv_unit *unit)
{
	strv_appendf(argv, "-fplugin=%s", compiler->plugin);
	strv_extend(argv, unit->command.plugins);
}

static bool is_marked(enum equiv_way way)
{
	return way == EQUIV_MARKED || way == EQUIV_DEBUG || way == EQUIV_WARNED ||
	       way == EQUIV_WARNED_DEBUG;
}

static char **make_argv(const struct equiv_compiler *compiler, const struct equiv_unit *unit,
			enum equiv_way way, const char *directory)
{
	_cleanup_strv_ char **flags = make_flags(unit);
	char **argv = xcalloc(1, sizeof(char *));

	strv_append(&argv, "sh");
	strv_append(&argv, "-c");
	strv_appendf(&argv, "exec %s \"$@\"", compiler->cc);
	strv_append(&argv, "sh");
	strv_extend(&argv, flags);
	if (way == EQUIV_DEBUG || way == EQUIV_WARNED_DEBUG)
		strv_append(&argv, "-g");
	if (way == EQUIV_WARNED || way == EQUIV_WARNED_DEBUG)
		strv_append(&argv, "-Wformat");
	if (is_marked(way)) {
		/* Else there is no table before the program is linked. */
		if (unit->command.is_lto)
			strv_append(&argv, "-ffat-lto-objects");
		add_plugin(&argv, compiler, unit);
		strv_append(&argv, "-MD");
		strv_append(&argv, "-MT");
		strv_append(&argv, "unit");
		strv_append(&argv, "-MF");
		strv_appendf(&argv, "%s/reads", directory);
	}
	if (way == EQUIV_COPIES) {
		add_plugin(&argv, compiler, unit);
		strv_appendf(&argv, "-fplugin-arg-remt-copies=%s/list", directory);
		for (size_t i = 0; of_copies[i]; i++)
			strv_append(&argv, of_copies[i]);
	}
	strv_append(&argv, "-x");
	strv_append(&argv, "c");
	/* Of copies no code is made. */
	strv_append(&argv, way == EQUIV_READ ? "-E" : way == EQUIV_COPIES ? "-S" : "-c");
	strv_append(&argv, unit->input);
	strv_append(&argv, "-o");
	strv_appendf(&argv, "%s/out", directory);
	return argv;
}

/* Leaves only absolute paths in the list NAME of ENV: others would be found in the directory of the unit. */
static void drop_relative(char ***env, const char *name)
{
	_cleanup_strv_ char **paths = NULL, **kept = NULL;
	_cleanup_free_ char *value = NULL;

	if (!getenv(name))
		return;
	paths = strv_split(getenv(name), ':');
	for (size_t i = 0; paths[i]; i++) {
		if (paths[i][0] == '/')
			strv_append(&kept, paths[i]);
	}
	strv_env_unset(*env, name);
	value = kept ? strv_join(kept, ":") : NULL;
	if (value)
		strv_env_set(env, name, value);
}

/*
 * The environment of compilations: without what makes GCC write other files or execute programs of the project, and with
 * one time for __DATE__.
 */
static char **make_environment(const char *directory)
{
	static const char *const unset[] = {
		"DEPENDENCIES_OUTPUT",
		"SUNPRO_DEPENDENCIES",
		"GCC_COMPARE_DEBUG",
		"COLLECT_GCC_OPTIONS",
	};
	char **env = strv_copy(environ);

	for (size_t i = 0; i < ARRAY_SIZE(unset); i++)
		strv_env_unset(env, unset[i]);
	drop_relative(&env, "PATH");
	drop_relative(&env, "COMPILER_PATH");
	drop_relative(&env, "GCC_EXEC_PREFIX");
	strv_env_set(&env, "LC_ALL", "C");
	strv_env_set(&env, "SOURCE_DATE_EPOCH", "0");
	strv_env_set(&env, "TMPDIR", directory);
	return env;
}

static void limit(int resource, uint64_t value)
{
	const struct rlimit limits = { value, value };

	setrlimit((__rlimit_resource_t)resource, &limits);
}

static uint64_t output_limit(const struct equiv_unit *unit)
{
	_cleanup_free_ char *input = path_join(unit->directory, unit->input);
	struct stat st;
	uint64_t bytes = stat(input, &st) < 0 ? 0 : (uint64_t)st.st_size;

	if (bytes > MAX_OUTPUT / OUTPUT_PER_BYTE)
		return MAX_OUTPUT;
	bytes *= OUTPUT_PER_BYTE;
	return bytes > MIN_OUTPUT ? bytes : MIN_OUTPUT;
}

static _Noreturn void run_compiler(const struct equiv_compiler *compiler,
				   const struct equiv_unit *unit, char **argv,
				   const char *directory, const char *log)
{
	char **env = make_environment(directory);
	int in = open("/dev/null", O_RDONLY), out = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	uint64_t most = output_limit(unit);

	signals_reset();
	limit(RLIMIT_CPU, compiler->timeout_s);
	limit(RLIMIT_FSIZE, most);
	limit(RLIMIT_AS, MAX_MEMORY);
	if (in < 0 || out < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0 ||
	    chdir(unit->directory) < 0)
		_exit(127);
	execve("/bin/sh", argv, env);
	_exit(127);
}

/*
 * True if the compiler, as LOG tells, has rejected its source. Compilers that were killed, or ran out of something, may
 * name errors, too.
 */
static bool is_about_source(const char *log)
{
	static const char *const others[] = {
		"fatal error:",		  "internal compiler error", "signal terminated program",
		"No space left",	  "out of memory",	     "memory exhausted",
		"Cannot allocate memory",
	};
	_cleanup_free_ char *said = NULL;
	struct error *err = fs_read_file(log, &said, NULL);
	bool is = !err && strstr(said, " error: ");

	error_destroy(err);
	for (size_t i = 0; is && i < ARRAY_SIZE(others); i++)
		is = !strstr(said, others[i]);
	return is;
}

struct error *equiv_compile(const struct equiv_compiler *compiler, const struct equiv_unit *unit,
			    enum equiv_way way, const char *directory, enum equiv_end *ret)
{
	_cleanup_free_ char *output = path_join(directory, "out"),
			    *log = path_join(directory, "log");
	_cleanup_strv_ char **argv = make_argv(compiler, unit, way, directory);
	pid_t pid;
	int status;

	unlink(output);
	pid = fork();
	if (pid < 0)
		return error_errno(ERROR_INTERNAL, errno, "cannot start the compiler");
	if (pid == 0)
		run_compiler(compiler, unit, argv, directory, log);
	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return error_errno(ERROR_INTERNAL, errno, "the compiler was lost");
	}
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		*ret = EQUIV_COMPILED;
	else
		*ret = WIFEXITED(status) && is_about_source(log) ? EQUIV_REJECTED : EQUIV_FAILED;
	return NULL;
}

/* Writes the edited text, with the times of the original. */
static struct error *write_edit(const char *path, const struct stat *original, const char *text,
				size_t size)
{
	const struct timespec times[] = { original->st_atim, original->st_mtim };
	_cleanup_close_ int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	if (fd < 0 || !fs_write_all(fd, text, size) || fchmod(fd, original->st_mode & 0666) < 0 ||
	    futimens(fd, times) < 0)
		return error_errno(ERROR_INTERNAL, errno, "cannot write %s", path);
	return NULL;
}

struct error *equiv_compile_edit(const char *directory, const struct equiv_file *file,
				 const char *text, size_t size)
{
	_cleanup_free_ char *edited = path_join(directory, "edited");
	/* Whatever file a damaged store names, an edit of it is never executed. */
	const unsigned long flags = MS_RDONLY | MS_NOEXEC | MS_NOSUID | MS_NODEV;
	struct stat original, written, seen;
	struct error *err;

	if (stat(file->seen, &original) < 0)
		return error_errno(ERROR_UNUSABLE, errno, "cannot read %s", file->seen);
	err = write_edit(edited, &original, text, size);
	if (err)
		return err;
	if (mount(edited, file->seen, NULL, MS_BIND, NULL) < 0)
		return error_errno(ERROR_UNUSABLE, errno, "cannot mount an edit on %s", file->seen);
	if (mount(NULL, file->seen, NULL, MS_REMOUNT | MS_BIND | flags, NULL) < 0)
		return error_errno(ERROR_UNUSABLE, errno, "cannot protect an edit of %s",
				   file->seen);
	if (stat(edited, &written) < 0 || stat(file->seen, &seen) < 0 ||
	    written.st_dev != seen.st_dev || written.st_ino != seen.st_ino)
		return error_create(ERROR_UNUSABLE, "an edit of %s is not seen", file->seen);
	return NULL;
}
