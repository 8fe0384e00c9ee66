/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * NULL-terminated arrays of strings (argv, environ), owned as a whole: the array and each string
 * are malloc'ed. NULL is the empty array.
 */
#ifndef COMMON_STRV_H
#define COMMON_STRV_H

#include <stdbool.h>
#include <stddef.h>

#include "common/attr.h"
#include "common/cleanup.h"

size_t strv_count(char *const *array);
char **strv_copy(char *const *array) RETURNS_NONNULL MUST_CHECK;
/* Copies the first COUNT strings, fewer if there are fewer. */
char **strv_copy_n(char *const *array, size_t count) RETURNS_NONNULL MUST_CHECK;
void strv_destroy(char **array);
DEFINE_CLEANUP(strv, char **, strv_destroy)
#define _cleanup_strv_ _cleanup_(cleanup_strv)

/* Adds a copy of TEXT; *ARRAY may move. */
void strv_append(char ***array, const char *text);
/* Adds a copy of TEXT, unless there is one. */
void strv_append_once(char ***array, const char *text);
/* Adds TEXT itself, which the array owns from then on. */
void strv_append_take(char ***array, char *text);
void strv_appendf(char ***array, const char *format, ...) PRINTF_LIKE(2, 3);
/* Adds copies of all of MORE. */
void strv_extend(char ***array, char *const *more);
bool strv_contains(char *const *array, const char *text);
bool strv_equal(char *const *a, char *const *b);
/* Splits TEXT at each SEPARATOR; "a::b" gives "a", "", "b"; "" gives one empty string. */
char **strv_split(const char *text, char separator) RETURNS_NONNULL MUST_CHECK;
/* Joins the elements with SEPARATOR between them; the caller frees. */
char *strv_join(char *const *array, const char *separator) RETURNS_NONNULL MUST_CHECK;

/* Returns the value of NAME among elements "NAME=VALUE", borrowed; NULL: it is not set. */
const char *strv_env_get(char *const *env, const char *name);
/* Sets NAME, or replaces its value. */
void strv_env_set(char ***env, const char *name, const char *value);
void strv_env_unset(char **env, const char *name);

/* Sorts by strcmp(). */
void strv_sort(char **list);

#endif
