/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * Changes code in the memory of this process:
 *
 *   rt_code_open()    makes the pages writable, if that is allowed
 *   rt_code_put()     writes
 *   rt_code_close()   makes the pages as before
 *
 * All signals must be blocked, as a handler could execute the code that is being changed.
 */
#ifndef RUNTIME_RT_CODE_H
#define RUNTIME_RT_CODE_H

#include <stddef.h>

#include "runtime/rt.h"

#define RT_BREAKPOINT 0xcc

struct rt_code {
	char *begin; /* whole pages */
	size_t size;
	int fd; /* of /proc/self/mem; -1: the memory is written directly */
};

/* False: the code between BEGIN and END can't be changed. */
bool rt_code_open(struct rt_code *code, char *begin, char *end);
/*
 * Writes COUNT bytes at AT. Other threads execute the old bytes or the new ones; a breakpoint at AT
 * stays until all other bytes are written. False: not all were written.
 */
bool rt_code_put(const struct rt_code *code, char *at, const uint8_t *bytes, uint32_t count);
void rt_code_close(struct rt_code *code);

/* To be called before the first change: other processors will have to be told of changes. */
void rt_code_prepare(void);

#endif
