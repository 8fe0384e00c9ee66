/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an instruction depends on; x86-64 only. */
#ifndef RUNNER_WORKER_INSTRUCTION_H
#define RUNNER_WORKER_INSTRUCTION_H

#include <stdbool.h>
#include <stdint.h>

enum { INSTRUCTION_BYTES = 16 }; /* more than any has */

/*
 * True for system calls that do more than give way, for instructions that read clocks, counters or
 * random numbers, and for those that act otherwise when they are stepped over: flags that are
 * stored and loaded, stack segments, transactions.  CODE: INSTRUCTION_BYTES from where it begins;
 * RAX: the register before it.
 */
bool instruction_looks_outside(const unsigned char *code, uint64_t rax);

#endif
