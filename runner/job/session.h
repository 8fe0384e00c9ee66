/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The runner's end of the session file (include/remt/session.h). Each worker has one, on tmpfs, and
 * rewrites it before each run, when no process that obeys it is alive.
 */
#ifndef RUNNER_JOB_SESSION_H
#define RUNNER_JOB_SESSION_H

#include <stdbool.h>

#include <sys/types.h>

#include "common/attr.h"
#include "common/error.h"
#include "remt/session.h"
#include "runner/job/job.h"

/* Creates PATH and maps it; *RET stays mapped for the life of the process. */
struct error *session_create(const char *path, struct remt_session **ret) MUST_CHECK;

/* Sets the directory of coverage files and the tree of the view; NULL: none. */
void session_set_paths(struct remt_session *session, const char *cover_dir, const char *view_root);
/* Sets the variants file (include/remt/variants.h); NULL: none. */
void session_set_variants(struct remt_session *session, const char *path);

/* Prepares a run of JOB: sets mode, switches and budget; zeroes what the run-time writes. */
void session_prepare(struct remt_session *session, const struct job *job);

/* Prepares the start of a fork-server: nothing is switched on before main. */
void session_prepare_server(struct remt_session *session, const struct job *job, bool any_device);

/*
 * Before a trunk begins: names the files of its output and standard error (0: the same file), and
 * marks no site as reached.
 */
void session_begin_trunk(struct remt_session *session, int output, int error);
/* In a script: lets PID make the next request. */
void session_give_turn(struct remt_session *session, pid_t pid);

/* The counts and complaints of a run that waits while another run has the session. */
struct session_counts {
	uint32_t nr_attached, nr_switched, split_error;
	uint64_t nr_hits;
	uint32_t next_order;
	uint32_t is_unknown;
	uint8_t entered[REMT_SESSION_MAX_FUNCTIONS / 8];
};

void session_get_counts(const struct remt_session *session, struct session_counts *ret);
void session_set_counts(struct remt_session *session, const struct session_counts *counts);

/*
 * Sets only what a run that is split off goes on with: the entered functions and the number of
 * reached sites.
 */
void session_inherit(struct remt_session *session, const struct session_counts *counts);

/* True if the session is not as prepared for JOB: a process of the run wrote over it. */
bool session_is_spoilt(const struct remt_session *session, const struct job *job);

/* Records ERROR for a process that has no run-time to record it; the first error stays. */
void session_fail(struct remt_session *session, enum remt_runtime_error error);
/* The run-time's complaint as a sentence; NULL: none. */
const char *session_complaint(const struct remt_session *session);

#endif
