/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * Changing code in memory, of this process alone.
 *
 *   rt_code_open()    its pages become writable, if that is allowed
 *   rt_code_put()
 *   rt_code_close()   they are as before
 *
 * With all signals blocked: a handler could execute what is being changed.
 */
#ifndef RUNTIME_RT_CODE_H
#define RUNTIME_RT_CODE_H

#include <stddef.h>

#include "runtime/rt.h"

#define RT_BREAKPOINT 0xcc

struct rt_code {
	char *begin; /* of whole pages */
	size_t size;
	int fd; /* of the memory; -1: it is written to directly */
};

/* False: code between BEGIN and END can't be changed. */
bool rt_code_open(struct rt_code *code, char *begin, char *end);
/* What is executed by other threads meanwhile is the old bytes or the new ones, or there is a
 * breakpoint at AT and stays until all others are written. */
bool rt_code_put(const struct rt_code *code, char *at, const uint8_t *bytes, uint32_t count);
void rt_code_close(struct rt_code *code);

/* Before the first change: other processors are to be told of changes. */
void rt_code_prepare(void);

#endif
