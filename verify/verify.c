/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "verify/verify.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "verify/lane.h"
#include "verify/sanitizer.h"

#define NR_LANES_MAX 16
#define POLL_MS 200

/* One pass over part of the sample by a number of lanes. */
struct pass {
	const struct verify_opts *opts;
	struct verify_sample *sample;
	const char *phase;
	enum verify_lane_mode mode;
	unsigned nr_lanes;
	struct verify_lane lanes[NR_LANES_MAX];
	struct verify_lane_opts lane_opts[NR_LANES_MAX];
	uint32_t *queue; /* mutants */
	size_t nr_queued, nr_taken, nr_done;
};

static char **environment(const struct verify_opts *opts, enum verify_lane_mode mode)
{
	/* An optimiser gives an uninitialised variable any value, without a trace for valgrind. */
	static const char *const more[] = {
		[VERIFY_LANE_PLAIN] = "",
		[VERIFY_LANE_SANITIZE] = " " VERIFY_SANITIZER_FLAGS,
		[VERIFY_LANE_VALGRIND] = " -O0",
	};
	_cleanup_free_ char *cflags = xasprintf("%s%s", opts->cflags, more[mode]);
	char **changed = strv_copy(environ);

	strv_env_set(&changed, "CC", opts->cc);
	strv_env_set(&changed, "CFLAGS", cflags);
	if (mode == VERIFY_LANE_SANITIZE) {
		strv_env_set(&changed, "LDFLAGS", VERIFY_SANITIZER_FLAGS);
		/* Programs of the build itself must not stop it. */
		strv_env_set(&changed, "ASAN_OPTIONS", "detect_leaks=0:halt_on_error=0");
	}
	return changed;
}

static void take_cell(struct verify_sample *sample, const struct verify_lane_message *message)
{
	struct verify_mutant *mutant;
	struct verify_cell *cell;

	if (message->mutant >= sample->mutants.count)
		return;
	mutant = &sample->mutants.items[message->mutant];
	if (message->cell >= mutant->cells.count)
		return;
	cell = &mutant->cells.items[message->cell];
	cell->found = (enum verdict)message->verdict;
	cell->outcome = (enum verify_outcome)message->outcome;
	free(cell->detail);
	cell->detail = xstrdup(message->detail);
}

static void take_mutant(struct pass *pass, const struct verify_lane_message *message)
{
	struct verify_mutant *mutant = &pass->sample->mutants.items[message->mutant];

	pass->nr_done++;
	/* A later pass only explains differences. */
	if (pass->mode != VERIFY_LANE_PLAIN || message->mutant >= pass->sample->mutants.count)
		return;
	mutant->outcome = (enum verify_outcome)message->outcome;
	free(mutant->detail);
	mutant->detail = xstrdup(message->detail);
}

static struct error *take_message(struct pass *pass, const struct verify_lane *lane)
{
	struct verify_lane_message message;

	verify_lane_receive(lane, &message);
	switch (message.type) {
	case VERIFY_LANE_CELL: take_cell(pass->sample, &message); return NULL;
	case VERIFY_LANE_MUTANT: take_mutant(pass, &message); break;
	case VERIFY_LANE_FAILED:
		return error_create(ERROR_UNUSABLE, "%.*s", VERIFY_DETAIL_SIZE, message.detail);
	default: break;
	}
	if (pass->opts->progress)
		pass->opts->progress(pass->opts->arg, pass->phase, pass->nr_done, pass->nr_queued);
	return pass->nr_taken < pass->nr_queued ?
		       verify_lane_submit(lane, pass->queue[pass->nr_taken++]) :
		       NULL;
}

static struct error *serve(struct pass *pass)
{
	struct pollfd fds[NR_LANES_MAX];
	struct error *err = NULL;

	for (unsigned i = 0; i < pass->nr_lanes; i++)
		fds[i] = (struct pollfd){ .fd = pass->lanes[i].fd, .events = POLLIN };
	while (pass->nr_done < pass->nr_queued && !err) {
		if (pass->opts->cancelled && *pass->opts->cancelled)
			return error_create(ERROR_UNUSABLE, "interrupted");
		if (poll(fds, pass->nr_lanes, POLL_MS) <= 0)
			continue;
		for (unsigned i = 0; i < pass->nr_lanes && !err; i++) {
			if (fds[i].revents)
				err = take_message(pass, &pass->lanes[i]);
		}
	}
	return err;
}

/* Copies numbered from 1; the first one is built here, the others are copies of it. */
static struct error *make_copies(const struct pass *pass, const struct verify_build *build)
{
	const struct verify_opts *opts = pass->opts;
	const char *source = opts->source ? opts->source : pass->sample->root;
	_cleanup_free_ char *log = xasprintf("%s/%s.log", opts->scratch, pass->phase);
	const char *first = pass->lane_opts[0].copy;
	struct error *err = verify_copy_create(source, first);

	if (opts->progress)
		opts->progress(opts->arg, "copy", 0, pass->nr_lanes);
	if (!err)
		err = verify_copy_build(first, pass->sample->root, log, build);
	if (!err)
		err = verify_copy_check(first, pass->sample);
	for (unsigned i = 1; i < pass->nr_lanes && !err; i++)
		err = verify_copy_create(first, pass->lane_opts[i].copy);
	return err;
}

static void set_lanes(struct pass *pass, const struct verify_build *build)
{
	for (unsigned i = 0; i < pass->nr_lanes; i++) {
		const char *scratch = pass->opts->scratch;

		pass->lane_opts[i] = (struct verify_lane_opts){
			.mode = pass->mode,
			.copy = xasprintf("%s/%s-%u", scratch, pass->phase, i + 1),
			.scratch = xasprintf("%s/%s-%u.lane", scratch, pass->phase, i + 1),
			.runtime = pass->opts->runtime,
			.build = build,
			.sample = pass->sample,
		};
	}
}

static void free_lanes(struct pass *pass)
{
	for (unsigned i = 0; i < pass->nr_lanes; i++) {
		verify_lane_stop(&pass->lanes[i]);
		free((char *)pass->lane_opts[i].copy);
		free((char *)pass->lane_opts[i].scratch);
	}
}

static struct error *run_pass(struct pass *pass)
{
	_cleanup_strv_ char **words = environment(pass->opts, pass->mode);
	const struct verify_build build = {
		.configure = pass->opts->configure,
		.build = pass->opts->build,
		.environment = words,
		.timeout_s = pass->opts->timeout_s,
	};
	struct error *err;

	set_lanes(pass, &build);
	err = make_copies(pass, &build);
	for (unsigned i = 0; i < pass->nr_lanes && !err; i++) {
		err = fs_make_directories(pass->lane_opts[i].scratch, 0700);
		if (!err)
			err = verify_lane_start(&pass->lane_opts[i], &pass->lanes[i]);
	}
	if (!err)
		err = serve(pass);
	free_lanes(pass);
	return err;
}

/* True if a cell of the mutant differs and is not explained yet. */
static bool has_difference(const struct verify_mutant *mutant)
{
	for (size_t k = 0; k < mutant->cells.count; k++) {
		enum verify_outcome outcome = mutant->cells.items[k].outcome;

		if (outcome == VERIFY_WRONG || outcome == VERIFY_KIND || outcome == VERIFY_UNSTABLE)
			return true;
	}
	return false;
}

static struct error *pass_over(const struct verify_opts *opts, struct verify_sample *sample,
			       const char *phase, enum verify_lane_mode mode)
{
	struct pass pass = {
		.opts = opts,
		.sample = sample,
		.phase = phase,
		.mode = mode,
		.nr_lanes = mode == VERIFY_LANE_PLAIN ? opts->nr_lanes : 1,
		.queue = xcalloc(sample->mutants.count + 1, sizeof(uint32_t)),
	};
	struct error *err = NULL;

	for (uint32_t i = 0; i < sample->mutants.count; i++) {
		if (mode == VERIFY_LANE_PLAIN || has_difference(&sample->mutants.items[i]))
			pass.queue[pass.nr_queued++] = i;
	}
	if (pass.nr_lanes < 1)
		pass.nr_lanes = 1;
	if (pass.nr_lanes > NR_LANES_MAX)
		pass.nr_lanes = NR_LANES_MAX;
	if (pass.nr_queued)
		err = run_pass(&pass);
	free(pass.queue);
	return err;
}

struct error *verify_run(const struct verify_opts *opts, struct verify_sample *sample)
{
	struct error *err = pass_over(opts, sample, "check", VERIFY_LANE_PLAIN);

	if (!err && opts->sanitize)
		err = error_wrap(pass_over(opts, sample, "sanitize", VERIFY_LANE_SANITIZE),
				 "with sanitizers");
	if (!err && opts->valgrind)
		err = error_wrap(pass_over(opts, sample, "valgrind", VERIFY_LANE_VALGRIND),
				 "with valgrind");
	return err;
}
