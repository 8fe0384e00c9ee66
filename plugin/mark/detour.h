/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Detours: the entry of a function of the compiler leads to one of the plugin's instead, by a jump
 * that is written over the function's first bytes. x86-64 only.
 */
#ifndef PLUGIN_MARK_DETOUR_H
#define PLUGIN_MARK_DETOUR_H

#ifdef __x86_64__

enum { DETOUR_SIZE = 12 };

/* A function of the compiler whose entry can be diverted. */
struct detour {
	unsigned char *entry;
	unsigned char original[DETOUR_SIZE], jump[DETOUR_SIZE];
};

/* Prepares a detour from ENTRY to TARGET, which is not set yet. False: the code can't be changed. */
bool detour_prepare(detour *d, void *entry, void *target);
void detour_set(const detour &d);
void detour_clear(const detour &d);

/*
 * Defines the function NAME, which calls TARGET and leaves each register alone but that of the
 * result. A compiler knows which registers its own functions change (-fipa-ra), and a caller keeps
 * values in the others. TARGET has no arguments on the stack.
 */
#define DETOUR_ENTRY(name, target)                                                                 \
	__attribute__((naked)) static void name(void)                                              \
	{                                                                                          \
		__asm__(DETOUR_PUSH "call %P0\n" DETOUR_POP "ret" : : "i"(target));                \
	}

#define DETOUR_PUSH                                                                                \
	"push %%rcx\npush %%rdx\npush %%rsi\npush %%rdi\n"                                         \
	"push %%r8\npush %%r9\npush %%r10\npush %%r11\n"                                           \
	"sub $264, %%rsp\n"                                                                        \
	".irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15\n"                           \
	"movups %%xmm\\n, 16*\\n(%%rsp)\n"                                                         \
	".endr\n"
#define DETOUR_POP                                                                                 \
	".irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15\n"                           \
	"movups 16*\\n(%%rsp), %%xmm\\n\n"                                                         \
	".endr\n"                                                                                  \
	"add $264, %%rsp\n"                                                                        \
	"pop %%r11\npop %%r10\npop %%r9\npop %%r8\n"                                               \
	"pop %%rdi\npop %%rsi\npop %%rdx\npop %%rcx\n"

#endif
#endif
