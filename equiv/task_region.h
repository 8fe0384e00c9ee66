/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The task EQUIV_TASK_REGION (equiv/task.h). */
#ifndef EQUIV_TASK_REGION_H
#define EQUIV_TASK_REGION_H

#include "equiv/task.h"

/*
 * In a child: sets its limits of memory and processor time, and tries to prove the mutant in the unit of TASK, for each
 * of its sites there; the weakest verdict counts. A child that is killed by its limits has shown nothing.
 */
void equiv_region_answer(const struct equiv_subject *subject, const struct equiv_task *task,
			 unsigned timeout_s, struct equiv_answer *ret);

#endif
