/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sizes of functions by what unwinders are told of them, which stays if a file is stripped. */
#ifndef EXPLORE_FRAME_SIZE_H
#define EXPLORE_FRAME_SIZE_H

#include <stdint.h>

/* Returns the bytes of the function that begins at ADDRESS; 0: unknown. */
uint64_t frame_size(const void *address);

#endif
