/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs cells in other layouts if their verdict may differ where data lie elsewhere. The verdict is
 * the same in all layouts, or unknown.
 */
#include "runner/matrix/matrix_state.h"

#include <stdio.h>

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "runner/baseline/layouts.h"

static const struct baseline *baseline_of(const struct matrix *matrix, const struct task *task)
{
	return &matrix->opts->baselines[task->cell.test];
}

static const char *word_of(enum verdict verdict)
{
	if (verdict_is_killed(verdict))
		return "killed";
	return verdict == VERDICT_NOT_REACHED ? "not reached" : "survived";
}

/* Ends the cell: its verdict in this build is not that in LAYOUT. */
static struct error *disagree(struct matrix *matrix, struct task *task, const struct layout *layout,
			      enum verdict other)
{
	_cleanup_free_ char *where = layout_name(layout);
	_cleanup_free_ char *detail = xasprintf("depends on the layout: %s, but %s %s",
						word_of(task->first), word_of(other), where);

	matrix->counts->nr_layout++;
	return matrix_task_end(matrix, task, VERDICT_UNKNOWN, &task->first_result, detail);
}

static void begin_layout(struct task *task, uint32_t number)
{
	task->attempt = ATTEMPT_FIRST;
	task->by_exec = true;
	task->has_killed = task->is_quiet = task->was_killed = false;
	task->nr_lost = 0;
	task->layout = number;
}

static void note_first(struct task *task, enum verdict verdict, const struct job_result *result,
		       const char *detail)
{
	task->first = verdict;
	task->first_result = *result;
	snprintf(task->first_detail, sizeof(task->first_detail), "%s", detail);
}

struct error *matrix_decide(struct matrix *matrix, struct task *task, enum verdict verdict,
			    const struct job_result *result, const char *detail, bool *ret_again)
{
	const struct inventory *inventory = matrix->opts->inventory;
	const struct baseline *baseline = baseline_of(matrix, task);
	const struct layout *layout = layouts_find(baseline, task->layout);
	uint32_t number;

	*ret_again = false;
	if (!layout)
		note_first(task, verdict, result, detail);
	else if (verdict_is_killed(verdict) != verdict_is_killed(task->first))
		return disagree(matrix, task, layout, verdict);
	for (number = layouts_next(inventory, baseline, task->cell.mutant, task->layout); number;
	     number = layouts_next(inventory, baseline, task->cell.mutant, number)) {
		layout = layouts_find(baseline, number);
		if (layout_reaches(inventory, baseline, layout, task->cell.mutant))
			break;
		if (verdict_is_killed(task->first))
			return disagree(matrix, task, layout, VERDICT_NOT_REACHED);
	}
	if (!number)
		return matrix_task_end(matrix, task, task->first, &task->first_result,
				       task->first_detail);
	begin_layout(task, number);
	*ret_again = true;
	return NULL;
}

uint32_t matrix_fill_layout(struct matrix *matrix, const struct task *task, uint32_t nr_on)
{
	const struct layout *layout = layouts_find(baseline_of(matrix, task), task->layout);

	if (!layout || !layout->shift)
		return nr_on;
	return nr_on +
	       inventory_shift(matrix->opts->inventory, layout->shift, matrix->switches + nr_on);
}

uint32_t matrix_layout_probe(const struct matrix *matrix, const struct task *task)
{
	const struct layout *layout = layouts_find(baseline_of(matrix, task), task->layout);

	return layout && !layout->shift;
}
