/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stands in the place of a program while a test suite runs, and executes it with more variables in its environment. The
 * file NAME.launch beside it, where NAME is its own, has a line with the path of the program, then lines NAME=VALUE. What a
 * value has from a % on is the number of the process.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_LINE 8192

static int stop(const char *what)
{
	perror(what);
	return 126;
}

/* Reads a line without its end; NULL: there is none. */
static char *next_line(FILE *file, char line[MAX_LINE])
{
	if (!fgets(line, MAX_LINE, file))
		return NULL;
	line[strcspn(line, "\n")] = '\0';
	return line;
}

/* The variable is there until the program is executed. */
static void set(const char *line)
{
	int length = (int)strcspn(line, "%");
	char *text;

	if (asprintf(&text, line[length] ? "%.*s%d" : "%.*s", length, line, (int)getpid()) < 0)
		exit(stop("launch"));
	putenv(text);
}

int main(int argc, char **argv)
{
	char path[MAX_LINE], program[MAX_LINE], line[MAX_LINE];
	ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - sizeof(".launch"));
	FILE *file;

	(void)argc;
	if (length < 0)
		return stop("/proc/self/exe");
	memcpy(path + length, ".launch", sizeof(".launch"));
	file = fopen(path, "re");
	if (!file || !next_line(file, program))
		return stop(path);
	while (next_line(file, line))
		set(line);
	fclose(file);
	execv(program, argv);
	return stop(program);
}
