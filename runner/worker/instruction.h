/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tells if an instruction depends on more than registers and memory; x86-64 only. */
#ifndef RUNNER_WORKER_INSTRUCTION_H
#define RUNNER_WORKER_INSTRUCTION_H

#include <stdbool.h>
#include <stdint.h>

enum { INSTRUCTION_BYTES = 16 }; /* more than any instruction has */

/*
 * True for system calls, except sched_yield by `syscall`; for instructions that read clocks,
 * counters, random numbers, ports, or what the processor tells of itself; for interrupts; and for
 * those that act differently in single steps: they store and load flags, load the stack segment, or
 * begin transactions. It may also be true for others, such as fences. CODE: the INSTRUCTION_BYTES
 * at the instruction; RAX: the register before it.
 */
bool instruction_looks_outside(const unsigned char *code, uint64_t rax);

#endif
