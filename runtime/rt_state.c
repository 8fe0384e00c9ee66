/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * What a child of the trunk would share with its parent, or would lack, and two runs would not.
 * Files are in rt_files.c.
 *
 * The parent does nothing until the child has ended, so the child can read what the parent has.
 */
#include <limits.h>
#include <link.h>
#include <signal.h>
#include <stddef.h>
#include <sys/time.h>

#include "runtime/rt_syscall.h"

#define NR_TIMERS 3

static struct itimerval timers[NR_TIMERS];
static unsigned long long nr_unloaded; /* modules unloaded before the start */
static bool is_pid_known;
static char directory[PATH_MAX]; /* the parent's working directory */

void rt_state_note_pid(void)
{
	is_pid_known |= rt_split_is_on() && !rt_session->is_script;
}

static int read_unloaded(struct dl_phdr_info *info, size_t size, void *ret)
{
	if (size >= offsetof(struct dl_phdr_info, dlpi_tls_modid))
		*(unsigned long long *)ret = info->dlpi_subs;
	return 1;
}

static unsigned long long count_unloaded(void)
{
	unsigned long long count = 0;

	dl_iterate_phdr(read_unloaded, &count);
	return count;
}

void rt_state_begin(void)
{
	nr_unloaded = count_unloaded();
}

static bool loses_children(void)
{
	struct sigaction action;

	return sigaction(SIGCHLD, NULL, &action) != 0 || action.sa_handler == SIG_IGN ||
	       (action.sa_flags & SA_NOCLDWAIT);
}

/* SIGCHLD without a handler has no effect, but make(1) keeps it blocked. */
static bool has_signals(void)
{
	unsigned long pending = 0;
	struct sigaction action;

	if (syscall(SYS_rt_sigpending, &pending, sizeof(pending)) != 0)
		return true;
	if (sigaction(SIGCHLD, NULL, &action) == 0 && action.sa_handler == SIG_DFL)
		pending &= ~(1ul << (SIGCHLD - 1));
	return pending != 0;
}

enum remt_refusal rt_state_waiting_refusal(void)
{
	if (has_signals())
		return REMT_REFUSAL_SIGNALS;
	if (rt_server_has_threads())
		return REMT_REFUSAL_THREADS;
	return loses_children() ? REMT_REFUSAL_SIGCHLD : REMT_REFUSAL_NONE;
}

enum remt_refusal rt_state_refusal(void)
{
	enum remt_refusal refusal = rt_state_waiting_refusal();

	if (refusal)
		return refusal;
	if (is_pid_known)
		return REMT_REFUSAL_PID;
	if (rt_server_has_children())
		return REMT_REFUSAL_CHILDREN;
	if (rt_pipes_are_spliced())
		return REMT_REFUSAL_FILES;
	if (count_unloaded() != nr_unloaded) /* it may have had switches */
		return REMT_REFUSAL_MAPPINGS;
	return REMT_REFUSAL_NONE;
}

void rt_state_pause(void)
{
	static const struct itimerval none;

	if (syscall(SYS_getcwd, directory, sizeof(directory)) < 0)
		directory[0] = 0;
	for (int i = 0; i < NR_TIMERS; i++)
		syscall(SYS_getitimer, i, &timers[i]);
	if (timers[ITIMER_REAL].it_value.tv_sec || timers[ITIMER_REAL].it_value.tv_usec)
		syscall(SYS_setitimer, ITIMER_REAL, &none, NULL);
}

void rt_state_resume(void)
{
	for (int i = 0; i < NR_TIMERS; i++) {
		if (!timers[i].it_value.tv_sec && !timers[i].it_value.tv_usec)
			continue;
		syscall(SYS_setitimer, i, &timers[i], NULL);
		__atomic_fetch_add(&rt_session->nr_timers, 1, __ATOMIC_RELAXED);
	}
}

/* A line of /proc/self/maps: "START-END rwxp …". */
struct mapping {
	unsigned long start;
	unsigned field; /* 0: start, 1: end, 2: permissions, 3: the rest */
	bool is_shared;
	unsigned matched; /* how many characters of `harmless` the path so far ends with */
};

static const char harmless[] = "gconv-modules.cache"; /* libc's, the same for all processes */

static void read_mapping(struct mapping *mapping, char c)
{
	if (mapping->field == 0 && c != '-')
		mapping->start =
			mapping->start * 16 + (unsigned long)(c <= '9' ? c - '0' : c - 'a' + 10);
	if (mapping->field == 2)
		mapping->is_shared |= c == 's';
	if (mapping->field == 3)
		mapping->matched = c == harmless[mapping->matched] ? mapping->matched + 1
				   : c == harmless[0]		   ? 1
								   : 0;
	if (mapping->field < 3 && (c == '-' ? mapping->field == 0 : c == ' '))
		mapping->field++;
}

/*
 * True if memory is shared with others. Read-only mappings count: the file may be written in
 * another way, or by others.
 */
static bool shares_mappings(void)
{
	static char text[4096];
	int fd = rt_open("/proc/self/maps", O_RDONLY, 0);
	struct mapping mapping = { 0 };
	bool shares = fd < 0;
	long length;

	while (!shares && (length = syscall(SYS_read, fd, text, sizeof(text))) > 0) {
		for (long i = 0; i < length; i++) {
			if (text[i] != '\n') {
				read_mapping(&mapping, text[i]);
				continue;
			}
			shares |= mapping.is_shared && mapping.matched < sizeof(harmless) - 1 &&
				  mapping.start != (unsigned long)rt_session &&
				  mapping.start != (unsigned long)rt_cover_start();
			mapping = (struct mapping){ 0 };
		}
	}
	if (fd >= 0)
		rt_close(fd);
	return shares;
}

enum remt_refusal rt_state_detach(const int *fds, unsigned count, bool has_returned)
{
	char text[8];

	if (rt_session->has_own_view && (directory[0] != '/' || syscall(SYS_chdir, directory) < 0))
		return REMT_REFUSAL_DIRECTORY;
	if (shares_mappings())
		return REMT_REFUSAL_MAPPINGS;
	if (rt_read_text("/proc/self/timers", text, sizeof(text)))
		return REMT_REFUSAL_TIMERS;
	return rt_files_detach(fds, count, has_returned);
}
