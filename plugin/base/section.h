/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections of the object file that are not loaded. */
#ifndef PLUGIN_BASE_SECTION_H
#define PLUGIN_BASE_SECTION_H

#include "plugin/base/gcc.h"

/*
 * Appends to the assembly a section NAME with BYTES, aligned to 8 and followed by zeros up to a
 * multiple of 8.
 */
void section_emit(const char *name, const vec<char> &bytes);

#endif
