/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Normal form of what a run prints and writes: what differs between two builds, or two runs, of the
 * same program for no reason of its own is replaced.  Each rule has a name, by which it can be
 * switched off.
 */
#ifndef ISO_NORMAL_H
#define ISO_NORMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"

struct normal;

struct normal *normal_create(void) RETURNS_NONNULL MUST_CHECK;
void normal_destroy(struct normal *normal);

/* Leaves what the rule NAME replaces as it is, "all": of all rules; false: there is none. */
bool normal_switch_off(struct normal *normal, const char *name);
/* Adds a rule of the user's: an extended regular expression, and what is put instead. */
struct error *normal_add(struct normal *normal, const char *pattern,
			 const char *replacement) MUST_CHECK;

/* A hash of the rules that are on. */
uint64_t normal_identity(const struct normal *normal);

/* TEXT line by line, owned by the caller; DIRECTORIES: NULL-terminated, of the version that it is
 * from; the outer ones last. */
char *normal_form(const struct normal *normal, char *const *directories,
		  const char *text) RETURNS_NONNULL MUST_CHECK;

#endif
