/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measures a run by looks at increasing intervals, compares its use with the limits, and fills in
 * its result.
 */
#include "runner/worker/run.h"

#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "common/clock.h"
#include "runner/job/output.h"
#include "runner/job/session.h"
#include "runner/sandbox/process.h"
#include "runner/worker/endless.h"

enum {
	FIRST_LOOK_US = 5000,
	SHORTEST_LOOK_US = 500,
	LONGEST_LOOK_US = 20000,
	PATIENCE = 5, /* next trial at so many times the processor time of the last */
};

void run_fail(struct run *run, const char *message)
{
	snprintf(run->result->error, sizeof(run->result->error), "%s", message);
}

void run_fail_take(struct run *run, struct error *err)
{
	run_fail(run, err->message);
	error_destroy(err);
}

/* Returns the processes that are no part of the run. */
static struct tree_kept kept_of(const struct run *run)
{
	struct tree_kept kept = run->kept;

	if (run->state->reaper.server)
		kept.pids[kept.count++] = run->state->reaper.server;
	return kept;
}

void run_measure(const struct run *run, struct tree_use *ret)
{
	struct tree_kept kept = kept_of(run);

	tree_measure(&run->state->containment, &kept, ret);
}

/* Sets idle_us, the time in which nothing of the run has done anything. */
static void note_idle(struct run *run, const struct tree_use *tree, uint64_t last_cpu_us)
{
	uint64_t now = clock_us();

	if (!run->awake_us || tree->nr_eager ||
	    tree->nr_tasks + tree->nr_zombies != run->use.nr_tasks ||
	    run->use.cpu_us != last_cpu_us)
		run->awake_us = now;
	run->use.idle_us = now - run->awake_us;
}

static void note_cpu(struct run *run, uint64_t cpu_us)
{
	cpu_us = cpu_us > run->other_cpu_us ? cpu_us - run->other_cpu_us : 0;
	if (cpu_us > run->use.cpu_us)
		run->use.cpu_us = cpu_us;
}

bool run_is_as_expected(struct run *run)
{
	const struct expectation *expected = run->job->expected;

	return !expected ||
	       expectation_compare(expected, run->output, &run->agreed) != OUTPUT_OTHER;
}

/* Only a mutated run is read: without a mutant the harness must say what failed. */
static bool has_failed_step(struct run *run)
{
	if (run->job->session_mode == REMT_MODE_MUTATE && !run->job->observes)
		steps_read(&run->steps, run->job->test, run->output);
	return run->steps.has_failed;
}

/* Bytes printed so far. */
static uint64_t count_output(const struct run *run)
{
	return output_size(run->output) + (run->error ? output_size(run->error) : 0);
}

/* Sets the parts of `use` that the session and the files tell, without a look at processes. */
static void note_totals(struct run *run)
{
	const struct worker_state *state = run->state;

	run->use.output_bytes = count_output(run);
	run->use.is_budget_spent = state->session->budget_spent;
	run->use.nr_hits = state->session->nr_hits;
	run->use.is_view_full |= state->view && view_is_full(state->view);
}

/* Looks at what the run uses now. */
static enum limit_hit look(struct run *run)
{
	struct worker_state *state = run->state;
	uint64_t last_cpu_us = run->use.cpu_us;
	struct tree_use tree;

	run_measure(run, &tree);
	/* The dead may be counted nowhere for a moment, but time never runs back. */
	note_cpu(run, state->reaper.cpu_us + tree.cpu_us);
	note_idle(run, &tree, last_cpu_us);
	if (tree.longest_us > run->use.longest_us)
		run->use.longest_us = tree.longest_us;
	if (tree.resident_kb > run->use.resident_kb)
		run->use.resident_kb = tree.resident_kb;
	run->use.nr_tasks = tree.nr_tasks + tree.nr_zombies;
	run->use.wall_us = clock_us() - run->start_us;
	note_totals(run);
	/* The trunk is not mutated; split.c asks before it splits. */
	run->use.is_output_other =
		run->job->session_mode != REMT_MODE_SPLIT && !run_is_as_expected(run);
	run->use.has_failed_step = has_failed_step(run);
	return limits_check(&run->job->limits, &run->use, false);
}

/* True if PID was busy at the last look, too, and has not waited since. */
static bool is_spinning(struct run *run, pid_t pid)
{
	uint64_t nr_waits = process_count_waits(pid);
	bool is_spinning = pid == run->seen && nr_waits == run->nr_waits && nr_waits != UINT64_MAX;

	run->seen = pid;
	run->nr_waits = nr_waits;
	return is_spinning;
}

/*
 * Tries to prove that PID never ends, for about as long as it has run: most processes that run
 * longer than the test do end. The trial's processor time is not the run's.
 */
static bool try_endless(struct run *run, const struct tree_kept *kept, pid_t pid, uint64_t cpu_us)
{
	enum endless found = endless_try(run->state, kept, pid, cpu_us);
	uint64_t after_us = process_cpu_us(pid);

	if (after_us > cpu_us)
		run->other_cpu_us += after_us - cpu_us;
	run->tried = pid;
	run->try_us = after_us * PATIENCE;
	run->is_disturbed |= found == ENDLESS_DISTURBED;
	return found == ENDLESS_PROVEN;
}

/*
 * True if the run is proven to be an endless loop. A trial takes long, so the next one needs much
 * more processor time.
 */
static bool is_endless(struct run *run)
{
	struct tree_kept kept = kept_of(run);
	uint64_t least_us = run->job->limits.endless_ms * 1000;
	uint64_t cpu_us;
	pid_t busy;

	if (!least_us || !*run->state->runtime || run->is_disturbed ||
	    run->use.longest_us < least_us)
		return false;
	busy = tree_find_busy(&run->state->containment, &kept, run->state->runtime, 0);
	if (!busy || !is_spinning(run, busy))
		return false;
	cpu_us = process_cpu_us(busy);
	if (cpu_us < (busy == run->tried ? run->try_us : least_us))
		return false;
	return try_endless(run, &kept, busy, cpu_us);
}

/*
 * Makes the next look due after a pause, which is longer than the last one. It begins now: a look at thousands
 * of processes takes longer than a pause, and the end of the run must be seen between two of them.
 */
static void put_off_look(struct run *run)
{
	if (run->pause_us < LONGEST_LOOK_US)
		run->pause_us += FIRST_LOOK_US;
	run->look_us = clock_us() + run->pause_us;
}

/* If the run computes, the next look comes no later than when it can reach its limit. */
static void look_at_limit(struct run *run)
{
	uint64_t limit_us = run->job->limits.cpu_ms * 1000, due_us;

	if (run->use.idle_us || run->use.cpu_us >= limit_us)
		return;
	due_us = clock_us() + limit_us - run->use.cpu_us + SHORTEST_LOOK_US;
	if (due_us < run->look_us)
		run->look_us = due_us;
}

static void wake(pid_t pid)
{
	struct process process;

	if (pid > 0 && process_read(pid, &process) && process.state == 'T')
		kill(pid, SIGCONT);
}

/* The run may have stopped the processes that wait for it and tell of its end. */
static void wake_others(const struct run *run)
{
	if (!run->is_forked)
		return;
	wake(run->state->reaper.server);
	for (unsigned i = 0; i < run->kept.count; i++)
		wake(run->kept.pids[i]);
}

bool run_rest(struct run *run, int fd)
{
	uint64_t now = clock_us();

	if (!run->pause_us)
		put_off_look(run);
	if (now < run->look_us) {
		worker_state_wait(run->state, fd, (int)((run->look_us - now + 999) / 1000));
		return false;
	}
	wake_others(run);
	if (run->result->limit != LIMIT_NONE) {
		put_off_look(run);
		return false;
	}
	run->result->limit = look(run);
	if (run->result->limit == LIMIT_NONE && is_endless(run))
		run->result->limit = LIMIT_ENDLESS;
	put_off_look(run);
	look_at_limit(run);
	return run->result->limit != LIMIT_NONE;
}

void run_take_end(struct run *run, const struct remt_message *message)
{
	struct reaper *reaper = &run->state->reaper;

	reaper->main_ended = true;
	reaper->status = message->status;
	reaper->cpu_us += message->cpu_us;
	reaper->main_rss_kb = message->max_rss_kb;
	if (message->max_rss_kb > run->told_kb)
		run->told_kb = message->max_rss_kb;
}

bool run_is_alone(const struct run *run)
{
	return run->is_forked && run->state->reaper.server &&
	       tree_last_pid(&run->state->containment) == run->state->reaper.main;
}

/*
 * Returns the largest resident size. Before its exec a process was part of this one, and the kernel
 * counts that, too. It also counts the processes that were waited for, split ones included. A size
 * that is no larger than these says nothing.
 */
static uint64_t max_rss_kb(const struct run *run)
{
	uint64_t main_kb = run->state->reaper.main_rss_kb;
	struct rusage self;

	if (!run->is_forked && getrusage(RUSAGE_SELF, &self) == 0 &&
	    main_kb <= (uint64_t)self.ru_maxrss)
		main_kb = 0;
	if (main_kb <= run->other_kb)
		main_kb = 0;
	return main_kb > run->use.resident_kb ? main_kb : run->use.resident_kb;
}

/*
 * True if a run that was split off may hide that this run took too much memory. The trunk has no
 * mutant and was seen to take less.
 */
static bool is_memory_hidden(const struct run *run)
{
	uint64_t limit_kb = run->job->limits.memory_kb;

	return run->job->session_mode != REMT_MODE_SPLIT && limit_kb && run->other_kb > limit_kb &&
	       run->use.resident_kb <= limit_kb;
}

bool run_has_exceeded(struct run *run)
{
	note_cpu(run, run->state->reaper.cpu_us);
	note_totals(run);
	run->use.resident_kb = max_rss_kb(run);
	run->is_disturbed |= is_memory_hidden(run);
	if (run->result->limit == LIMIT_NONE)
		run->result->limit = limits_check(&run->job->limits, &run->use, true);
	return run->result->limit != LIMIT_NONE;
}

/*
 * A process that no look has seen used at most the pause between two looks. How much the last look
 * missed is not known.
 */
static uint64_t longest_us(const struct run *run)
{
	uint64_t most = run->use.longest_us + LONGEST_LOOK_US;

	return most < run->use.cpu_us ? most : run->use.cpu_us;
}

/*
 * Compares the whole output unless its hash suffices, as a program may have overwritten what was
 * compared.
 */
static void match_output(struct run *run)
{
	const struct expectation *expected = run->job->expected;
	struct job_result *result = run->result;

	if (!expected ||
	    (result->output_bytes == expected->size && result->output_hash == expected->hash))
		return;
	result->match = expectation_compare(expected, run->output, &result->match_bytes);
}

void run_note_effects(struct run *run)
{
	struct worker_state *state = run->state;
	struct error *err = state->view ? view_list(state->view, state->written_path) : NULL;

	if (!err && run->job->checks.mode != REMT_CHECKS_OFF)
		err = checks_save(state->session, state->checks_path);
	if (err)
		run_fail_take(run, err);
}

void run_conclude(struct run *run)
{
	struct worker_state *state = run->state;
	struct job_result *result = run->result;
	const char *complaint = session_complaint(state->session);

	run->use.is_output_other = false; /* the verdict looks at the output itself */
	run->use.has_failed_step = false;
	result->has_failed_step = has_failed_step(run);
	run_has_exceeded(run);
	result->is_unsure =
		result->limit == LIMIT_NONE && limits_is_unsure(&run->job->limits, &run->use);
	result->status = state->reaper.status;
	result->mode = run->job->mode == WORKER_SPLIT ? WORKER_SPLIT
		       : run->is_forked		      ? WORKER_FORKSERVER
						      : WORKER_EXEC;
	result->nr_attached = state->session->nr_attached;
	result->nr_switched = state->session->nr_switched;
	result->nr_hits = state->session->nr_hits;
	if (!job_covers(run->job) && !job_is_script(run->job))
		result->entered = entered_set_read(&state->entered, state->session);
	if (worker_state_listener(state)) {
		result->named = listener_conclude(state->listener, &state->named);
		run->is_disturbed |= listener_is_noticed(state->listener);
	}
	result->cpu_us = run->use.cpu_us;
	result->longest_us = longest_us(run);
	result->wall_us = clock_us() - run->start_us;
	result->max_rss_kb = run->use.resident_kb;
	result->output_bytes = run->use.output_bytes;
	/* output_bytes may include standard error from another file. */
	result->output_hash = output_hash(run->output, output_size(run->output));
	match_output(run);
	result->isolated = state->view != NULL;
	/* A late trap of the steps looks like one of the program itself. */
	result->is_disturbed = run->is_disturbed || (run->tried && WIFSIGNALED(result->status) &&
						     WTERMSIG(result->status) == SIGTRAP);
	if (result->is_disturbed)
		run_fail(run, "what was done to it, split off from it, or noted of it, may have "
			      "changed what is seen of it");
	if (complaint)
		run_fail(run, complaint);
	if (session_is_spoilt(state->session, run->job))
		run_fail(run, "the program wrote over the memory in which its run-time keeps the "
			      "switches");
}
