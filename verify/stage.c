/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A process of its own makes the copies, so that other stages work meanwhile. It configures and
 * builds the reference copy, checks it, and copies it once per worker. Only the plain stage has
 * more than one worker.
 */
#include "verify/stage.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "verify/sanitizer.h"

static const char *const phases[VERIFY_NR_WORKER_MODES] = {
	[VERIFY_WORKER_PLAIN] = "check",
	[VERIFY_WORKER_SANITIZE] = "sanitize",
	[VERIFY_WORKER_VALGRIND] = "valgrind",
};

static char **environment(const struct verify_opts *opts, enum verify_worker_mode mode)
{
	/* An optimiser gives an uninitialised variable any value, which valgrind can't see. */
	static const char *const more[VERIFY_NR_WORKER_MODES] = {
		[VERIFY_WORKER_PLAIN] = "",
		[VERIFY_WORKER_SANITIZE] = " " VERIFY_SANITIZER_FLAGS,
		[VERIFY_WORKER_VALGRIND] = " -O0",
	};
	_cleanup_free_ char *cflags = xasprintf("%s%s", opts->cflags, more[mode]);
	char **changed = strv_copy(environ);

	strv_env_set(&changed, "CC", opts->cc);
	strv_env_set(&changed, "CFLAGS", cflags);
	if (mode == VERIFY_WORKER_SANITIZE) {
		strv_env_set(&changed, "LDFLAGS", VERIFY_SANITIZER_FLAGS);
		/* Programs that the build itself runs must not stop it. */
		strv_env_set(&changed, "ASAN_OPTIONS", "detect_leaks=0:halt_on_error=0");
	}
	return changed;
}

static void set_workers(struct verify_stage *stage)
{
	const char *scratch = stage->opts->scratch;

	stage->reference = xasprintf("%s/%s-0", scratch, stage->phase);
	stage->failure = xasprintf("%s/%s.failure", scratch, stage->phase);
	for (unsigned i = 0; i < stage->nr_workers; i++) {
		stage->current[i] = VERIFY_WORKER_STARTING;
		stage->worker_opts_of[i] = (struct verify_worker_opts){
			.mode = stage->mode,
			.copy = xasprintf("%s/%s-%u", scratch, stage->phase, i + 1),
			.reference = stage->reference,
			.scratch = xasprintf("%s/%s-%u.worker", scratch, stage->phase, i + 1),
			.runtime = stage->opts->runtime,
			.build = &stage->build,
			.sample = stage->sample,
		};
	}
}

void verify_stage_init(struct verify_stage *stage, const struct verify_opts *opts,
		       struct verify_sample *sample, enum verify_worker_mode mode)
{
	*stage = (struct verify_stage){
		.opts = opts,
		.sample = sample,
		.phase = phases[mode],
		.mode = mode,
		.is_enabled = true,
		.words = environment(opts, mode),
		.nr_workers = mode == VERIFY_WORKER_PLAIN ? opts->nr_workers : 1,
	};
	stage->build = (struct verify_build){
		.configure = opts->configure,
		.build = opts->build,
		.environment = stage->words,
		.timeout_s = opts->timeout_s,
	};
	if (stage->nr_workers < 1)
		stage->nr_workers = 1;
	if (stage->nr_workers > VERIFY_NR_WORKERS_MAX)
		stage->nr_workers = VERIFY_NR_WORKERS_MAX;
	set_workers(stage);
}

static void stop_workers(struct verify_stage *stage)
{
	if (stage->maker > 0) {
		kill(stage->maker, SIGKILL);
		waitpid(stage->maker, NULL, 0);
		stage->maker = 0;
	}
	for (unsigned i = 0; i < stage->nr_workers; i++)
		verify_worker_stop(&stage->workers[i]);
}

void verify_stage_deinit(struct verify_stage *stage)
{
	stop_workers(stage);
	for (unsigned i = 0; i < stage->nr_workers; i++) {
		free((char *)stage->worker_opts_of[i].copy);
		free((char *)stage->worker_opts_of[i].scratch);
	}
	free(stage->reference);
	free(stage->failure);
	strv_destroy(stage->words);
	vec_deinit(&stage->queue);
}

void verify_stage_add(struct verify_stage *stage, struct verify_request request)
{
	vec_push(&stage->queue, request);
}

/* Configures and builds the reference copy. The copies of the workers are copies of it. */
static struct error *make_copies(const struct verify_stage *stage)
{
	const struct verify_opts *opts = stage->opts;
	const char *source = opts->source ? opts->source : stage->sample->root;
	_cleanup_free_ char *log = xasprintf("%s/%s.log", opts->scratch, stage->phase);
	struct error *err = verify_copy_create(source, stage->reference);

	if (!err)
		err = verify_copy_build(stage->reference, stage->sample->root, log, &stage->build);
	if (!err)
		err = verify_copy_check(stage->reference, stage->sample);
	for (unsigned i = 0; i < stage->nr_workers && !err; i++)
		err = verify_copy_create(stage->reference, stage->worker_opts_of[i].copy);
	return err;
}

/* Starts a process that makes the copies; other stages work meanwhile. */
static struct error *start_maker(struct verify_stage *stage)
{
	struct error *err;

	stage->maker = fork();
	if (stage->maker < 0)
		return error_errno(ERROR_INTERNAL, errno, "cannot fork");
	if (stage->maker > 0)
		return NULL;
	err = make_copies(stage);
	if (!err)
		_exit(0);
	error_destroy(fs_write_file(stage->failure, err->message, strlen(err->message)));
	_exit(1);
}

/* *RET: the copies are there. Fails if the process that makes them has failed. */
static struct error *look_for_copies(struct verify_stage *stage, bool *ret)
{
	_cleanup_free_ char *why = NULL;
	int status;
	pid_t got = waitpid(stage->maker, &status, WNOHANG);

	if (got == 0 || (got < 0 && errno == EINTR))
		return NULL;
	stage->maker = 0;
	*ret = got > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
	if (*ret)
		return NULL;
	error_destroy(fs_read_file(stage->failure, &why, NULL));
	return error_create(ERROR_UNUSABLE, "%s", why ? why : "the process that makes copies died");
}

static struct error *start_workers(struct verify_stage *stage)
{
	struct error *err = NULL;

	for (unsigned i = 0; i < stage->nr_workers && !err; i++) {
		err = fs_make_directories(stage->worker_opts_of[i].scratch, 0700);
		if (!err)
			err = verify_worker_start(&stage->worker_opts_of[i], &stage->workers[i]);
	}
	stage->is_started = !err;
	return err;
}

struct error *verify_stage_advance(struct verify_stage *stage)
{
	bool has_copies = stage->is_started;
	struct error *err = NULL;

	if (stage->nr_taken == stage->queue.count)
		return NULL;
	if (!stage->is_started && !stage->maker)
		err = start_maker(stage);
	else if (!stage->is_started)
		err = look_for_copies(stage, &has_copies);
	if (err || !has_copies)
		return err;
	if (!stage->is_started)
		err = start_workers(stage);
	for (unsigned i = 0; i < stage->nr_workers && !err; i++) {
		if (stage->current[i] != VERIFY_WORKER_IDLE ||
		    stage->nr_taken == stage->queue.count)
			continue;
		err = verify_worker_submit(&stage->workers[i],
					   &stage->queue.items[stage->nr_taken]);
		stage->current[i] = stage->nr_taken++;
	}
	return err;
}

void verify_stage_receive(struct verify_stage *stage, unsigned worker,
			  struct verify_worker_message *ret, struct verify_request *request)
{
	verify_worker_receive(&stage->workers[worker], ret);
	if (ret->type == VERIFY_WORKER_MUTANT && stage->current[worker] < stage->queue.count)
		*request = stage->queue.items[stage->current[worker]];
	if (ret->type == VERIFY_WORKER_MUTANT || ret->type == VERIFY_WORKER_READY)
		stage->current[worker] = VERIFY_WORKER_IDLE;
}

size_t verify_stage_give_up(struct verify_stage *stage, struct verify_request **ret)
{
	size_t count = 0;

	stop_workers(stage);
	stage->is_enabled = false;
	*ret = xcalloc(stage->queue.count + 1, sizeof(**ret));
	for (unsigned i = 0; i < stage->nr_workers; i++) {
		if (stage->current[i] < stage->nr_taken)
			(*ret)[count++] = stage->queue.items[stage->current[i]];
	}
	while (stage->nr_taken < stage->queue.count)
		(*ret)[count++] = stage->queue.items[stage->nr_taken++];
	return count;
}
