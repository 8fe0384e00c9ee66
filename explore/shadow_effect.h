/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What changed code leaves behind. A *region* is a call of a function with watched blocks, with all that it calls. Where
 * control came to one, the path tells at its end what it returned (REMT_PATH_RETURNED), and which bytes of memory that
 * was there before have another term now (REMT_PATH_LEFT). Until then, and for ever where a region may leave anything
 * else, or where its end is not known, the path says REMT_PATH_INFECTED.
 *
 * A byte is known by the variable or the caller's local that it is of, as addresses are not the same in the other
 * version. So a number may be left that can be no address: of 32 bits at most, or below all addresses.
 */
#ifndef EXPLORE_SHADOW_EFFECT_H
#define EXPLORE_SHADOW_EFFECT_H

#include "explore/code.h"

/* A region has begun: all that is written counts, also where no input has to do with it. */
extern bool effect_is_open;

/* Fills what is known of CODE, which is being translated, for what follows. */
void effect_prepare(struct code *code);

/* Notes that FRAME begins. */
void effect_enter(const struct frame *frame);

/* Notes that control comes to the block number INDEX (path_watch()). */
void effect_watch(uint32_t index);

/* True if VALUE is below all addresses. */
bool effect_is_small(uint64_t value);

/* Notes that SIZE bytes at ADDRESS are going to be written; those of an address MAY_POINT. */
void effect_write(const void *address, size_t size, bool may_point);

/* Notes that the C library's function NAME is going to be called; NULL: another compiled one is. */
void effect_call(const char *name);

/* Notes that anything may happen. */
void effect_spread(void);

/* Notes that control may leave frames without their ends from now on. */
void effect_jump(void);

/* Notes that FRAME is going to return VALUE, whose term is TERM, of 64 bits. */
void effect_return(const struct frame *frame, uint32_t term, uint64_t value);

/* The same of an object of SIZE bytes. */
void effect_return_object(const struct frame *frame, size_t size);

#endif
