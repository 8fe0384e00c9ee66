/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The image of a stopped process: the content of its writable memory.
 *
 * It leaves out the run-time's own memory, its shared session and its coverage. These count
 * executions, and nothing that the program does depends on them. The fuel of units
 * (include/remt/unit.h) counts executions, too; image_refuel() restores it before a comparison.
 */
#ifndef RUNNER_WORKER_IMAGE_H
#define RUNNER_WORKER_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct image;

/* The paths of what belongs to the run-time, as the process has mapped them. */
struct image_own {
	const char *runtime, *session;
	const char *coverage; /* directory of the coverage files */
};

/*
 * Returns NULL if there is too much memory, memory that others can write to or that can't be read,
 * or no run-time.
 */
struct image *image_take(pid_t pid, const struct image_own *own);
/* Returns the bytes of memory in the image. */
size_t image_size(const struct image *image);
/* Puts the fuel of the units back; false: it can't be written. */
bool image_refuel(const struct image *image, pid_t pid);
/* True if the memory of PID is unchanged. PID must have made no system call since image_take(). */
bool image_is_same(struct image *image, pid_t pid);
/* True if ADDRESS is code of the kernel (vdso), which can read clocks. */
bool image_is_vdso(const struct image *image, uint64_t address);
void image_destroy(struct image *image);

#endif
