/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks a program of the user's harness something and keeps its answer. */
#ifndef RUNNER_SANDBOX_CAPTURE_H
#define RUNNER_SANDBOX_CAPTURE_H

#include <jansson.h>

#include "common/attr.h"
#include "common/error.h"

/*
 * Standard output of ARGV run in DIRECTORY with environment ENV; standard error is dropped.
 * ERROR_UNUSABLE if it can't be started or fails.  Owned by the caller.
 *
 * The program has a view of its own, if that can be had and it can work there: ctest empties the
 * log of the last run even when it is only asked for its tests.
 */
struct error *capture_run(char *const argv[], const char *directory, char *const env[],
			  char **ret) MUST_CHECK;

/* The same, read as JSON; the caller owns one reference. */
struct error *capture_json(char *const argv[], const char *directory, char *const env[],
			   json_t **ret) MUST_CHECK;

/* The strings of an array; NULL if VALUE is no array or has none.  Owned by the caller. */
char **capture_strings(const json_t *value) MUST_CHECK;

static inline UNUSED void cleanup_json(json_t **json)
{
	json_decref(*json);
}
#define _cleanup_json_ __attribute__((cleanup(cleanup_json)))

#endif
