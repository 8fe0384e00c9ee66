/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * Writes code in memory. The pages are private, so that a write makes this process's own copy.
 * Where memory can't be writable and executable (SELinux, a system call filter), /proc/self/mem can
 * still write it.
 */
#include <linux/membarrier.h>

#include "runtime/rt_code.h"
#include "runtime/rt_syscall.h"

/*
 * Pid of the process that is changing code; 0: none. A process that was forked meanwhile finds its
 * parent's pid here: the parent's change never ends in the child.
 */
static int32_t changing;

static void lock(void)
{
	int32_t self = (int32_t)syscall(SYS_getpid), holder = 0;

	while (!__atomic_compare_exchange_n(&changing, &holder, self, false, __ATOMIC_ACQUIRE,
					    __ATOMIC_RELAXED)) {
		if (holder == self) {
			syscall(SYS_sched_yield);
			holder = 0;
		}
	}
}

static void unlock(void)
{
	__atomic_store_n(&changing, 0, __ATOMIC_RELEASE);
}

void rt_code_prepare(void)
{
	syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE, 0, 0);
}

/* Makes threads on other processors decode the code again. */
static void tell_others(void)
{
	syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE, 0, 0);
}

bool rt_code_open(struct rt_code *code, char *begin, char *end)
{
	code->begin = (char *)((uintptr_t)begin & ~(PAGE_BYTES - 1));
	code->size = ((uintptr_t)end - (uintptr_t)code->begin + PAGE_BYTES - 1) & ~(PAGE_BYTES - 1);
	code->fd = -1;
	lock();
	if (syscall(SYS_mprotect, code->begin, code->size, PROT_READ | PROT_WRITE | PROT_EXEC) == 0)
		return true;
	code->fd = rt_open("/proc/self/mem", O_RDWR, 0);
	if (code->fd >= 0)
		return true;
	unlock();
	return false;
}

void rt_code_close(struct rt_code *code)
{
	if (code->fd >= 0)
		rt_close(code->fd);
	else
		syscall(SYS_mprotect, code->begin, code->size, PROT_READ | PROT_EXEC);
	unlock();
}

static bool put(const struct rt_code *code, char *at, const uint8_t *bytes, uint32_t count)
{
	if (code->fd >= 0)
		return syscall(SYS_pwrite64, code->fd, bytes, (size_t)count,
			       (off_t)(uintptr_t)at) == (long)count;
	for (uint32_t i = 0; i < count; i++)
		__atomic_store_n(&at[i], (char)bytes[i], __ATOMIC_RELAXED);
	return true;
}

bool rt_code_put(const struct rt_code *code, char *at, const uint8_t *bytes, uint32_t count)
{
	if (count > 1) {
		if (!put(code, at + 1, bytes + 1, count - 1))
			return false;
		tell_others();
	}
	return put(code, at, bytes, 1);
}
