/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/stamp.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include "common/clock.h"

/* FAT has the coarsest times of the file systems in use: two seconds. */
#define SETTLED_AFTER_NS (3 * (int64_t)1000000000)

static int64_t nanoseconds(struct timespec time)
{
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int64_t file_time(void)
{
	struct timespec now;

	clock_read(CLOCK_REALTIME_COARSE, &now);
	return nanoseconds(now);
}

/*
 * Does what stat() does, or with AT_SYMLINK_NOFOLLOW lstat(), with the times of the kernel, whose
 * clock ours is.
 */
static int look(const char *path, int flags, struct statx *ret)
{
	return (int)syscall(SYS_statx, AT_FDCWD, path, flags, STATX_BASIC_STATS, ret);
}

static int64_t statx_nanoseconds(struct statx_timestamp time)
{
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t stamp_begin(void)
{
	const struct timespec pause = { .tv_nsec = 500000 };
	int64_t begin = file_time();

	while (file_time() == begin)
		nanosleep(&pause, NULL);
	return file_time();
}

void stamp_take(const char *path, struct stamp *ret)
{
	struct timespec now;
	struct statx info;
	bool is_plain;

	clock_read(CLOCK_REALTIME, &now);
	*ret = (struct stamp){ .is_settled = 1 };
	/*
	 * A link may lead elsewhere and to the same file again. What can't be seen may change
	 * unseen.
	 */
	is_plain = look(path, AT_SYMLINK_NOFOLLOW, &info) == 0
			   ? !S_ISLNK(info.stx_mode)
			   : errno == ENOENT || errno == ENOTDIR;
	ret->is_settled = is_plain;
	if (look(path, 0, &info) < 0)
		return;
	*ret = (struct stamp){
		.device = makedev(info.stx_dev_major, info.stx_dev_minor),
		.inode = info.stx_ino,
		.mode = info.stx_mode,
		.size = info.stx_size,
		.modified_ns = statx_nanoseconds(info.stx_mtime),
		.changed_ns = statx_nanoseconds(info.stx_ctime),
	};
	ret->is_settled = is_plain && ret->changed_ns < nanoseconds(now) - SETTLED_AFTER_NS &&
			  ret->modified_ns < nanoseconds(now) - SETTLED_AFTER_NS;
}

bool stamp_holds(const struct stamp *stamp, const char *path)
{
	struct stamp today;

	stamp_take(path, &today);
	today.is_settled = stamp->is_settled;
	return stamp->is_settled && memcmp(stamp, &today, sizeof(today)) == 0;
}
