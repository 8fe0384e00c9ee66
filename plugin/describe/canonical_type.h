/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Canonical text of types: what compiled code depends on, without names. Two types with the same
 * text have the same size, alignment and layout, and are passed in the same way. The text of a
 * pointer has no target: the statements that follow the pointer show it.
 */
#ifndef PLUGIN_DESCRIBE_CANONICAL_TYPE_H
#define PLUGIN_DESCRIBE_CANONICAL_TYPE_H

#include "plugin/base/text.h"

/*
 * Returns the hash of TYPE's text; NULL has one, too. Hashes are remembered until
 * canonical_types_forget().
 */
unsigned long long canonical_type(tree type);

/* Adds where FIELD lies in its record, and its type. */
void canonical_field(text *t, tree field);

/*
 * Returns the hash of how functions of the type FNTYPE are called. Functions with the same hash can
 * be called through the same pointer.
 */
unsigned long long canonical_signature(tree fntype);

/* To be called before the compiler may collect garbage. */
void canonical_types_forget(void);

#endif
