/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Questions that little effort does not answer. Each may take seconds, in which many inputs can be visited: they wait
 * until nothing else of the exploration is open.
 */
#include <stdlib.h>

#include "paths/explorer_state.h"

void explorer_put_off(struct explorer *explorer, const struct agenda_task *task)
{
	const struct agenda_reason reason = { .kind = FOR_BRANCH };
	struct agenda_task hard = *task;

	hard.is_hard = true;
	agenda_add(&explorer->hard, &reason, &hard);
}

void explorer_put_off_pair(struct explorer *explorer, const struct hard_pair *pair)
{
	vec_push(&explorer->hard_pairs, *pair);
}

uint64_t explorer_nr_hard(const struct explorer *explorer)
{
	return explorer->hard.nr_open + explorer->hard_pairs.count - explorer->next_pair;
}

void explorer_ask_hard(struct explorer *explorer)
{
	struct agenda_task task;
	struct hard_pair *pair;

	if (agenda_take(&explorer->hard, &task)) {
		if (question_ask_branch(&explorer->context, &task, &explorer->next) ==
		    SOLVER_UNKNOWN)
			explorer->state.nr_unknown++;
		return;
	}
	pair = &explorer->hard_pairs.items[explorer->next_pair++];
	explorer_judge_hard(explorer, pair);
	free(pair->conditions);
	pair->conditions = NULL;
}

void explorer_drop_hard(struct explorer *explorer)
{
	agenda_deinit(&explorer->hard);
	for (size_t i = 0; i < explorer->hard_pairs.count; i++)
		free(explorer->hard_pairs.items[i].conditions);
	vec_deinit(&explorer->hard_pairs);
}
