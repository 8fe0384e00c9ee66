/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/stamp.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* The coarsest times of the file systems in use are those of FAT, two seconds. */
#define SETTLED_AFTER_NS (3 * (int64_t)1000000000)

static int64_t nanoseconds(struct timespec time)
{
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int64_t file_time(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME_COARSE, &now);
	return nanoseconds(now);
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
	struct stat info;
	bool is_plain;

	*ret = (struct stamp){ .is_settled = 1 };
	clock_gettime(CLOCK_REALTIME, &now);
	/* A link may lead elsewhere to the same file, and what can't be seen may change unseen. */
	is_plain = lstat(path, &info) == 0 ? !S_ISLNK(info.st_mode)
					   : errno == ENOENT || errno == ENOTDIR;
	ret->is_settled = is_plain;
	if (stat(path, &info) < 0)
		return;
	*ret = (struct stamp){
		.device = info.st_dev,
		.inode = info.st_ino,
		.mode = info.st_mode,
		.size = (uint64_t)info.st_size,
		.modified_ns = nanoseconds(info.st_mtim),
		.changed_ns = nanoseconds(info.st_ctim),
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
