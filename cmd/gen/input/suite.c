/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/input/suite.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/gen/input/stdin.h"
#include "cmd/progress.h"
#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/plural.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "runner/trace/trace.h"

/* Bytes of inputs that a command may have: each of them is followed. */
#define MAX_INPUTS ((size_t)1 << 16)

/* What is noted while the suite runs. */
struct observation {
	const struct gen_suite_opts *opts;
	struct gen_seeds *seeds;
	struct gen_suite *suite;
};

/* A command that is being made. */
struct draft {
	char **arguments; /* NULL-terminated, owned */
	bool *kept;
	VEC(struct command_file) files; /* standard input first; the bytes are owned */
	size_t size;			/* bytes of inputs */
};

static void draft_deinit(struct draft *draft)
{
	for (size_t i = 0; i < draft->files.count; i++)
		free(draft->files.items[i].bytes);
	vec_deinit(&draft->files);
	strv_destroy(draft->arguments);
	free(draft->kept);
}

/* True if NAME is an argument other than NUMBER, may be taken for an option, or is that of a file in DIRECTORY. */
static bool is_taken(const struct draft *draft, size_t number, const char *directory,
		     const char *name)
{
	_cleanup_free_ char *path = path_join(directory, name);

	for (size_t i = 0; draft->arguments[i]; i++) {
		if (i != number && strcmp(draft->arguments[i], name) == 0)
			return true;
	}
	return name[0] == '-' || fs_exists(path);
}

/* Returns a name in DIRECTORY for a copy of PATH, which argument NUMBER names; the seeds own it. */
static const char *name_file(struct gen_seeds *seeds, const struct draft *draft, size_t number,
			     const char *directory, const char *path)
{
	_cleanup_free_ char *name = xstrdup(path_basename(path));

	while (is_taken(draft, number, directory, name)) {
		char *longer = xasprintf("input-%s", name);

		free(name);
		name = longer;
	}
	return gen_seeds_own(seeds, name);
}

/* Makes the regular file that argument NUMBER names one of the draft; others stay as they are. */
static void add_file(const struct observation *observation, const struct trace_exec *exec,
		     struct draft *draft, size_t number)
{
	char **argument = &draft->arguments[number];
	/* What leads through links is for the kernel to follow. */
	_cleanup_free_ char *path = path_join(exec->directory, *argument);
	struct command_file file = { 0 };
	struct stat st;
	char *bytes;

	/* What has no size has no end, either, such as files of the kernel's. */
	if (stat(path, &st) < 0 || !S_ISREG(st.st_mode) || !st.st_size || strchr(path, '\n') ||
	    access(observation->opts->directory, W_OK) < 0)
		return;
	draft->kept[number] = true;
	draft->size += (size_t)st.st_size;
	if (draft->size > MAX_INPUTS)
		return;
	struct error *err = fs_read_file(path, &bytes, &file.size);

	if (err) {
		error_destroy(err);
		return;
	}
	file.bytes = (unsigned char *)bytes;
	file.name =
		name_file(observation->seeds, draft, number, observation->opts->directory, path);
	vec_push(&draft->files, file);
	free(*argument);
	*argument = xstrdup(file.name);
}

static void add_arguments(const struct observation *observation, const struct trace_exec *exec,
			  struct draft *draft)
{
	draft->arguments = strv_copy(exec->argv[0] ? exec->argv + 1 : exec->argv);
	draft->kept = xcalloc(strv_count(draft->arguments) + 1, sizeof(*draft->kept));
	for (size_t i = 0; draft->arguments[i]; i++) {
		draft->kept[i] =
			gen_seeds_keep(observation->opts->kept, observation->opts->nr_kept, i + 1);
		if (!draft->kept[i])
			add_file(observation, exec, draft, i);
		if (!draft->kept[i])
			draft->size += strlen(draft->arguments[i]);
	}
}

/* Adds the command of the draft, unless it is there or has too many inputs. */
static void add_command(const struct observation *observation, const struct draft *draft,
			char *const *environment)
{
	struct gen_seeds *seeds = observation->seeds;
	struct command command;

	command_init(&command, draft->arguments, draft->kept, draft->files.items,
		     draft->files.count);
	gen_variables_add(observation->opts->variables, environment, &command);
	if (command.nr_inputs > MAX_INPUTS) {
		observation->suite->nr_left_out++;
		command_deinit(&command);
		return;
	}
	for (size_t i = 0; i < seeds->commands.count; i++) {
		if (command_is_same(&seeds->commands.items[i], &command)) {
			command_deinit(&command);
			return;
		}
	}
	vec_push(&seeds->commands, command);
}

/* Notes the command of EXEC, whose standard input is INPUT. */
static void note_command(const struct observation *observation, const struct trace_exec *exec,
			 const struct command_file *input)
{
	struct draft draft = { .size = input->size };

	vec_push(&draft.files, *input);
	add_arguments(observation, exec, &draft);
	if (draft.size <= MAX_INPUTS)
		add_command(observation, &draft, exec->environ);
	else
		observation->suite->nr_left_out++;
	draft_deinit(&draft);
}

/* True if PATH has the name of the program, which libtool may have put "lt-" before. */
static bool has_same_name(const struct gen_suite_opts *opts, const char *path)
{
	static const char libtool[] = "lt-";
	const char *name = path_basename(path);

	if (strncmp(name, libtool, strlen(libtool)) == 0)
		name += strlen(libtool);
	return strcmp(name, path_basename(opts->program)) == 0;
}

static bool on_exec(void *arg, const struct trace_exec *exec, bool is_last)
{
	const struct observation *observation = arg;
	struct command_file input = { 0 };
	enum gen_stdin found;

	if (strcmp(exec->path, observation->opts->program) != 0 &&
	    !fs_is_same(exec->path, observation->opts->program)) {
		if (has_same_name(observation->opts, exec->path))
			strv_append_once(&observation->suite->others, exec->path);
		return true;
	}
	found = gen_stdin_read(exec->pid, MAX_INPUTS, &input.bytes, &input.size);
	if (found == GEN_STDIN_NOT_YET && !is_last)
		return false;
	observation->suite->nr_runs++;
	if (observation->opts->progress)
		observation->opts->progress(observation->suite->nr_runs);
	if (found == GEN_STDIN_READ)
		note_command(observation, exec, &input);
	else
		observation->suite->nr_left_out++;
	return true;
}

static int compare_sizes(const void *a, const void *b)
{
	const struct command *left = a, *right = b;

	return left->nr_inputs < right->nr_inputs ? -1 : left->nr_inputs > right->nr_inputs;
}

static char **make_environment(const struct gen_suite_opts *opts)
{
	char **ret = strv_copy(environ);

	if (opts->tmpdir)
		strv_env_set(&ret, "TMPDIR", opts->tmpdir);
	return ret;
}

struct error *gen_suite_read(const struct gen_suite_opts *opts, struct gen_seeds *seeds,
			     struct gen_suite *ret)
{
	struct observation observation = { opts, seeds, ret };
	_cleanup_strv_ char **environment = make_environment(opts);
	char *argv[] = { (char *)"/bin/sh", (char *)"-c", (char *)opts->command, NULL };
	const struct trace_opts trace_opts = {
		.argv = argv,
		.directory = opts->directory,
		.environ = environment,
		.output_path = "/dev/null",
		.executed = on_exec,
		.executed_arg = &observation,
		.cancelled = opts->cancelled,
	};
	size_t nr_given = seeds->commands.count;
	struct trace trace;
	struct error *err;

	*ret = (struct gen_suite){ 0 };
	err = trace_run(&trace_opts, &trace);
	if (err)
		return err;
	ret->status = trace.status;
	trace_deinit(&trace);
	/* Where there is no time for all, it is best used for those that take little. */
	if (seeds->commands.count > nr_given)
		qsort(seeds->commands.items + nr_given, seeds->commands.count - nr_given,
		      sizeof(*seeds->commands.items), compare_sizes);
	return NULL;
}

struct error *gen_suite_judge(const struct gen_suite_opts *opts, const struct gen_suite *suite,
			      const char *name, size_t nr_new)
{
	progress_erase();
	if (*opts->cancelled)
		return NULL;
	if (suite->status)
		cmd_warn("the suite fails; what it ran until then counts");
	if (suite->nr_left_out)
		cmd_warn("%zu of %zu run%s of %s %s inputs are long, or wait for others",
			 suite->nr_left_out, suite->nr_runs, plural(suite->nr_runs), name,
			 plural_of(suite->nr_left_out, "is left out: its", "are left out: their"));
	if (nr_new) {
		cmd_say("the suite runs %s %zu time%s: %zu command%s to begin with", name,
			suite->nr_runs, plural(suite->nr_runs), nr_new, plural(nr_new));
		return NULL;
	}
	if (suite->nr_runs)
		return error_create(ERROR_UNUSABLE, "no run of %s is left", name);
	return error_create(ERROR_UNUSABLE, "the suite never runs %s%s%s", opts->program,
			    suite->others ? ", but " : "", suite->others ? suite->others[0] : "");
}

void gen_suite_deinit(struct gen_suite *suite)
{
	strv_destroy(suite->others);
}
