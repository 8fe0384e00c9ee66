/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a program of the user's harness for its answer, such as `ctest --show-only=json-v1`. */
#ifndef RUNNER_SANDBOX_CAPTURE_H
#define RUNNER_SANDBOX_CAPTURE_H

#include <jansson.h>

#include "common/attr.h"
#include "common/error.h"

/*
 * Runs ARGV in DIRECTORY with the environment ENV and returns its standard output, owned by the
 * caller; standard error is dropped. ERROR_UNUSABLE if it can't be started or fails.
 *
 * The program gets a view of its own if possible, since ctest empties the log of the last run even
 * when it only lists tests. If it fails there, it runs once more without a view.
 */
struct error *capture_run(char *const argv[], const char *directory, char *const env[],
			  char **ret) MUST_CHECK;

/* As capture_run(), for output that is JSON; the caller owns one reference. */
struct error *capture_json(char *const argv[], const char *directory, char *const env[],
			   json_t **ret) MUST_CHECK;

/*
 * Returns the strings of the array VALUE, owned by the caller; NULL if VALUE is no array or holds
 * no string.
 */
char **capture_strings(const json_t *value) MUST_CHECK;

static inline UNUSED void cleanup_json(json_t **json)
{
	json_decref(*json);
}
#define _cleanup_json_ __attribute__((cleanup(cleanup_json)))

#endif
