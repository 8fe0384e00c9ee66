/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The evaluator (explore/) as a server: a process that is ready to begin its program, and forks for each run.
 * Whoever starts it gives it a SOCK_SEQPACKET socket as descriptor REMT_SERVE_FD and says so in the environment
 * (REMT_SERVE_ENV). Both are of the same build of remt.
 *
 *	READY		evaluator → caller, once; status is 0, or an errno: it can't serve, and ends
 *	RUN		caller → evaluator, with the descriptors of enum remt_serve_fd (SCM_RIGHTS)
 *	STARTED		evaluator → caller: pid of the run; 0: the fork failed, status is its errno
 *	ENDED		evaluator → caller: status of wait(), time of processors
 *
 * A run's arguments are as long as the server's and take their place, and so are the values of the variables and
 * the string literals that are inputs. The run begins a session (setsid) in the directory that it is told. It is told by a file of texts, each ended
 * by a NUL: the directory, the numbers of the arguments that are kept, the variables with the lengths of their values,
 * the literals by their addresses with their lengths, the names of the files, then the arguments, from the program's
 * name on, the values of the variables and the literals. The server
 * ends at the end of file on the socket.
 *
 * Compiles as C11.
 */
#ifndef REMT_SERVE_H
#define REMT_SERVE_H

#include <stdint.h>

#define REMT_SERVE_ENV "REMT_EXPLORE_SERVER"
#define REMT_SERVE_FD  3
/* Values of the variable, which are as long as each other: this process serves evaluated runs; it is such a run. */
#define REMT_SERVE_WANTED "+"
#define REMT_SERVE_NONE	  "-"
/* The same: it is a server of runs as compiled; runs have neither the variable nor LD_PRELOAD, and any arguments. */
#define REMT_SERVE_COMPILED "="
/* As REMT_SERVE_COMPILED, and runs tell how near to a change they come. */
#define REMT_SERVE_SCOUTS "!"
/*
 * Then a file of lines "ADDRESS LEVEL", of an instruction at link time, in hexadecimal digits, and a number up to 255;
 * and a file whose first byte becomes the highest level of the instructions that a run came to. Each further byte, as
 * far as there are any, belongs to one instruction, in the order of addresses, each once, and becomes its level and 1 if a
 * run came there. Instructions of level 0 are told once by each server: runs after the first one that came there are as
 * fast as if nothing was to be told (coverage-guided tracing: Nagy and Hicks, IEEE S&P 2019).
 */
#define REMT_SERVE_TRAPS_ENV "REMT_EXPLORE_TRAPS"
#define REMT_SERVE_LEVEL_ENV "REMT_EXPLORE_LEVEL"

enum remt_serve_type {
	REMT_SERVE_READY = 1,
	REMT_SERVE_RUN = 2,
	REMT_SERVE_STARTED = 3,
	REMT_SERVE_ENDED = 4,
};

enum remt_serve_fd {
	REMT_SERVE_INPUT,
	REMT_SERVE_OUTPUT,
	REMT_SERVE_ERROR,
	REMT_SERVE_TOLD, /* what the run is told */
	REMT_SERVE_NR_FDS,
};

/* Texts of what a run is told between the directory and the arguments. */
#define REMT_SERVE_NR_NOTES 4

struct remt_serve_message {
	uint32_t type; /* enum remt_serve_type */
	int32_t pid;
	int32_t status;
	uint32_t padding;
	uint64_t used_us; /* of processors, by the run and those that it waited for */
};

#endif
