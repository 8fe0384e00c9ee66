/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The build includes this first into each source of the plugin, and common/banned.h next: headers
 * that name banned functions themselves. */
#ifndef PLUGIN_BASE_FIRST_H
#define PLUGIN_BASE_FIRST_H

/* Before GCC's headers, which ban malloc(). */
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "plugin/base/gcc.h"

#endif
