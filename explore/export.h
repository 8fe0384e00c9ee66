/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the loader may have given libraries of the program's: a library that refers to a name gets the program's function or
 * variable of that name, if the program exports one. A copy of a library's variable (R_X86_64_COPY) is the library's own.
 */
#ifndef EXPLORE_EXPORT_H
#define EXPLORE_EXPORT_H

#include <stdbool.h>

/*
 * True if a library that is loaded refers to something that the program exports, or if the program exports something, and
 * a library may look for any name, by dlsym(). True, too, if that can't be known.
 */
bool export_is_used(void);

#endif
