/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the IPC objects of the namespace by the kernel's lists of them and removes them. */
#include "runner/sandbox/ipc.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/mount.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "common/cleanup.h"

/* Mounts no path: /dev/mqueue may be missing, and belongs to another namespace. */
static int mount_queues(void)
{
	_cleanup_close_ int context = (int)syscall(SYS_fsopen, "mqueue", FSOPEN_CLOEXEC);

	if (context < 0 || syscall(SYS_fsconfig, context, FSCONFIG_CMD_CREATE, NULL, NULL, 0) < 0)
		return -1;
	return (int)syscall(SYS_fsmount, context, FSMOUNT_CLOEXEC, 0);
}

void ipc_open(struct ipc *ipc)
{
	_cleanup_close_ int root = mount_queues();

	ipc->is_own = true;
	if (root >= 0 && !pristine_open(&ipc->queues, root, "."))
		pristine_close(&ipc->queues);
}

static void clear_queues(struct ipc *ipc)
{
	_cleanup_closedir_ DIR *queues = NULL;
	int fd = openat(ipc->queues.fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct dirent *entry;

	queues = fd >= 0 ? fdopendir(fd) : NULL;
	while (queues && (entry = readdir(queues)))
		unlinkat(ipc->queues.fd, entry->d_name, 0);
	if (fstat(ipc->queues.fd, &ipc->queues.status) < 0)
		pristine_close(&ipc->queues);
}

/* SHM_INFO returns the largest index in use, which is 0 also if no segment exists. */
static void clear_segments(void)
{
	struct shm_info info = { 0 };
	struct shmid_ds status;
	int last = shmctl(0, SHM_INFO, (void *)&info);

	for (int i = info.used_ids ? last : -1; i >= 0; i--)
		shmctl(shmctl(i, SHM_STAT, &status), IPC_RMID, NULL);
}

static void clear_semaphores(void)
{
	struct seminfo info = { 0 };
	struct semid_ds status;
	int last = semctl(0, 0, SEM_INFO, &info);

	for (int i = info.semusz ? last : -1; i >= 0; i--)
		semctl(semctl(i, 0, SEM_STAT, &status), 0, IPC_RMID);
}

static void clear_messages(void)
{
	struct msginfo info = { 0 };
	struct msqid_ds status;
	int last = msgctl(0, MSG_INFO, (void *)&info);

	for (int i = info.msgpool ? last : -1; i >= 0; i--)
		msgctl(msgctl(i, MSG_STAT, &status), IPC_RMID, NULL);
}

bool ipc_is_used(const struct ipc *ipc)
{
	struct shm_info segments = { 0 };
	struct seminfo semaphores = { 0 };
	struct msginfo messages = { 0 };

	if (!ipc->is_own)
		return false;
	shmctl(0, SHM_INFO, (void *)&segments);
	semctl(0, 0, SEM_INFO, &semaphores);
	msgctl(0, MSG_INFO, (void *)&messages);
	return segments.used_ids || semaphores.semusz || messages.msgpool ||
	       (ipc->queues.fd >= 0 && !pristine_is_same(&ipc->queues));
}

void ipc_clear(struct ipc *ipc)
{
	if (!ipc->is_own)
		return;
	clear_segments();
	clear_semaphores();
	clear_messages();
	if (ipc->queues.fd >= 0 && !pristine_is_same(&ipc->queues))
		clear_queues(ipc);
}
