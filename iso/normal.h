/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Normal form of the text that a run prints and writes. Text that differs between two builds or
 * two runs of the same program for no reason of its own (directories, addresses, pids, times) is
 * replaced. Each rule has a name, by which it can be switched off.
 *
 *	normal_create()
 *	normal_switch_off(), normal_add()	from the options
 *	normal_form()				any number of times
 *	normal_destroy()
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

/*
 * Switches the rule NAME off, or all rules if NAME is "all". Returns false if there is no rule of
 * that name.
 */
bool normal_switch_off(struct normal *normal, const char *name);
/*
 * Adds a rule of the user's: matches of the extended regular expression PATTERN are replaced by
 * REPLACEMENT. ERROR_USAGE if PATTERN is no regular expression.
 */
struct error *normal_add(struct normal *normal, const char *pattern,
			 const char *replacement) MUST_CHECK;

/* Returns a hash of the rules that are on. */
uint64_t normal_identity(const struct normal *normal);

/*
 * Returns the normal form of TEXT, owned by the caller. The rules apply to each line by itself.
 * DIRECTORIES are the version's directories, NULL-terminated, the outer ones last.
 */
char *normal_form(const struct normal *normal, char *const *directories,
		  const char *text) RETURNS_NONNULL MUST_CHECK;

#endif
