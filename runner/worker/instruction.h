/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tells what an instruction depends on; x86-64 only. */
#ifndef RUNNER_WORKER_INSTRUCTION_H
#define RUNNER_WORKER_INSTRUCTION_H

#include <stdbool.h>
#include <stdint.h>

enum { INSTRUCTION_BYTES = 16 }; /* more than any instruction has */

/*
 * True for system calls except sched_yield, for instructions that read clocks, counters or random
 * numbers, and for those that act differently when stepped over: they store and load flags, load
 * the stack segment, or begin transactions. CODE: the INSTRUCTION_BYTES at the instruction; RAX:
 * the register before it.
 */
bool instruction_looks_outside(const unsigned char *code, uint64_t rax);

#endif
