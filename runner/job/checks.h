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

/* The checks that a worker records. */
struct checks_job {
	enum remt_checks_mode mode;
	const uint64_t *units; /* uids of the units whose checks are recorded; borrowed */
	uint32_t nr_units;     /* at most REMT_SESSION_MAX_UNITS */
	const struct remt_exempt *exempt; /* borrowed */
	uint32_t nr_exempt;		  /* at most REMT_SESSION_MAX_EXEMPT */
};

/* Before a run: enters the wishes of JOB and drops the records of the run before. */
void checks_prepare(struct remt_session *session, const struct checks_job *job);

/* Records of a run that waits while another run has the session. */
struct checks_kept {
	char *data; /* owned */
	uint32_t size, lost;
};

/*
 * Copies the present records to KEPT, which was kept before or is zeroed; checks_kept_deinit()
 * frees it.
 */
void checks_keep(const struct remt_session *session, struct checks_kept *kept);
/* After checks_prepare(): puts KEPT back, for a run that goes on from there. */
void checks_put_back(struct remt_session *session, const struct checks_kept *kept);
void checks_kept_deinit(struct checks_kept *kept);

/* Writes the records of the ended run to PATH, unchecked. */
struct error *checks_save(const struct remt_session *session, const char *path) MUST_CHECK;

/*
 * Returns the record at *AT of SIZE bytes of records and moves *AT behind it; NULL: no more. The
 * records are not trusted: incomplete ones are skipped, and bytes that are no record end the list.
 */
const struct remt_check *checks_next(const char *data, size_t size, size_t *at);

/* Appends one line, such as "tests/a.c:12 fails: 3, 4". */
void checks_describe(const struct remt_check *check, struct strbuf *ret);

#endif
