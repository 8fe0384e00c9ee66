/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Calls of functions that traced processes make, seen from outside (trace.h); x86-64 only. At the beginning of a function
 * lies a breakpoint; while a call lasts, that lies where it returns, so that calls within it are not seen.
 *
 *	in `executed` of struct trace_opts:	calls_watch()
 *	in `trapped`:				calls_answer()
 *	calls_deinit()
 */
#ifndef RUNNER_TRACE_CALLS_H
#define RUNNER_TRACE_CALLS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "common/vec.h"

#define CALLS_NR_REGISTERS 6
#define CALLS_MAX_IMAGES   4096

/* A function, at ADDRESS of its file. */
struct calls_place {
	uint64_t address;
	size_t number;	  /* the caller's */
	unsigned nr_left; /* calls that are still told */
	uint8_t byte;	  /* that the breakpoint stands for */
};

/* A call that begins. */
struct call {
	pid_t pid;
	size_t number;				/* of the place */
	uint64_t registers[CALLS_NR_REGISTERS]; /* of arguments, as the ABI numbers them */
	uint64_t stack;				/* where other arguments lie, 8 bytes each */
	uint64_t base;				/* what addresses of the file are moved by */
};

/* Where calls return. It stays known: other threads, and processes that were forked meanwhile, may stop there later. */
struct calls_return {
	size_t place;	  /* of the last call */
	pid_t pid;	  /* that made it; 0: it returned */
	uint64_t address; /* in memory */
	uint8_t byte;
};

struct calls_image {
	size_t sequence; /* of the exec */
	uint64_t base;
	VEC(struct calls_place) places;
	VEC(struct calls_return) returns;
};

/* Zero bytes: nothing is watched. */
struct calls {
	void (*called)(void *arg, const struct call *call);
	void *arg;
	VEC(struct calls_image)
	images; /* CALLS_MAX_IMAGES at most: those that follow are not watched */
};

/*
 * Watches the NUMBER functions PLACES in PID, which is stopped at the exec SEQUENCE of a file whose entry point is ENTRY.
 * Those that can't be are not.
 */
void calls_watch(struct calls *calls, size_t sequence, pid_t pid, uint64_t entry,
		 const struct calls_place *places, size_t number);
/* True if PID, which runs the image of the exec SEQUENCE, stopped at one of the breakpoints: it goes on without the signal. */
bool calls_answer(struct calls *calls, size_t sequence, pid_t pid);
void calls_deinit(struct calls *calls);

#endif
