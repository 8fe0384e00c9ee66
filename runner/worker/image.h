/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The image of a stopped process: what its memory holds that it may write to.
 *
 * The run-time's own memory, its shared session and its coverage are left out: they count
 * executions, and nothing that the program does depends on them.  Nor does it depend on the fuel of
 * units (include/remt/unit.h), which can be put back.
 */
#ifndef RUNNER_WORKER_IMAGE_H
#define RUNNER_WORKER_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct image;

/* What of a process belongs to the run-time: paths as the process has mapped them. */
struct image_own {
	const char *runtime, *session;
	const char *coverage; /* directory of the files */
};

/* NULL: there is too much memory, or some that others can write to. */
struct image *image_take(pid_t pid, const struct image_own *own);
/* Bytes of memory. */
size_t image_size(const struct image *image);
/* Gives the units the fuel that they had. */
bool image_refuel(const struct image *image, pid_t pid);
/* True if the memory of PID, which has not made a system call since, is as it was. */
bool image_is_same(struct image *image, pid_t pid);
/* True if ADDRESS is code that the kernel provides, which can read clocks. */
bool image_is_vdso(const struct image *image, uint64_t address);
void image_destroy(struct image *image);

#endif
