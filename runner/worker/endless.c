/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Steps through the process instruction by instruction and compares its state each time it comes
 * back to the place where the trial began. Loops that call the system, and loops longer than
 * MAX_STEPS, are not attempted.
 */
#include "runner/worker/endless.h"

#ifdef __x86_64__

#include <elf.h>
#include <errno.h>
#include <sched.h>
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

#include "common/clock.h"
#include "runner/sandbox/process.h"
#include "runner/worker/image.h"
#include "runner/worker/instruction.h"

enum {
	MAX_STEPS = 8192,     /* instructions, in all tried loops together */
	MAX_STARTS = 32,      /* places at which a loop is tried to begin */
	MAX_RETURNS = 8,      /* returns to a place in other states */
	NR_APART = 3,	      /* instructions between two places */
	MAX_VECTORS = 16384,  /* bytes of the state of vector units */
	MAX_BYTES = 64 << 20, /* memory that a trial reads, repeatedly */
	STEP_US = 25,	      /* approximate time of one examined instruction */
	BYTES_PER_US = 500,   /* speed of reading memory, approximately */
	STOP_MS = 1000,	      /* patience with one instruction */
};

#define GET_RSEQ_CONFIGURATION 0x420f /* not in glibc before 2.36 */
#define SEQUENCE_OFFSET	       8      /* offset of rseq_cs in struct rseq */

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
	/* trap and resume flag, which the steps themselves set */
	const unsigned long long stepping = 0x10100;

	if (ptrace(PTRACE_GETREGS, pid, NULL, ret) != 0)
		return false;
	ret->eflags &= ~stepping;
	ret->orig_rax = 0;
	return true;
}

/* True if the next instruction depends on nothing but the state. */
static bool is_closed(const struct image *image, pid_t pid,
		      const struct user_regs_struct *registers)
{
	unsigned char code[INSTRUCTION_BYTES];

	return !image_is_vdso(image, registers->rip) &&
	       process_read_memory(pid, registers->rip, code, sizeof(code)) &&
	       !instruction_looks_outside(code, registers->rax);
}

/*
 * Waits until PID has stopped. False if it does not stop, or stops for another reason than our
 * tracing. *RET_SIGNAL is the signal it is to get; 0: none. If PID ended, it is left to whoever
 * waits for it.
 */
static bool await_stop(pid_t pid, int *ret_signal)
{
	uint64_t end_ms = clock_ms() + STOP_MS;
	siginfo_t info = { 0 };

	while (!info.si_pid) {
		if (waitid(P_PID, (id_t)pid, &info,
			   WSTOPPED | WEXITED | WNOHANG | WNOWAIT | __WALL) != 0 ||
		    (!info.si_pid && clock_ms() > end_ms))
			return false;
		if (!info.si_pid)
			sched_yield();
	}
	if (info.si_code != CLD_TRAPPED && info.si_code != CLD_STOPPED)
		return false;
	waitid(P_PID, (id_t)pid, &info, WSTOPPED | __WALL);
	*ret_signal = info.si_status >> 8 ? 0 : info.si_status;
	return true;
}

/* True in a restartable sequence, which stepping keeps from ever reaching its end. */
static bool is_in_sequence(pid_t pid)
{
	struct {
		uint64_t address;
		uint32_t size, signature, flags, padding;
	} known = { 0 };
	uint64_t sequence = 0;

	if (ptrace(GET_RSEQ_CONFIGURATION, pid, (void *)sizeof(known), &known) < 0 ||
	    !known.address)
		return false;
	return !process_read_memory(pid, known.address + SEQUENCE_OFFSET, &sequence,
				    sizeof(sequence)) ||
	       sequence;
}

/* A trial: how many steps it may still make, and what stopped it. */
struct trial {
	const struct worker_state *state;
	pid_t pid;
	int nr_steps;
	size_t nr_bytes; /* bytes of memory that it may still read */
	int signal;	 /* that the process has yet to get */
	bool is_disturbed;
};

/*
 * Steps over one instruction, before which the register was RAX; false if something else happened.
 * None of the stepped instructions raises SIGTRAP itself, so the process must not get one. If a
 * SIGTRAP does not look like ours, the run has to be repeated.
 */
static bool step(struct trial *trial, uint64_t rax)
{
	siginfo_t info;

	if (ptrace(PTRACE_SINGLESTEP, trial->pid, NULL, NULL) != 0 ||
	    !await_stop(trial->pid, &trial->signal) || trial->signal != SIGTRAP)
		return false;
	trial->signal = 0;
	if (ptrace(PTRACE_GETSIGINFO, trial->pid, NULL, &info) == 0 &&
	    (info.si_code == TRAP_TRACE || (info.si_code == TRAP_BRKPT && rax == SYS_sched_yield)))
		return true;
	trial->is_disturbed = true;
	return false;
}

/* A place at which a loop is tried to begin. */
struct start {
	struct state state;
	struct image *image;
};

/* True if the trial may still read so much memory. */
static bool spend(struct trial *trial, size_t nr_bytes)
{
	if (nr_bytes > trial->nr_bytes)
		return false;
	trial->nr_bytes -= nr_bytes;
	return true;
}

static bool take_start(struct trial *trial, struct start *ret)
{
	const struct worker_state *state = trial->state;
	const struct image_own own = { state->runtime, state->session_path, state->cover_path };

	image_destroy(ret->image);
	ret->image = NULL;
	if (!read_registers(trial->pid, &ret->state.registers) ||
	    !read_vectors(trial->pid, &ret->state))
		return false;
	ret->image = image_take(trial->pid, &own);
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
 * Steps until the state of START is there again. The fuel of units is put back on each return. A
 * register may hold the former fuel, so that the state after the first round is the one to compare
 * with. ELSEWHERE: the program keeps coming back to the place, but in other states.
 */
static enum outcome step_around(struct trial *trial, struct start *start)
{
	struct user_regs_struct now = start->state.registers;
	int nr_returns = 0;

	while (trial->nr_steps-- > 0) {
		if (!is_closed(start->image, trial->pid, &now) || !step(trial, now.rax) ||
		    is_in_sequence(trial->pid) || !read_registers(trial->pid, &now))
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

/* Tries a loop that begins where the process is now. */
static enum outcome try_here(struct trial *trial)
{
	struct start start = { 0 };
	enum outcome outcome = take_start(trial, &start) ? step_around(trial, &start) : FAILED;

	image_destroy(start.image);
	return outcome;
}

/* Tries loops from several places of a stopped process. */
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

/* True if nothing but the stopped process itself decides how it goes on. */
static bool is_left_alone(const struct worker_state *state, const struct tree_kept *kept, pid_t pid)
{
	return !has_limit(pid) && !state->session->nr_timers && !process_awaits_signals(pid) &&
	       tree_find_busy(&state->containment, kept, state->runtime, pid) == pid;
}

/* True if the stop met no system call. */
static bool is_between_calls(const struct user_regs_struct *registers)
{
	return (long long)registers->orig_rax < 0 || registers->orig_rax == SYS_sched_yield;
}

/*
 * True if the stop makes a system call return less, or an error. Other calls go on, or had ended.
 */
static bool was_cut_short(const struct user_regs_struct *registers)
{
	static const unsigned long long with_lengths[] = {
		SYS_read,     SYS_write,  SYS_readv,   SYS_writev,  SYS_pread64,  SYS_pwrite64,
		SYS_recvfrom, SYS_sendto, SYS_recvmsg, SYS_sendmsg, SYS_sendfile, SYS_splice,
	};

	if (is_between_calls(registers))
		return false;
	if ((long long)registers->rax == -EINTR)
		return true;
	for (size_t i = 0; i < sizeof(with_lengths) / sizeof(with_lengths[0]); i++) {
		if (registers->orig_rax == with_lengths[i])
			return true;
	}
	return false;
}

/* Examines a stopped process. */
static enum endless look_at(struct trial *trial, const struct tree_kept *kept)
{
	struct user_regs_struct registers;

	if (ptrace(PTRACE_GETREGS, trial->pid, NULL, &registers) != 0 || was_cut_short(&registers))
		return ENDLESS_DISTURBED;
	if (trial->signal || !is_between_calls(&registers) ||
	    !is_left_alone(trial->state, kept, trial->pid))
		return ENDLESS_UNKNOWN;
	if (try_all(trial))
		return ENDLESS_PROVEN;
	return trial->is_disturbed ? ENDLESS_DISTURBED : ENDLESS_UNKNOWN;
}

static uint64_t at_most(uint64_t value, uint64_t limit)
{
	return value < limit ? value : limit;
}

enum endless endless_try(const struct worker_state *state, const struct tree_kept *kept, pid_t pid,
			 uint64_t patience_us)
{
	struct trial trial = {
		.state = state,
		.pid = pid,
		.nr_steps = (int)at_most(patience_us / STEP_US, MAX_STEPS),
		.nr_bytes = at_most(patience_us * BYTES_PER_US, MAX_BYTES),
	};
	enum endless found;

	if (ptrace(PTRACE_SEIZE, pid, NULL, PTRACE_O_EXITKILL) != 0)
		return ENDLESS_UNKNOWN;
	found = ptrace(PTRACE_INTERRUPT, pid, NULL, NULL) == 0 && await_stop(pid, &trial.signal)
			? look_at(&trial, kept)
			: ENDLESS_DISTURBED;
	if (ptrace(PTRACE_DETACH, pid, NULL, (void *)(intptr_t)trial.signal) != 0) {
		kill(pid, SIGKILL); /* otherwise it would stay stopped */
		found = ENDLESS_DISTURBED;
	}
	raise(SIGCHLD); /* the signals of the stops may have hidden another one */
	return found;
}

#else

enum endless endless_try(const struct worker_state *state, const struct tree_kept *kept, pid_t pid,
			 uint64_t patience_us)
{
	(void)state;
	(void)kept;
	(void)pid;
	(void)patience_us;
	return ENDLESS_UNKNOWN;
}

#endif
