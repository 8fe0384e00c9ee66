/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Main program of every unit test: runs the registered cases, one process each, and prints TAP.
 *
 * How a case ended travels through its exit status: 0 passed, 77 skipped, anything else (a
 * signal, an exit by the tested code, a sanitizer's report) failed.
 */
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define CASE_SECONDS   600 /* against hanging: a busy machine is no fault */
#define STATUS_SKIPPED 77

extern const struct unit_case *const __start_unit_cases[];
extern const struct unit_case *const __stop_unit_cases[];

void unit_fail(const char *file, int line, const char *format, ...)
{
	va_list args;

	fflush(stdout);
	fprintf(stderr, "# %s:%d: ", file, line);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	/* No leak check: the case was cut short. */
	_exit(1);
}

void unit_skip(const char *reason)
{
	fprintf(stderr, "# skipped: %s\n", reason);
	_exit(STATUS_SKIPPED);
}

const char *unit_source_dir(void)
{
	const char *dir = getenv("top_srcdir");

	return dir ? dir : ".";
}

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *walk)
{
	(void)st;
	(void)type;
	(void)walk;
	return remove(path);
}

/* In the child: never returns. */
static void run_case(const struct unit_case *c)
{
	alarm(CASE_SECONDS);
	c->run();
	exit(0);
}

/* Returns the wait status of CASE, run in a directory made for it. */
static int fork_case(const struct unit_case *c)
{
	char dir[] = "/tmp/remt-unit-XXXXXX";
	int status = -1;
	pid_t pid;

	if (!mkdtemp(dir)) {
		perror("# mkdtemp");
		return -1;
	}
	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		setpgid(0, 0);
		if (chdir(dir) < 0)
			_exit(99);
		run_case(c);
	}
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	/* What the case left running goes with it. */
	if (pid > 0)
		kill(-pid, SIGKILL);
	nftw(dir, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
	return status;
}

static bool report_case(size_t number, const struct unit_case *c, int status)
{
	bool skipped = WIFEXITED(status) && WEXITSTATUS(status) == STATUS_SKIPPED;
	bool passed = WIFEXITED(status) && WEXITSTATUS(status) == 0;

	if (WIFSIGNALED(status))
		printf("# %s:%d: %s\n", c->file, c->line, strsignal(WTERMSIG(status)));
	else if (!passed && !skipped)
		printf("# %s:%d: status 0x%x\n", c->file, c->line, (unsigned)status);
	printf("%sok %zu - %s%s\n", passed || skipped ? "" : "not ", number, c->name,
	       skipped ? " # SKIP" : "");
	return passed || skipped;
}

static int run_one(const char *name)
{
	for (const struct unit_case *const *c = __start_unit_cases; c < __stop_unit_cases; c++) {
		if (strcmp((*c)->name, name) == 0) {
			(*c)->run();
			return 0;
		}
	}
	fprintf(stderr, "no case %s\n", name);
	return 2;
}

/* The compiler leaves the cases in an order of its own; people read them in that of the file. */
static int compare_lines(const void *left, const void *right)
{
	const struct unit_case *const *a = left, *const *b = right;

	return ((*a)->line > (*b)->line) - ((*a)->line < (*b)->line);
}

int main(int argc, char **argv)
{
	size_t nr_cases = (size_t)(__stop_unit_cases - __start_unit_cases);
	const struct unit_case **cases;
	bool good = true;

	if (argc > 1)
		return run_one(argv[1]);
	cases = malloc(sizeof(__start_unit_cases[0]) * nr_cases);
	if (!cases)
		return 99;
	memcpy(cases, __start_unit_cases, sizeof(*cases) * nr_cases);
	qsort(cases, nr_cases, sizeof(*cases), compare_lines);
	printf("1..%zu\n", nr_cases);
	for (size_t i = 0; i < nr_cases; i++)
		good &= report_case(i + 1, cases[i], fork_case(cases[i]));
	free(cases);
	return good ? 0 : 1;
}
