/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Functions of the C library that execute programs, in whose place these are: what is executed gets the variables that
 * the program does not see (environment.h), and does what it would without them. It is evaluated where it has IR, so that
 * the path tells whether it came to watched code.
 */
#include <alloca.h>
#include <dlfcn.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "explore/environment.h"

#define EXPORTED __attribute__((visibility("default")))

static size_t count(char *const *list)
{
	size_t number = 0;

	while (list && list[number])
		number++;
	return number;
}

/* ENVIRONMENT with what is hidden, in the caller's frame: a child of vfork() may get no memory. */
#define WHOLE(environment)                                                                         \
	environment_add_hidden(                                                                    \
		environment,                                                                       \
		alloca((count(environment) + environment_nr_hidden() + 1) * sizeof(char *)))

EXPORTED int execve(const char *path, char *const argv[], char *const envp[])
{
	return (int)syscall(SYS_execve, path, argv, WHOLE(envp));
}

EXPORTED int execv(const char *path, char *const argv[])
{
	return execve(path, argv, environ);
}

EXPORTED int fexecve(int fd, char *const argv[], char *const envp[])
{
	int (*real)(int, char *const[], char *const[]) = dlsym(RTLD_NEXT, "fexecve");

	return real(fd, argv, WHOLE(envp));
}

EXPORTED int execvpe(const char *file, char *const argv[], char *const envp[])
{
	int (*real)(const char *, char *const[], char *const[]) = dlsym(RTLD_NEXT, "execvpe");

	return real(file, argv, WHOLE(envp));
}

EXPORTED int execvp(const char *file, char *const argv[])
{
	return execvpe(file, argv, environ);
}

/* Returns how many arguments LIST has up to NULL, FIRST among them. */
static size_t count_arguments(const char *first, va_list list)
{
	size_t number = 0;

	for (const char *word = first; word; word = va_arg(list, const char *))
		number++;
	return number;
}

/* Takes the arguments from FIRST on, with NULL, from LIST to RET, and returns RET. */
static char **take_arguments(const char *first, va_list list, char **ret)
{
	size_t number = 0;

	ret[0] = (char *)first;
	while (ret[number])
		ret[++number] = va_arg(list, char *);
	return ret;
}

/* The arguments from FIRST on, in the caller's frame. */
#define ARGUMENTS(first, list, ahead)                                                              \
	take_arguments(first, list, alloca((count_arguments(first, ahead) + 1) * sizeof(char *)))

EXPORTED int execl(const char *path, const char *first, ...)
{
	va_list list, ahead;
	char **argv;

	va_start(list, first);
	va_copy(ahead, list);
	argv = ARGUMENTS(first, list, ahead);
	va_end(ahead);
	va_end(list);
	return execve(path, argv, environ);
}

EXPORTED int execlp(const char *file, const char *first, ...)
{
	va_list list, ahead;
	char **argv;

	va_start(list, first);
	va_copy(ahead, list);
	argv = ARGUMENTS(first, list, ahead);
	va_end(ahead);
	va_end(list);
	return execvpe(file, argv, environ);
}

EXPORTED int execle(const char *path, const char *first, ...)
{
	va_list list, ahead;
	char *const *envp;
	char **argv;

	va_start(list, first);
	va_copy(ahead, list);
	argv = ARGUMENTS(first, list, ahead);
	envp = va_arg(list, char *const *);
	va_end(ahead);
	va_end(list);
	return execve(path, argv, envp);
}

typedef int spawn_fn(pid_t *, const char *, const posix_spawn_file_actions_t *,
		     const posix_spawnattr_t *, char *const[], char *const[]);

EXPORTED int posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,
			 const posix_spawnattr_t *attributes, char *const argv[],
			 char *const envp[])
{
	spawn_fn *real = (spawn_fn *)dlsym(RTLD_NEXT, "posix_spawn");

	return real(pid, path, actions, attributes, argv, WHOLE(envp));
}

EXPORTED int posix_spawnp(pid_t *pid, const char *file, const posix_spawn_file_actions_t *actions,
			  const posix_spawnattr_t *attributes, char *const argv[],
			  char *const envp[])
{
	spawn_fn *real = (spawn_fn *)dlsym(RTLD_NEXT, "posix_spawnp");

	return real(pid, file, actions, attributes, argv, WHOLE(envp));
}

/* Is the C library's function that runs a shell, which is used nowhere here (common/banned.h). */
EXPORTED int run_shell(const char *command) __asm__("system");

int run_shell(const char *command)
{
	int (*real)(const char *) = dlsym(RTLD_NEXT, "system");
	char **kept = environ;
	int ret;

	environ = WHOLE(environ);
	ret = real(command);
	environ = kept;
	return ret;
}

EXPORTED FILE *popen(const char *command, const char *mode)
{
	FILE *(*real)(const char *, const char *) = dlsym(RTLD_NEXT, "popen");
	char **kept = environ;
	FILE *ret;

	environ = WHOLE(environ);
	ret = real(command, mode);
	environ = kept;
	return ret;
}
