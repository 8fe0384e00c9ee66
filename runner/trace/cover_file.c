/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes coverage in the format of the run-time. */
#include "runner/trace/cover_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "remt/coverage.h"
#include "runner/sandbox/process.h"

struct cover_file {
	uint64_t uid;
	uint32_t nr_sites;
	uint32_t nr_images;
	int first; /* descriptor of the first image's file; -1: none */
	struct remt_cover_site *sites;
};

/* What precedes the sites. */
struct head {
	struct remt_cover_header header;
	struct remt_cover_unit unit;
};

_Static_assert(sizeof(struct head) ==
		       sizeof(struct remt_cover_header) + sizeof(struct remt_cover_unit),
	       "as in the file");

struct cover_file *cover_file_create(uint64_t uid, uint32_t nr_sites)
{
	struct cover_file *file = xcalloc(1, sizeof(*file));

	file->uid = uid;
	file->nr_sites = nr_sites;
	file->first = -1;
	file->sites = xcalloc((size_t)nr_sites + 1, sizeof(*file->sites));
	return file;
}

uint64_t cover_file_uid(const struct cover_file *file)
{
	return file->uid;
}

/* The name is one that the run-time does not use. */
static int create_file(const struct cover_file *file, const struct remt_session *session, pid_t pid)
{
	_cleanup_free_ char *path =
		xasprintf("%.*s/%d-%" PRIx64 "-%u.cov", REMT_PATH_MAX, session->cover_dir, (int)pid,
			  file->uid, file->nr_images);

	return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

static bool write_at(int fd, const void *data, size_t size, off_t at)
{
	while (size) {
		ssize_t done = pwrite(fd, data, size, at);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return false;
		data = (const char *)data + done;
		size -= (size_t)done;
		at += done;
	}
	return true;
}

struct error *cover_file_add_image(struct cover_file *file, const struct remt_session *session,
				   pid_t pid)
{
	_cleanup_close_ int fd = create_file(file, session, pid);
	struct head head = {
		.header = { .version = REMT_COVER_VERSION, .pid = (uint32_t)pid, .nr_units = 1 },
		.unit = { .uid = file->uid, .nr_sites = file->nr_sites },
	};

	memcpy(head.header.magic, REMT_COVER_MAGIC, sizeof(head.header.magic));
	head.header.size = sizeof(head.header) + remt_cover_unit_size(file->nr_sites);
	process_executable(pid, head.header.exe, sizeof(head.header.exe));
	if (fd < 0 || ftruncate(fd, (off_t)head.header.size) < 0 ||
	    !write_at(fd, &head, sizeof(head), 0))
		return error_errno(ERROR_INTERNAL, errno, "writing coverage into %s",
				   session->cover_dir);
	if (file->first < 0)
		file->first = TAKE_FD(fd);
	file->nr_images++;
	return NULL;
}

void cover_file_hit(struct cover_file *file, struct remt_session *session, uint32_t site)
{
	struct remt_cover_site *hit = &file->sites[site];

	/* Processes with the run-time take numbers at the same time. */
	if (!hit->first)
		hit->first = __atomic_add_fetch(&session->next_order, 1, __ATOMIC_RELAXED);
	hit->count += hit->count < UINT32_MAX;
	hit->infected = UINT32_MAX;
}

struct error *cover_file_write(const struct cover_file *file)
{
	if (file->first >= 0 &&
	    !write_at(file->first, file->sites, file->nr_sites * sizeof(*file->sites),
		      sizeof(struct head)))
		return error_errno(ERROR_INTERNAL, errno, "writing coverage");
	return NULL;
}

void cover_file_destroy(struct cover_file *file)
{
	if (!file)
		return;
	if (file->first >= 0)
		close(file->first);
	free(file->sites);
	free(file);
}
