/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What of an object file decides what a program does that it is linked into: sections with their contents, relocations
 * and symbols. Left out are the compiler's name (.comment), and the numbers that GCC adds to names of its own
 * ("CSWTCH.12"), as no other object can refer to local symbols.
 */
#ifndef EQUIV_OBJECT_H
#define EQUIV_OBJECT_H

#include <stddef.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/strbuf.h"

/*
 * Adds to TEXT, which is empty, bytes that are the same for two objects only if these mean the same to linkers and
 * loaders. ERROR_UNUSABLE if PATH is no whole object file.
 */
struct error *equiv_object_read(const char *path, struct strbuf *text) MUST_CHECK;

#endif
