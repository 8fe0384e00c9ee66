/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/worker/instruction.h"

#ifdef __x86_64__

#include <string.h>
#include <sys/syscall.h>

static size_t skip_prefixes(const unsigned char *code)
{
	size_t at = 0;

	while (at < INSTRUCTION_BYTES - 4 &&
	       ((code[at] & 0xf0) == 0x40 ||
		memchr("\x66\x67\xf2\xf3\x2e\x36\x3e\x26\x64\x65\xf0", code[at], 11)))
		at++;
	return at;
}

/* CODE and NEXT are the two bytes behind 0f. */
static bool looks_outside_by_two(unsigned char code, unsigned char next, uint64_t rax)
{
	switch (code) {
	case 0x05: /* syscall */ return rax != SYS_sched_yield;
	case 0x00: /* selectors of the processor */
	case 0x01: /* rdtscp, transactions, tables of the processor */
	case 0x02: /* lar */
	case 0x03: /* lsl: number of the processor */
	case 0x31: /* rdtsc */
	case 0x33: /* rdpmc */
	case 0x34: /* sysenter */
	case 0xa2: /* cpuid */ return true;
	case 0xae: /* waits with a limit of time */
	case 0xc7: /* rdrand, rdseed, rdpid */ return next >= 0xc0;
	default: return false;
	}
}

bool instruction_looks_outside(const unsigned char *code, uint64_t rax)
{
	/* Segments, flags, interrupts and ports. */
	static const char others[] = "\x17\x8e\x9c\x9d\xcf\xcc\xcd\xce\xf1"
				     "\x6c\x6d\x6e\x6f\xe4\xe5\xe6\xe7\xec\xed\xee\xef";

	code += skip_prefixes(code);
	if (memchr(others, code[0], sizeof(others) - 1))
		return true;
	if ((code[0] == 0xc6 || code[0] == 0xc7) && code[1] == 0xf8) /* transactions */
		return true;
	return code[0] == 0x0f && looks_outside_by_two(code[1], code[2], rax);
}

#endif
