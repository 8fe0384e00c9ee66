/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Coverage files (include/remt/coverage.h) of processes that have no run-time, written from outside
 * by their tracer. Each process image has a file, which tells the reader that the image was followed.
 * What was reached is counted for all images together and stands in the file of the first one: the
 * reader adds the files up, and the others are headers with zeros.
 */
#ifndef RUNNER_TRACE_COVER_FILE_H
#define RUNNER_TRACE_COVER_FILE_H

#include <stdint.h>
#include <sys/types.h>

#include "common/attr.h"
#include "common/error.h"
#include "remt/session.h"

struct cover_file;

/* Returns the coverage of the unit UID; nothing is written yet. */
struct cover_file *cover_file_create(uint64_t uid, uint32_t nr_sites) RETURNS_NONNULL MUST_CHECK;
uint64_t cover_file_uid(const struct cover_file *file);
/* Adds a file for what PID executes now, in the directory that SESSION names. */
struct error *cover_file_add_image(struct cover_file *file, const struct remt_session *session,
				   pid_t pid) MUST_CHECK;
/*
 * Counts one execution of SITE, and marks all its mutants as infected, since what they would change
 * is not known.
 */
void cover_file_hit(struct cover_file *file, struct remt_session *session, uint32_t site);
/* Writes what was reached into the first file. */
struct error *cover_file_write(const struct cover_file *file) MUST_CHECK;
void cover_file_destroy(struct cover_file *file);

#endif
