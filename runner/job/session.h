/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The runner's end of a session file (include/remt/session.h).
 * One per worker, on tmpfs, rewritten before each run; nothing that obeys it is alive then.
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

/* Directory of coverage files, and tree of the view; NULL: none. */
void session_set_paths(struct remt_session *session, const char *cover_dir, const char *view_root);
/* The variants file (include/remt/variants.h); NULL: none. */
void session_set_variants(struct remt_session *session, const char *path);

/* Makes ready for a run of JOB: mode, switches and budget; what the run-time writes becomes 0. */
void session_prepare(struct remt_session *session, const struct job *job);

/* Makes ready for the start of a fork-server: nothing is switched on before main. */
void session_prepare_server(struct remt_session *session, const struct job *job, bool any_device);

/* Before a trunk begins: names the files that are its output and its standard error (0: the same
 * file); it has reached nothing. */
void session_begin_trunk(struct remt_session *session, int output, int error);
/* In a script: the next request is for PID. */
void session_give_turn(struct remt_session *session, pid_t pid);

/* What the run-time counts and complains of, of a run that waits while another one has the
 * session. */
struct session_counts {
	uint32_t nr_attached, nr_switched, split_error;
	uint64_t nr_hits;
	uint32_t next_order;
	uint32_t is_unknown;
	uint8_t entered[REMT_SESSION_MAX_FUNCTIONS / 8];
};

void session_get_counts(const struct remt_session *session, struct session_counts *ret);
void session_set_counts(struct remt_session *session, const struct session_counts *counts);

/* Only what a run that is split off goes on with: what was entered, and how many sites reached. */
void session_inherit(struct remt_session *session, const struct session_counts *counts);

/* True if the session is not what was prepared for JOB: a process of the run wrote over it. */
bool session_is_spoilt(const struct remt_session *session, const struct job *job);

/* Complains, as the run-time does, of what goes wrong where there is none; the first complaint
 * stays. */
void session_fail(struct remt_session *session, enum remt_runtime_error error);
/* A sentence for what the run-time complains of; NULL if nothing. */
const char *session_complaint(const struct remt_session *session);

#endif
