/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Namespaces, and how they are entered. */
#include "runner/sandbox/contain.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "common/attr.h"
#include "common/cleanup.h"
#include "common/kernel.h"
#include "runner/sandbox/network.h"

pid_t contain_fork(enum contain_wish wish, struct containment *ret)
{
	struct clone_args args = {
		.flags = CLONE_NEWPID | CLONE_NEWNS,
		.exit_signal = SIGCHLD,
	};

	*ret = (struct containment){
		.is_namespace = wish != CONTAIN_NOT,
		.is_user = wish != CONTAIN_NOT && geteuid() != 0,
		.is_offline = wish == CONTAIN_OFFLINE,
		.uid = geteuid(),
		.gid = getegid(),
	};
	if (wish == CONTAIN_NOT)
		return fork();
	if (ret->is_user)
		args.flags |= CLONE_NEWUSER;
	return (pid_t)syscall(SYS_clone3, &args, sizeof(args));
}

static bool write_line(const char *path, const char *line)
{
	_cleanup_close_ int fd = open(path, O_WRONLY | O_CLOEXEC);
	ssize_t length = (ssize_t)strlen(line);

	return fd >= 0 && write(fd, line, (size_t)length) == length;
}

static bool map_ids(const struct containment *containment)
{
	char users[64], groups[64];

	snprintf(users, sizeof(users), "%u %u 1", containment->uid, containment->uid);
	snprintf(groups, sizeof(groups), "%u %u 1", containment->gid, containment->gid);
	return write_line("/proc/self/uid_map", users) &&
	       write_line("/proc/self/setgroups", "deny") &&
	       write_line("/proc/self/gid_map", groups);
}

static bool separate_ipc(void)
{
	return unshare(CLONE_NEWIPC) == 0 && unshare(CLONE_NEWUTS) == 0;
}

/* Separates one after the other, since a machine may allow only some. */
static void separate(struct containment *containment)
{
	containment->has_ipc = separate_ipc();
	containment->is_offline = containment->is_offline && network_enter();
}

/*
 * Takes from all programs that root will execute the capabilities that no namespace confines. This
 * process keeps them, as it executes none. CAP_SYS_ADMIN stays, although its owner can break out of
 * a view: tests that mount or make namespaces need it, and some would skip silently without it.
 */
static void drop_powers(void)
{
	static const int powers[] = { CAP_SYS_TIME, CAP_SYS_MODULE, CAP_SYS_BOOT, CAP_SYS_RAWIO };

	for (size_t i = 0; i < ARRAY_SIZE(powers); i++)
		prctl(PR_CAPBSET_DROP, powers[i], 0, 0, 0);
}

void contain_leavings(void)
{
	/* A user who is not root can mount only in namespaces of his own. */
	if (geteuid() != 0 || unshare(CLONE_NEWNS) != 0)
		return;
	if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
		return;
	separate_ipc();
	drop_powers();
}

struct error *contain_enter(struct containment *containment)
{
	if (containment->is_user && !map_ids(containment))
		return error_errno(ERROR_INTERNAL, errno, "mapping user ids");
	/*
	 * After the change of ids, which clears this setting. Without a namespace the worker has
	 * work left to do when its parent dies.
	 */
	prctl(PR_SET_PDEATHSIG, containment->is_namespace ? SIGKILL : SIGTERM);
	if (chdir("/") < 0)
		return error_errno(ERROR_INTERNAL, errno, "entering /");
	if (!containment->is_namespace) {
		prctl(PR_SET_CHILD_SUBREAPER, 1);
		return NULL;
	}
	if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0)
		return error_errno(ERROR_INTERNAL, errno, "making mounts private");
	if (mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) < 0)
		return error_errno(ERROR_INTERNAL, errno, "mounting /proc");
	separate(containment);
	drop_powers();
	return NULL;
}

void contain_bound_processes(struct containment *containment)
{
	char line[16];

	snprintf(line, sizeof(line), "%d", CONTAIN_LAST_PID);
	/* On older kernels limits of tasks go by that there is no last id (job_max_tasks()). */
	containment->is_bounded = !containment->is_namespace || !kernel_is_from(6, 14) ||
				  write_line("/proc/sys/kernel/pid_max", line);
}

bool contain_has_user_namespace(void)
{
	_cleanup_fclose_ FILE *map = fopen("/proc/self/uid_map", "re");
	unsigned long inner, outer, count;

	/* The first user namespace maps every id to itself. */
	return map && fscanf(map, "%lu %lu %lu", &inner, &outer, &count) == 3 &&
	       (inner != outer || count != UINT32_MAX);
}
