/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/endless.h"

#ifdef __x86_64__

#include <elf.h>
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>

#include "common/cleanup.h"
#include "runner/image.h"

enum {
	MAX_STEPS = 8192,     /* instructions, of all loops that are tried */
	MAX_STARTS = 32,      /* places where one is tried to begin */
	MAX_RETURNS = 8,      /* to one of them in another state */
	NR_APART = 3,	      /* instructions between two of them */
	MAX_VECTORS = 16384,  /* bytes of the state of vector units */
	MAX_BYTES = 64 << 20, /* of memory that are read for it, again and again */
	NR_CODE = 16,	      /* bytes: more than any instruction has */
};

/* Where a process is: all its registers. */
struct state {
	struct user_regs_struct registers;
	unsigned char vectors[MAX_VECTORS];
	size_t nr_vectors;
};

static bool read_vectors(pid_t pid, struct state *ret)
{
	struct iovec part = { .iov_base = ret->vectors, .iov_len = sizeof(ret->vectors) };

	if (ptrace(PTRACE_GETREGSET, pid, (void *)NT_X86_XSTATE, &part) != 0)
		return false;
	ret->nr_vectors = part.iov_len;
	return part.iov_len < sizeof(ret->vectors);
}

static bool read_registers(pid_t pid, struct user_regs_struct *ret)
{
	const unsigned long long stepping =
		0x10100; /* trap and resume flag: set by the steps themselves */

	if (ptrace(PTRACE_GETREGS, pid, NULL, ret) != 0)
		return false;
	ret->eflags &= ~stepping;
	ret->orig_rax = 0;
	return true;
}

static size_t skip_prefixes(const unsigned char *code)
{
	size_t at = 0;

	while (at < NR_CODE - 4 &&
	       ((code[at] & 0xf0) == 0x40 ||
		memchr("\x66\x67\xf2\xf3\x2e\x36\x3e\x26\x64\x65\xf0", code[at], 11)))
		at++;
	return at;
}

/* True for system calls that do more than give way, and for instructions that read clocks,
 * counters, or random numbers. */
static bool looks_outside(const unsigned char *code, uint64_t rax)
{
	code += skip_prefixes(code);
	if (code[0] == 0xcd || code[0] == 0xcc) /* int */
		return true;
	if (code[0] != 0x0f)
		return false;
	switch (code[1]) {
	case 0x05: /* syscall */ return rax != SYS_sched_yield;
	case 0x34: /* sysenter */
	case 0x31: /* rdtsc */
	case 0x33: /* rdpmc */
	case 0xa2: /* cpuid */
	case 0x01: /* rdtscp, transactions */ return true;
	case 0xc7: /* rdrand, rdseed, rdpid */ return code[2] >= 0xc0;
	default: return false;
	}
}

/* True if what is executed next depends on nothing but the state. */
static bool is_closed(const struct image *image, pid_t pid,
		      const struct user_regs_struct *registers)
{
	unsigned char code[NR_CODE] = { 0 };
	struct iovec local = { .iov_base = code, .iov_len = sizeof(code) };
	struct iovec remote = { .iov_base = (void *)(uintptr_t)registers->rip,
				.iov_len = sizeof(code) };

	return !image_is_vdso(image, registers->rip) &&
	       process_vm_readv(pid, &local, 1, &remote, 1, 0) == (ssize_t)sizeof(code) &&
	       !looks_outside(code, registers->rax);
}

/*
 * Waits until PID has stopped; false if it does so for another reason than this tracing.  An end is
 * left to who waits for it. *RET_SIGNAL is what it would have got, 0 if nothing.
 */
static bool await_stop(pid_t pid, int *ret_signal)
{
	siginfo_t info;

	do {
		info.si_pid = 0;
		if (waitid(P_PID, (id_t)pid, &info, WSTOPPED | WEXITED | WNOWAIT | __WALL) != 0 &&
		    errno != EINTR)
			return false;
	} while (!info.si_pid);
	if (info.si_code != CLD_TRAPPED && info.si_code != CLD_STOPPED)
		return false;
	waitid(P_PID, (id_t)pid, &info, WSTOPPED | __WALL);
	*ret_signal = info.si_status >> 8 ? 0 : info.si_status;
	return true;
}

/* One instruction; false if something else has happened. */
static bool step(pid_t pid, int *ret_signal)
{
	if (ptrace(PTRACE_SINGLESTEP, pid, NULL, NULL) != 0 || !await_stop(pid, ret_signal) ||
	    *ret_signal != SIGTRAP)
		return false;
	*ret_signal = 0;
	return true;
}

/* A trial: what is left of its steps, and what stopped it. */
struct trial {
	const struct bench *bench;
	pid_t pid;
	int nr_steps;
	size_t nr_bytes; /* of memory that it may still read */
	int signal;	 /* that the process is still to get */
};

/* Where a loop is tried to begin. */
struct start {
	struct state state;
	struct image *image;
};

/* True if there is patience enough to read so much memory. */
static bool spend(struct trial *trial, size_t nr_bytes)
{
	if (nr_bytes > trial->nr_bytes)
		return false;
	trial->nr_bytes -= nr_bytes;
	return true;
}

static bool take_start(struct trial *trial, struct start *ret)
{
	image_destroy(ret->image);
	ret->image = NULL;
	if (!read_registers(trial->pid, &ret->state.registers) ||
	    !read_vectors(trial->pid, &ret->state))
		return false;
	ret->image = image_take(trial->pid, trial->bench->runtime, trial->bench->session_path);
	return ret->image && spend(trial, image_size(ret->image));
}

/* True if the process, whose registers are NOW, is in the state of START again. */
static bool is_back(struct trial *trial, const struct start *start,
		    const struct user_regs_struct *now)
{
	struct state state;

	return memcmp(now, &start->state.registers, sizeof(*now)) == 0 &&
	       read_vectors(trial->pid, &state) && state.nr_vectors == start->state.nr_vectors &&
	       memcmp(state.vectors, start->state.vectors, state.nr_vectors) == 0 &&
	       spend(trial, image_size(start->image)) && image_is_same(start->image, trial->pid);
}

enum outcome { PROVEN, ELSEWHERE, FAILED };

/*
 * Steps from one state on until it is there again.  The fuel of units is put back each time: a
 * register may hold what it was, so that the state after the first round is the one to be compared.
 * ELSEWHERE: the program often comes back to the place, in other states.
 */
static enum outcome step_around(struct trial *trial, struct start *start)
{
	struct user_regs_struct now = start->state.registers;
	int nr_returns = 0;

	while (trial->nr_steps-- > 0) {
		if (!is_closed(start->image, trial->pid, &now) ||
		    !step(trial->pid, &trial->signal) || !read_registers(trial->pid, &now))
			return FAILED;
		if (nr_returns >= MAX_RETURNS && nr_returns++ == MAX_RETURNS + NR_APART)
			return ELSEWHERE;
		if (now.rip != start->state.registers.rip)
			continue;
		if (!image_refuel(start->image, trial->pid))
			return FAILED;
		if (is_back(trial, start, &now))
			return PROVEN;
		if (!nr_returns && !take_start(trial, start))
			return FAILED;
		nr_returns += nr_returns < MAX_RETURNS;
	}
	return FAILED;
}

/* Begins where the process is now. */
static enum outcome try_here(struct trial *trial)
{
	struct start start = { 0 };
	enum outcome outcome = take_start(trial, &start) ? step_around(trial, &start) : FAILED;

	image_destroy(start.image);
	return outcome;
}

/* Of a process that has stopped. */
static bool try_all(struct trial *trial)
{
	enum outcome outcome = ELSEWHERE;

	for (int i = 0; i < MAX_STARTS && outcome == ELSEWHERE; i++)
		outcome = try_here(trial);
	return outcome == PROVEN;
}

static bool has_limit(pid_t pid)
{
	struct rlimit limit;

	return prlimit(pid, RLIMIT_CPU, NULL, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY;
}

bool endless_is_proven(const struct bench *bench, pid_t pid)
{
	struct trial trial = {
		.bench = bench,
		.pid = pid,
		.nr_steps = MAX_STEPS,
		.nr_bytes = MAX_BYTES,
	};
	bool is_proven;

	if (has_limit(pid) || bench->session->nr_timers ||
	    ptrace(PTRACE_SEIZE, pid, NULL, PTRACE_O_EXITKILL) != 0)
		return false;
	is_proven = ptrace(PTRACE_INTERRUPT, pid, NULL, NULL) == 0 &&
		    await_stop(pid, &trial.signal) && !trial.signal && try_all(&trial);
	ptrace(PTRACE_DETACH, pid, NULL, (void *)(intptr_t)trial.signal);
	raise(SIGCHLD); /* the stops' signals may have hidden another one */
	return is_proven;
}

#else

bool endless_is_proven(const struct bench *bench, pid_t pid)
{
	(void)bench;
	(void)pid;
	return false;
}

#endif
