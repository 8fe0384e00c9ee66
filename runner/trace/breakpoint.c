/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/trace/breakpoint.h"

#ifdef __x86_64__

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/ptrace.h>

enum { BREAKPOINT = 0xcc };

bool breakpoint_is_there(pid_t pid)
{
	siginfo_t info;

	return ptrace(PTRACE_GETSIGINFO, pid, NULL, &info) == 0 && info.si_code == SI_KERNEL;
}

/* Changes one byte of code by writing its word, which no other thread changes. *RET: what it was. */
static bool change_byte(pid_t pid, uint64_t address, uint8_t byte, uint8_t *ret)
{
	uint64_t in_word = address % sizeof(long);
	void *at = (void *)(uintptr_t)(address - in_word);
	long word;

	errno = 0;
	word = ptrace(PTRACE_PEEKTEXT, pid, at, NULL);
	if (errno)
		return false;
	memcpy(ret, (uint8_t *)&word + in_word, 1);
	memcpy((uint8_t *)&word + in_word, &byte, 1);
	return ptrace(PTRACE_POKETEXT, pid, at, (void *)word) == 0;
}

bool breakpoint_put(pid_t pid, uint64_t address, uint8_t *ret)
{
	uint8_t byte;

	if (!change_byte(pid, address, BREAKPOINT, &byte) || byte == BREAKPOINT)
		return false;
	*ret = byte;
	return true;
}

bool breakpoint_remove(pid_t pid, uint64_t address, uint8_t byte)
{
	uint8_t ignored;

	return change_byte(pid, address, byte, &ignored);
}

#endif
