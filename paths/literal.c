/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/literal.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/cleanup.h"

#define MAX_HEADERS 64

bool literals_ask(void)
{
	return ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0;
}

/* True if the child stopped, as it has executed its program; what has ended stays as it is. */
static bool await_program(pid_t pid, bool *has_ended)
{
	siginfo_t info = { 0 };
	int status, found;

	do
		found = waitid(P_PID, (id_t)pid, &info, WEXITED | WSTOPPED | WNOWAIT);
	while (found < 0 && errno == EINTR);
	*has_ended = found == 0 && info.si_code != CLD_TRAPPED && info.si_code != CLD_STOPPED;
	return found == 0 && !*has_ended && waitpid(pid, &status, 0) == pid && WIFSTOPPED(status) &&
	       WSTOPSIG(status) == SIGTRAP;
}

static bool copy_from(pid_t pid, uint64_t address, void *bytes, size_t size)
{
	struct iovec here = { bytes, size }, there = { (void *)(uintptr_t)address, size };

	return process_vm_readv(pid, &here, 1, &there, 1, 0) == (ssize_t)size;
}

static bool copy_to(pid_t pid, uint64_t address, const char *bytes, size_t size)
{
	struct iovec here = { (char *)bytes, size }, there = { (void *)(uintptr_t)address, size };

	return !size || process_vm_writev(pid, &here, 1, &there, 1, 0) == (ssize_t)size;
}

/* Finds where the program headers lie, and how many there are. */
static bool find_headers(pid_t pid, uint64_t *address, uint64_t *number)
{
	char path[64];
	Elf64_auxv_t row;

	snprintf(path, sizeof(path), "/proc/%d/auxv", (int)pid);
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);

	*address = *number = 0;
	while (fd >= 0 && read(fd, &row, sizeof(row)) == sizeof(row) && row.a_type != AT_NULL) {
		if (row.a_type == AT_PHDR)
			*address = row.a_un.a_val;
		if (row.a_type == AT_PHNUM)
			*number = row.a_un.a_val;
	}
	return *address && *number && *number <= MAX_HEADERS;
}

/* Finds what the program's addresses are moved by. */
static bool find_base(pid_t pid, uint64_t *ret)
{
	Elf64_Phdr headers[MAX_HEADERS];
	uint64_t address, number;

	if (!find_headers(pid, &address, &number) ||
	    !copy_from(pid, address, headers, number * sizeof(*headers)))
		return false;
	*ret = 0; /* a program that is not moved may have no such header */
	for (uint64_t i = 0; i < number; i++) {
		if (headers[i].p_type == PT_PHDR)
			*ret = address - headers[i].p_vaddr;
	}
	return true;
}

bool literals_write(pid_t pid, const struct command *command, unsigned version)
{
	bool has_ended, done;
	uint64_t base;

	if (!await_program(pid, &has_ended))
		return has_ended;
	done = find_base(pid, &base);
	for (size_t i = 0; done && i < command->nr_literals; i++) {
		const struct command_literal *literal = &command->literals[i];

		done = copy_to(pid, base + literal->addresses[version], literal->value,
			       strlen(literal->value));
	}
	return ptrace(PTRACE_DETACH, pid, NULL, NULL) == 0 && done;
}
