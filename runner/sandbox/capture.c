/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Captures what a program prints, in a view that ends with it. */
#include "runner/sandbox/capture.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/path.h"
#include "common/shell.h"
#include "common/strbuf.h"
#include "common/strv.h"
#include "runner/sandbox/contain.h"
#include "runner/sandbox/scratch.h"
#include "runner/sandbox/view.h"

enum { BLOCK = 16384, EXIT_NOT_STARTED = 127 };

static _Noreturn void start(char *const argv[], const char *directory, char *const env[], int out)
{
	int null = open("/dev/null", O_RDWR);

	if (null >= 0 && dup2(null, 0) >= 0 && dup2(out, 1) >= 0 && dup2(null, 2) >= 0 &&
	    chdir(directory) == 0) {
		environ = (char **)env;
		execvp(argv[0], argv);
	}
	_exit(EXIT_NOT_STARTED);
}

static void read_all(int fd, struct strbuf *text)
{
	for (;;) {
		strbuf_reserve(text, BLOCK);
		ssize_t n = read(fd, text->data + text->length, BLOCK);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		text->length += (size_t)n;
	}
	text->data[text->length] = '\0';
}

/* In the child: whatever is written below DIRECTORY ends with the child. */
static bool enter_view(struct containment *containment, const char *directory, const char *scratch)
{
	_cleanup_free_ char *upper = path_join(scratch, "view");
	const struct view_opts opts = { .root = directory, .scratch = scratch };
	struct view *view;
	struct error *err = contain_enter(containment);

	if (!err && mkdir(upper, 0700) == 0)
		err = view_create(&opts, &view);
	error_destroy(err);
	return !err;
}

/* SCRATCH holds the program's view; NULL: it gets none. */
static struct error *capture(char *const argv[], const char *directory, char *const env[],
			     const char *scratch, char **ret)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };
	struct containment containment;
	int ends[2], status = 0;

	if (pipe2(ends, O_CLOEXEC) < 0)
		return error_errno(ERROR_INTERNAL, errno, "pipe");
	_cleanup_close_ int in = ends[0];
	_cleanup_close_ int out = ends[1];
	pid_t pid = contain_fork(scratch ? CONTAIN_ONLINE : CONTAIN_NOT, &containment);

	if (pid < 0)
		return error_errno(ERROR_INTERNAL, errno, "fork");
	if (pid == 0 && scratch && !enter_view(&containment, directory, scratch))
		_exit(EXIT_NOT_STARTED);
	if (pid == 0)
		start(argv, directory, env, out);
	close(TAKE_FD(out));
	read_all(in, &text);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
		_cleanup_free_ char *line = shell_quote_argv(argv);

		return error_create(ERROR_UNUSABLE, "%s fails", line);
	}
	*ret = strbuf_take(&text);
	return NULL;
}

struct error *capture_run(char *const argv[], const char *directory, char *const env[], char **ret)
{
	struct scratch scratch = { 0 };
	struct error *err = scratch_create(&scratch);

	if (!err)
		err = capture(argv, directory, env, scratch.path, ret);
	scratch_destroy(&scratch);
	if (!err)
		return NULL;
	error_destroy(err);
	return capture(argv, directory, env, NULL, ret);
}

struct error *capture_json(char *const argv[], const char *directory, char *const env[],
			   json_t **ret)
{
	_cleanup_free_ char *text = NULL;
	json_error_t problem;
	struct error *err = capture_run(argv, directory, env, &text);

	if (err)
		return err;
	json_t *json = json_loads(text, 0, &problem);

	if (!json) {
		_cleanup_free_ char *line = shell_quote_argv(argv);

		return error_create(ERROR_UNUSABLE, "%s: no JSON: %s", line, problem.text);
	}
	*ret = json;
	return NULL;
}

char **capture_strings(const json_t *value)
{
	char **texts = NULL;
	size_t index;
	json_t *item;

	json_array_foreach(value, index, item) {
		if (json_is_string(item))
			strv_append(&texts, json_string_value(item));
	}
	return texts;
}
