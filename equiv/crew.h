/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs tasks beside each other. */
#ifndef EQUIV_CREW_H
#define EQUIV_CREW_H

#include <stdbool.h>
#include <stddef.h>

#include "common/attr.h"
#include "common/deadline.h"
#include "common/error.h"
#include "equiv/task.h"

struct equiv_crew {
	const struct equiv_compiler *compiler;
	const struct equiv_subject *subject;
	unsigned nr_jobs;
	struct deadline deadline;
	/* True if TASK is not to be started, as what other tasks gave has decided it. */
	bool (*is_decided)(void *arg, const struct equiv_task *task);
	/* Takes the answer of a task. Its error ends the run. */
	struct error *(*take)(void *arg, const struct equiv_task *task,
			      const struct equiv_answer *answer);
	void *arg;
};

/*
 * Runs COUNT tasks, the first ones first, until the deadline. Tasks that run then are killed; no process is left in any
 * case. ERROR_UNUSABLE if the machine refuses namespaces.
 */
struct error *equiv_crew_run(const struct equiv_crew *crew, const struct equiv_task *tasks,
			     size_t count) MUST_CHECK;

#endif
