/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which mutants are on: the flags that the program's own units have (include/remt/unit.h), as sites/switched.h sets them
 * in its file. Compiled and evaluated functions go by the same flags.
 */
#ifndef EXPLORE_SWITCHED_H
#define EXPLORE_SWITCHED_H

#include <link.h>
#include <stdint.h>

#include "remt/unit.h"

/*
 * Returns the unit UID among the notes of an object that is loaded at BASE, with NUMBER program HEADERS; NULL: there is none
 * that is sound.
 */
const struct remt_unit *switched_find(const ElfW(Phdr) * headers, size_t number, uintptr_t base,
				      uint64_t uid);

/* Returns the alternative that SITE of UNIT takes for good; 0: the original. UNIT may be NULL. */
uint32_t switched_alternative(const struct remt_unit *unit, uint32_t site);

#endif
