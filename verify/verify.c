/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A mutant goes through the plain stage first. Each of its cells that differs goes on to the
 * stages that may explain it, sanitizers and then valgrind, until one of them does. A stage that
 * fails is given up, but for the plain one, whose error ends the check.
 */
#include "verify/verify.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/clock.h"
#include "common/xalloc.h"
#include "verify/checkpoint.h"
#include "verify/stage.h"

#define POLL_MS 200

struct verification {
	const struct verify_opts *opts;
	struct verify_sample *sample;
	struct verify_stage stages[VERIFY_NR_WORKER_MODES];
	/* number of mutants to check and of those done, without those of the checkpoint */
	size_t nr_todo, nr_done;
	uint64_t start_ms;
	int kept;	   /* descriptor of the checkpoint; -1: none */
	struct error *err; /* why a stage that explains was given up first; NULL: none was; owned */
};

static bool has_difference(const struct verify_mutant *mutant)
{
	for (size_t k = 0; k < mutant->cells.count; k++) {
		if (verify_cell_differs(&mutant->cells.items[k]))
			return true;
	}
	return false;
}

static void report_progress(const struct verification *v)
{
	struct verify_progress progress = { .nr_mutants = v->sample->mutants.count };
	uint64_t elapsed_ms = clock_ms() - v->start_ms;

	if (!v->opts->progress)
		return;
	for (size_t i = 0; i < v->sample->mutants.count; i++) {
		const struct verify_mutant *mutant = &v->sample->mutants.items[i];

		if (mutant->outcome == VERIFY_PENDING || mutant->nr_open)
			continue;
		progress.nr_checked++;
		progress.nr_failed += mutant->outcome != VERIFY_EQUAL;
		for (size_t k = 0; k < mutant->cells.count; k++) {
			const struct verify_cell *cell = &mutant->cells.items[k];

			progress.nr_equal += cell->outcome == VERIFY_EQUAL;
			progress.nr_undefined += cell->outcome == VERIFY_UB;
			progress.nr_different += verify_cell_differs(cell);
		}
	}
	if (v->nr_done)
		progress.left_s = elapsed_ms * (v->nr_todo - v->nr_done) / v->nr_done / 1000;
	v->opts->progress(v->opts->arg, &progress);
}

static struct error *finish(struct verification *v, const struct verify_mutant *mutant)
{
	v->nr_done++;
	report_progress(v);
	/* A cell that no stage could look at is tried again by the next call. */
	if (v->kept < 0 || (v->err && has_difference(mutant)))
		return NULL;
	return verify_checkpoint_add(v->kept, v->sample, mutant);
}

/* Hands REQUEST to the next enabled stage after MODE. Returns false if there is none. */
static bool hand_on(struct verification *v, enum verify_worker_mode mode,
		    struct verify_request request)
{
	for (unsigned next = mode + 1; next < VERIFY_NR_WORKER_MODES; next++) {
		if (v->stages[next].is_enabled) {
			verify_stage_add(&v->stages[next], request);
			return true;
		}
	}
	return false;
}

/* Takes note that the stage MODE has answered REQUEST.  Its cells that still differ go on to the
 * next stage. */
static struct error *take_answer(struct verification *v, enum verify_worker_mode mode,
				 const struct verify_request *request)
{
	struct verify_mutant *mutant = &v->sample->mutants.items[request->mutant];

	if (request->cell != VERIFY_ALL_CELLS)
		mutant->nr_open--;
	for (uint32_t k = 0; k < mutant->cells.count; k++) {
		if ((request->cell == VERIFY_ALL_CELLS || request->cell == k) &&
		    verify_cell_differs(&mutant->cells.items[k]))
			mutant->nr_open +=
				hand_on(v, mode, (struct verify_request){ request->mutant, k });
	}
	return mutant->nr_open ? NULL : finish(v, mutant);
}

static void take_cell(struct verification *v, enum verify_worker_mode mode,
		      const struct verify_worker_message *message)
{
	struct verify_mutant *mutant;
	struct verify_cell *cell;

	if (message->mutant >= v->sample->mutants.count)
		return;
	mutant = &v->sample->mutants.items[message->mutant];
	if (message->cell >= mutant->cells.count || message->outcome == VERIFY_PENDING)
		return;
	cell = &mutant->cells.items[message->cell];
	/* Later stages only explain differences. */
	if (mode == VERIFY_WORKER_PLAIN)
		cell->found = (enum verdict)message->verdict;
	cell->outcome = (enum verify_outcome)message->outcome;
	free(cell->detail);
	cell->detail = xstrdup(message->detail);
}

static struct error *take_mutant(struct verification *v, enum verify_worker_mode mode,
				 const struct verify_worker_message *message,
				 const struct verify_request *request)
{
	struct verify_mutant *mutant = &v->sample->mutants.items[request->mutant];

	if (mode == VERIFY_WORKER_PLAIN) {
		mutant->outcome = (enum verify_outcome)message->outcome;
		free(mutant->detail);
		mutant->detail = xstrdup(message->detail);
	}
	return take_answer(v, mode, request);
}

/*
 * Gives up the stage MODE because of WHY. Its requests go on to the next stage. If it is the
 * plain stage, the check fails with WHY.
 */
static struct error *give_up(struct verification *v, enum verify_worker_mode mode,
			     struct error *why)
{
	struct verify_request *requests;
	struct error *err = NULL;
	size_t count;

	if (mode == VERIFY_WORKER_PLAIN)
		return why;
	why = error_wrap(why, "with %s",
			 mode == VERIFY_WORKER_SANITIZE ? "sanitizers" : "valgrind");
	if (v->err)
		error_destroy(why);
	else
		v->err = why;
	count = verify_stage_give_up(&v->stages[mode], &requests);
	for (size_t i = 0; i < count && !err; i++)
		err = take_answer(v, mode, &requests[i]);
	free(requests);
	return err;
}

static struct error *receive(struct verification *v, enum verify_worker_mode mode, unsigned worker)
{
	struct verify_request request = { 0 };
	struct verify_worker_message message;

	verify_stage_receive(&v->stages[mode], worker, &message, &request);
	switch (message.type) {
	case VERIFY_WORKER_READY: return NULL;
	case VERIFY_WORKER_CELL: take_cell(v, mode, &message); return NULL;
	case VERIFY_WORKER_MUTANT: return take_mutant(v, mode, &message, &request);
	default: break;
	}
	return give_up(v, mode,
		       error_create(ERROR_UNUSABLE, "%.*s", VERIFY_DETAIL_SIZE, message.detail));
}

static struct error *advance(struct verification *v)
{
	struct error *err = NULL;

	for (unsigned mode = 0; mode < VERIFY_NR_WORKER_MODES && !err; mode++) {
		struct verify_stage *stage = &v->stages[mode];

		if (stage->is_enabled)
			err = verify_stage_advance(stage);
		if (err)
			err = give_up(v, mode, err);
	}
	return err;
}

/* Waits for messages, and takes one from each worker that has some. */
static struct error *serve(struct verification *v)
{
	struct pollfd fds[VERIFY_NR_WORKER_MODES * VERIFY_NR_WORKERS_MAX];
	struct {
		unsigned mode, worker;
	} owners[ARRAY_SIZE(fds)];
	struct error *err = NULL;
	nfds_t count = 0;

	for (unsigned mode = 0; mode < VERIFY_NR_WORKER_MODES; mode++) {
		for (unsigned i = 0; i < v->stages[mode].nr_workers; i++) {
			if (!v->stages[mode].is_enabled || v->stages[mode].workers[i].pid <= 0)
				continue;
			fds[count] = (struct pollfd){ v->stages[mode].workers[i].fd, POLLIN, 0 };
			owners[count].mode = mode;
			owners[count++].worker = i;
		}
	}
	if (poll(fds, count, POLL_MS) <= 0)
		return NULL;
	for (nfds_t i = 0; i < count && !err; i++) {
		/* An earlier message may have ended the stage. */
		if (fds[i].revents && v->stages[owners[i].mode].is_enabled)
			err = receive(v, owners[i].mode, owners[i].worker);
	}
	return err;
}

static struct error *check(struct verification *v)
{
	struct error *err = NULL;

	for (uint32_t i = 0; i < v->sample->mutants.count; i++) {
		if (v->sample->mutants.items[i].outcome != VERIFY_PENDING)
			continue;
		v->nr_todo++;
		verify_stage_add(&v->stages[VERIFY_WORKER_PLAIN],
				 (struct verify_request){ i, VERIFY_ALL_CELLS });
	}
	report_progress(v);
	while (v->nr_done < v->nr_todo && !err) {
		if (v->opts->cancelled && *v->opts->cancelled)
			return error_create(ERROR_UNUSABLE,
					    "interrupted; the same command goes on");
		err = advance(v);
		if (!err && v->nr_done < v->nr_todo)
			err = serve(v);
	}
	return err;
}

struct error *verify_run(const struct verify_opts *opts, struct verify_sample *sample)
{
	struct verification v = {
		.opts = opts, .sample = sample, .start_ms = clock_ms(), .kept = -1
	};
	struct error *err = NULL;

	if (opts->kept)
		err = verify_checkpoint_open(opts->kept, opts, sample, &v.kept);
	if (err)
		return err;
	for (unsigned mode = 0; mode < VERIFY_NR_WORKER_MODES; mode++)
		verify_stage_init(&v.stages[mode], opts, sample, mode);
	v.stages[VERIFY_WORKER_SANITIZE].is_enabled = opts->sanitize;
	v.stages[VERIFY_WORKER_VALGRIND].is_enabled = opts->valgrind;
	err = check(&v);
	for (unsigned mode = 0; mode < VERIFY_NR_WORKER_MODES; mode++)
		verify_stage_deinit(&v.stages[mode]);
	if (v.kept >= 0)
		close(v.kept);
	if (!err)
		return v.err;
	error_destroy(v.err);
	return err;
}
