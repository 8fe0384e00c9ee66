/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs a program by the evaluator in both ways, executed and forked from a program that is ready:
 *
 *	serve EVALUATOR SCRATCH PROGRAM FILE LETTER...
 *
 * in the working directory, once for each LETTER, on "LETTER FILE" with standard input "i". Prints a line for each:
 * LETTER, same or differs, and whether a program is ready afterwards (forked) or not (executed); at the end how often
 * servers failed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/fs.h"
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

/* Runs PROGRAM on LETTER and FILE; true: it was forked. */
static bool run_letter(const struct trial_opts *opts, const char *program, char *letter, char *file,
		       struct trial_result *ret)
{
	char *arguments[] = { letter, file, NULL };
	struct command_file input = { NULL, (unsigned char *)"i", 1 };
	struct command command;

	command_init(&command, arguments, NULL, &input, 1);
	command.argv[0] = (char *)program;
	do {
		recording_reset(&recording, command.nr_inputs);
		stop_on(trial_run(opts, program, &command, recording.path, ret));
	} while (ret->is_lost);
	command_deinit(&command);
	return opts->servers && opts->servers->are_on;
}

static void run(char **argv, struct containment *containment)
{
	struct servers servers = { .programs = { argv[3], argv[3] } };
	struct trial_opts opts = { .evaluator = argv[1], .is_namespace = true, .max_ms = 2000 };
	char directory[4096], path[4200], upper[4200];
	struct trial_result executed[MAX_LETTERS];
	struct view_opts view = { .scratch = argv[2], .offline = true };

	opts.directory = view.root = getcwd(directory, sizeof(directory));
	snprintf(path, sizeof(path), "%s/path", argv[2]);
	snprintf(upper, sizeof(upper), "%s/view", argv[2]);
	stop_on(fs_make_directories(upper, 0700));
	stop_on(contain_enter(containment));
	stop_on(view_create(&view, &opts.view));
	stop_on(recording_create(path, &recording));
	for (int i = 0; i < MAX_LETTERS && argv[5 + i]; i++)
		run_letter(&opts, argv[3], argv[5 + i], argv[4], &executed[i]);
	opts.servers = &servers;
	for (int i = 0; i < MAX_LETTERS && argv[5 + i]; i++) {
		struct trial_result forked;
		bool is_forked = run_letter(&opts, argv[3], argv[5 + i], argv[4], &forked);

		printf("%s %s %s\n", argv[5 + i],
		       trial_is_same(&executed[i], &forked) ? "same" : "differs",
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
