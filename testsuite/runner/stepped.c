/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Executes a command instruction by instruction, as far as it executes FILE, and prints the
 * addresses that it comes to there, as FILE has them: what coverage is compared with.
 *
 *	stepped FILE OUTPUT COMMAND…
 */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_TASKS = 1 << 22, MAX_ADDRESS = 64 << 20, EVENT_SHIFT = 16 };

/* Where FILE is loaded; NOWHERE: the process executes something else. */
#define NOWHERE UINT64_MAX

static uint64_t bases[MAX_TASKS];
static bool is_known[MAX_TASKS]; /* it had its first stop */
static uint8_t executed[MAX_ADDRESS];
static char file[PATH_MAX];
static uint64_t file_entry;

static void die(const char *what)
{
	perror(what);
	exit(2);
}

static uint64_t find_base(pid_t pid)
{
	char link[64], path[PATH_MAX + 1];
	Elf64_auxv_t vector[64];
	uint64_t base = NOWHERE;

	snprintf(link, sizeof(link), "/proc/%d/exe", (int)pid);
	ssize_t size = readlink(link, path, PATH_MAX);

	path[size < 0 ? 0 : size] = '\0';
	if (strcmp(path, file) != 0)
		return NOWHERE;
	snprintf(link, sizeof(link), "/proc/%d/auxv", (int)pid);
	int fd = open(link, O_RDONLY);

	size = read(fd, vector, sizeof(vector));
	for (ssize_t i = 0; i < size / (ssize_t)sizeof(*vector); i++)
		if (vector[i].a_type == AT_ENTRY)
			base = vector[i].a_un.a_val - file_entry;
	close(fd);
	return base;
}

static void note(pid_t pid)
{
	struct user_regs_struct registers;

	if (ptrace(PTRACE_GETREGS, pid, NULL, &registers) != 0)
		return;
	if (registers.rip - bases[pid] < MAX_ADDRESS)
		executed[registers.rip - bases[pid]] = 1;
}

static void on_stop(pid_t pid, int status)
{
	int event = status >> EVENT_SHIFT, signal = WSTOPSIG(status);
	unsigned long child = 0;

	if (event == PTRACE_EVENT_EXEC) {
		bases[pid] = find_base(pid);
	} else if (event) {
		ptrace(PTRACE_GETEVENTMSG, pid, NULL, &child);
		bases[child] = bases[pid];
	}
	if (event || signal == SIGTRAP || !is_known[pid])
		signal = 0;
	is_known[pid] = true;
	if (bases[pid] != NOWHERE)
		note(pid);
	ptrace(bases[pid] == NOWHERE ? PTRACE_CONT : PTRACE_SINGLESTEP, pid, NULL,
	       (void *)(intptr_t)signal);
}

static pid_t start(char **argv)
{
	long options = PTRACE_O_TRACEEXEC | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
		       PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL;
	pid_t pid = fork();

	if (pid == 0) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		raise(SIGSTOP);
		execvp(argv[0], argv);
		die(argv[0]);
	}
	if (pid < 0 || waitpid(pid, NULL, 0) != pid ||
	    ptrace(PTRACE_SETOPTIONS, pid, NULL, (void *)options) != 0)
		die("ptrace");
	bases[pid] = NOWHERE;
	is_known[pid] = true;
	ptrace(PTRACE_CONT, pid, NULL, NULL);
	return pid;
}

static void read_entry(const char *path)
{
	Elf64_Ehdr header;
	int fd = open(path, O_RDONLY);

	if (fd < 0 || read(fd, &header, sizeof(header)) != sizeof(header) || !realpath(path, file))
		die(path);
	file_entry = header.e_entry;
	close(fd);
}

/* Non-PIE programs are linked so that addresses stay below MAX_ADDRESS. */
int main(int argc, char **argv)
{
	int status, result = 2;
	FILE *out;
	pid_t first, pid;

	if (argc < 4)
		return 2;
	read_entry(argv[1]);
	out = fopen(argv[2], "w");
	if (!out)
		die(argv[2]);
	first = start(argv + 3);
	while ((pid = waitpid(-1, &status, __WALL)) > 0 || errno == EINTR) {
		if (pid > 0 && pid < MAX_TASKS && WIFSTOPPED(status))
			on_stop(pid, status);
		else if (pid == first)
			result = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
	}
	for (size_t i = 0; i < MAX_ADDRESS; i++)
		if (executed[i])
			fprintf(out, "%zu\n", i);
	return fclose(out) == 0 ? result : 2;
}
