/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a run has recorded of the tests' checks (include/remt/checks.h). */
#ifndef RUNNER_JOB_CHECKS_H
#define RUNNER_JOB_CHECKS_H

#include <stdbool.h>
#include <stddef.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/strbuf.h"
#include "remt/checks.h"
#include "remt/session.h"

/* What a worker is to record. */
struct checks_job {
	enum remt_checks_mode mode;
	const uint64_t *units;		  /* uids of those whose checks are recorded; borrowed */
	uint32_t nr_units;		  /* at most REMT_SESSION_MAX_UNITS */
	const struct remt_exempt *exempt; /* borrowed */
	uint32_t nr_exempt;		  /* at most REMT_SESSION_MAX_EXEMPT */
};

/* Before a run: sets what JOB wants, and forgets the records of the run before. */
void checks_prepare(struct remt_session *session, const struct checks_job *job);

/* Records of a run that waits while another one has the session. */
struct checks_kept {
	char *data; /* owned */
	uint32_t size, lost;
};

/* Keeps the records that are there now; KEPT, which was kept before or is zeroed, is to be given to
 * checks_kept_deinit(). */
void checks_keep(const struct remt_session *session, struct checks_kept *kept);
/* After checks_prepare(): what was kept is there again, for a run that goes on from it. */
void checks_put_back(struct remt_session *session, const struct checks_kept *kept);
void checks_kept_deinit(struct checks_kept *kept);

/* Writes the records of the run that has ended to PATH, as the run has left them. */
struct error *checks_save(const struct remt_session *session, const char *path) MUST_CHECK;

/* The record at *AT of SIZE bytes of records, and *AT behind it; NULL: there is none any more.  Not
 * trusted: those that no process has completed are left out, and what is no record ends them. */
const struct remt_check *checks_next(const char *data, size_t size, size_t *at);

/* Appends a line: where, outcome, values. */
void checks_describe(const struct remt_check *check, struct strbuf *ret);

#endif
