/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernel that this process runs on. */
#ifndef COMMON_KERNEL_H
#define COMMON_KERNEL_H

#include <stdbool.h>

/* True if it is Linux MAJOR.MINOR or a later one. */
bool kernel_is_from(unsigned major, unsigned minor);

#endif
