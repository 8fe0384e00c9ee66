/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Canonical text of types: what code that was compiled depends on, and no names. Two types with the
 * same text have the same size, alignment and layout, and are passed alike; what a pointer points
 * to shows where it is followed.
 */
#ifndef PLUGIN_DESCRIBE_CANONICAL_TYPE_H
#define PLUGIN_DESCRIBE_CANONICAL_TYPE_H

#include "plugin/base/text.h"

/* Hash of the text of TYPE; NULL has one, too.  Remembered until canonical_types_forget(). */
unsigned long long canonical_type(tree type);

/* Where FIELD lies in its record, and what it is. */
void canonical_field(text *t, tree field);

/* Hash of how a function of the type FNTYPE is called: those of one hash can be called through the
 * same pointer. */
unsigned long long canonical_signature(tree fntype);

/* Before the compiler may collect garbage. */
void canonical_types_forget(void);

#endif
