/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs a program by the evaluator in both ways, executed and forked from a program that is ready:
 *
 *	serve EVALUATOR SCRATCH PROGRAM FILE LETTER...
 *
 * in the working directory, once for each LETTER, on "LETTER FILE" with standard input "i" and the variable VALUE of
 * the two bytes "v" and LETTER's, which is an input. Prints a line for each:
 * LETTER; same or differs, for what was seen of both runs; path or other-path, for their recordings; and forked if a
 * program is ready afterwards, else executed. The last line tells how often servers failed.
 *
 * If COMPILED is in the environment, the program is run as compiled, in both ways, and without the variable; instead of
 * LETTER comes any text.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/fs.h"
#include "common/hash.h"
#include "paths/recording.h"
#include "paths/trial.h"

#define MAX_LETTERS 16

static void stop_on(struct error *err)
{
	if (!err)
		return;
	fprintf(stderr, "serve: %s\n", err->message);
	exit(2);
}

static struct recording recording;
static const struct remt_path_header *header; /* its file */
static bool is_compiled;

/* Maps the file of the recording, as runs do; the result stays. */
static const struct remt_path_header *map_path(void)
{
	struct stat st;
	void *file = MAP_FAILED;

	if (fstat(recording.fd, &st) == 0)
		file = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_SHARED, recording.fd, 0);
	if (file == MAP_FAILED)
		stop_on(error_errno(ERROR_UNUSABLE, errno, "%s", recording.path));
	return file;
}

/* Hashes all that a run wrote into the recording. */
static uint64_t hash_path(void)
{
	const char *file = (const char *)header;
	struct hash *hash = hash_create();

	hash_add_u64(hash, header->flags);
	hash_add(hash, file + header->terms, header->nr_terms * sizeof(struct term));
	hash_add(hash, file + header->conditions,
		 header->nr_conditions * sizeof(struct remt_path_condition));
	hash_add(hash, file + header->outputs,
		 header->nr_outputs * sizeof(struct remt_path_output));
	return hash_take(hash);
}

/* Runs PROGRAM on LETTER and FILE; true: it was forked. */
static bool run_letter(const struct trial_opts *opts, const char *program, char *letter, char *file,
		       struct trial_result *ret, uint64_t *path)
{
	char *arguments[] = { letter, file, NULL };
	struct command_file input = { NULL, (unsigned char *)"i", 1 };
	struct command command;

	command_init(&command, arguments, NULL, &input, 1);
	if (!is_compiled)
		command_add_variable(&command, "VALUE", (const char[]){ 'v', *letter, '\0' });
	command.argv[0] = (char *)program;
	do {
		stop_on(recording_reset(&recording, command.nr_inputs, 0, 0));
		stop_on(trial_run(opts, program, &command, is_compiled ? NULL : recording.path,
				  ret));
	} while (ret->is_lost);
	*path = hash_path();
	command_deinit(&command);
	return opts->servers && opts->servers->are_on;
}

static void run(char **argv, struct containment *containment)
{
	struct servers servers = { .programs = { argv[3], argv[3], argv[3], argv[3] } };
	struct trial_opts opts = {
		.evaluator = argv[1], .is_namespace = true, .may_be_served = true, .max_ms = 2000
	};
	char directory[4096], path[4200], upper[4200];
	struct trial_result executed[MAX_LETTERS];
	uint64_t paths[MAX_LETTERS], forked_path;
	struct view_opts view = { .scratch = argv[2], .offline = true };

	is_compiled = getenv("COMPILED");
	unsetenv("COMPILED");
	opts.directory = view.root = getcwd(directory, sizeof(directory));
	snprintf(path, sizeof(path), "%s/path", argv[2]);
	snprintf(upper, sizeof(upper), "%s/view", argv[2]);
	stop_on(fs_make_directories(upper, 0700));
	stop_on(contain_enter(containment));
	stop_on(view_create(&view, &opts.view));
	stop_on(recording_create(path, &recording));
	header = map_path();
	for (int i = 0; i < MAX_LETTERS && argv[5 + i]; i++)
		run_letter(&opts, argv[3], argv[5 + i], argv[4], &executed[i], &paths[i]);
	opts.servers = &servers;
	for (int i = 0; i < MAX_LETTERS && argv[5 + i]; i++) {
		struct trial_result forked;
		bool is_forked =
			run_letter(&opts, argv[3], argv[5 + i], argv[4], &forked, &forked_path);

		printf("%s %s %s %s\n", argv[5 + i],
		       trial_is_same(&executed[i], &forked) ? "same" : "differs",
		       forked_path == paths[i] ? "path" : "other-path",
		       is_forked ? "forked" : "executed");
		trial_result_deinit(&executed[i]);
		trial_result_deinit(&forked);
	}
	trial_end(&opts);
	recording_deinit(&recording);
	printf("%u failures\n", servers.nr_failures);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	struct containment containment;
	pid_t pid = argc > 5 ? contain_fork(CONTAIN_OFFLINE, &containment) : -1;
	int status;

	if (pid == 0) {
		run(argv, &containment);
		_exit(0);
	}
	return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) ? WEXITSTATUS(status)
									       : 2;
}
