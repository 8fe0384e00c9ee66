/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs jobs on one worker process of runner/pool/worker.h. Limits come from the stored baseline
 * times, and from the memory and output of the unmutated plain run. Hits do not count, and no run
 * is proven endless: what a campaign proves is checked here, too.
 *
 * Under a sanitizer only its reports count; how the test ends does not.
 */
#include "verify/trial.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "verify/sanitizer.h"

/* factor of the limits: sanitizers cost time and memory that the program itself does not */
#define SANITIZER_SCALE 50

struct error *verify_trials_begin(struct verify_trials *trials)
{
	const struct worker_opts opts = {
		.scratch = trials->worker_scratch,
		.runtime = trials->opts->runtime,
		.view_root = trials->opts->sample->root,
		.wish = trials->opts->sample->allow_network ? CONTAIN_ONLINE : CONTAIN_OFFLINE,
	};

	return worker_start(&opts, &trials->worker);
}

void verify_trials_end(struct verify_trials *trials)
{
	worker_stop(trials->worker);
	trials->worker = NULL;
}

static struct job make_job(const struct verify_trials *trials, const struct test *test,
			   const struct limits *limits)
{
	struct job job = {
		.test = test,
		.mode = WORKER_EXEC,
		.session_mode = REMT_MODE_OFF,
		.limits = *limits,
	};

	job.limits.hits = 0;
	job.limits.endless_ms = 0; /* proofs of endlessness are checked, too */
	if (trials->opts->mode != VERIFY_WORKER_PLAIN)
		job.limits.memory_kb = 0;
	return job;
}

static struct error *run_once(struct verify_trials *trials, const struct job *job,
			      struct job_result *ret)
{
	struct pollfd ready = { .fd = worker_fd(trials->worker), .events = POLLIN };
	struct error *err = worker_submit(trials->worker, job);

	if (err)
		return err;
	while (poll(&ready, 1, -1) < 0)
		;
	err = worker_result(trials->worker, false, ret);
	if (!err && ret->error[0])
		err = error_create(ERROR_INTERNAL, "%s: %s", job->test->name, ret->error);
	return err;
}

static char *describe(const struct job_result *result)
{
	char *text = job_describe(result);

	if (*text)
		return text;
	free(text);
	return xasprintf("exit %d", WEXITSTATUS(result->status));
}

struct error *verify_trial_run(struct verify_trials *trials, uint32_t test, enum verdict *ret,
			       char **detail)
{
	const struct verify_test *known = &trials->opts->sample->tests.items[test];
	const struct verify_reference *reference = &trials->references[test];
	struct job_result result = { .limit = LIMIT_NONE };
	struct error *err = NULL;

	/* A timeout is confirmed, as in a campaign. */
	for (int i = 0; i < 2; i++) {
		struct limits limits = allowance_confirming(&trials->allowance, &reference->use, 0);
		struct job job = make_job(trials, &known->test, &limits);

		job.expected = reference->expected;
		err = run_once(trials, &job, &result);
		if (err)
			return err;
		result.nr_switched = 1; /* The source itself is mutated. */
		*ret = job_verdict(&result);
		if (*ret != VERDICT_KILLED_TIMEOUT)
			break;
	}
	*detail = describe(&result);
	return NULL;
}

/*
 * Runs TEST under the sanitizer and reads its reports to *RET. The test that is run differs from
 * TEST only in command line and environment.
 */
static struct error *run_sanitized(struct verify_trials *trials, uint32_t test, char ***ret)
{
	const struct verify_test *known = &trials->opts->sample->tests.items[test];
	struct test changed = known->test;
	struct allowance_use use = trials->references[test].use;
	struct job_result result;
	struct limits limits;
	struct error *err;

	err = fs_remove_tree(trials->report_folder);
	if (!err)
		err = fs_make_directories(trials->report_folder, 0777);
	if (err)
		return err;
	changed.argv =
		verify_sanitizer_argv(trials->opts->mode, trials->report_folder, known->test.argv);
	changed.environ = verify_sanitizer_environment(trials->report_folder, known->test.environ);
	use.harness_ms = 0;
	limits = allowance_limits(&trials->allowance, &use, 0, SANITIZER_SCALE);

	struct job job = make_job(trials, &changed, &limits);

	err = run_once(trials, &job, &result);
	strv_destroy(changed.argv);
	strv_destroy(changed.environ);
	return err ? err : verify_sanitizer_read(trials->report_folder, ret);
}

struct error *verify_trial_sanitize(struct verify_trials *trials, uint32_t test, char **ret)
{
	_cleanup_strv_ char **reports = NULL;
	struct error *err = run_sanitized(trials, test, &reports);

	*ret = NULL;
	for (char **report = reports; !err && report && *report && !*ret; report++) {
		if (!strv_contains(trials->references[test].reports, *report))
			*ret = xstrdup(*report);
	}
	return err;
}

/*
 * Reads what the test prints, if its output is the oracle in the stored run: a plain build may
 * print other things than the stored run did.
 */
static struct error *learn_output(struct verify_trials *trials, uint32_t test)
{
	const struct verify_test *known = &trials->opts->sample->tests.items[test];
	struct verify_reference *reference = &trials->references[test];
	struct error *err;

	if (known->oracle != STORE_ORACLE_OUTPUT)
		return NULL;
	err = expectation_read(trials->output, &reference->expected);
	if (!err && !reference->expected)
		err = error_create(ERROR_UNUSABLE,
				   "test %s prints too much in the plain build to be judged by its "
				   "output, as it was in the stored run",
				   known->name);
	return err;
}

static struct error *refer(struct verify_trials *trials, uint32_t test)
{
	const struct verify_test *known = &trials->opts->sample->tests.items[test];
	struct verify_reference *reference = &trials->references[test];
	struct job_result result;
	struct limits limits;
	struct error *err;

	reference->use.cpu_us = known->cpu_us;
	reference->use.wall_us = known->wall_us;
	reference->use.harness_ms = known->test.timeout_ms;
	if (trials->opts->mode != VERIFY_WORKER_PLAIN)
		return run_sanitized(trials, test, &reference->reports);
	limits = allowance_limits(&trials->allowance, &reference->use, 0, 2);

	struct job job = make_job(trials, &known->test, &limits);

	job.keep.output = trials->output;
	err = run_once(trials, &job, &result);
	if (err)
		return err;
	if (result.limit != LIMIT_NONE || result.result != TEST_PASSED) {
		_cleanup_free_ char *detail = describe(&result);

		return error_create(ERROR_UNUSABLE,
				    "test %s does not pass in the plain, unmutated build (%s)",
				    known->name, detail);
	}
	reference->use.max_rss_kb = result.max_rss_kb;
	reference->use.output_bytes = result.output_bytes;
	return learn_output(trials, test);
}

struct error *verify_trials_refer(struct verify_trials *trials, uint32_t test)
{
	struct error *err;

	if (trials->references[test].is_known)
		return NULL;
	err = verify_trials_begin(trials);
	if (!err)
		err = refer(trials, test);
	verify_trials_end(trials);
	trials->references[test].is_known = !err;
	return err;
}

struct error *verify_trials_init(const struct verify_worker_opts *opts, struct verify_trials *ret)
{
	size_t nr_tests = opts->sample->tests.count;
	struct error *err;

	*ret = (struct verify_trials){
		.opts = opts,
		.references = xcalloc(nr_tests + 1, sizeof(*ret->references)),
		.output = xasprintf("%s/output", opts->scratch),
		.worker_scratch = xasprintf("%s/worker", opts->scratch),
		.report_folder = xasprintf("%s/worker/reports", opts->scratch),
	};
	allowance_defaults(&ret->allowance);
	err = fs_make_directories(ret->worker_scratch, 0700);
	for (uint32_t i = 0; i < nr_tests && !err; i++) {
		/*
		 * Sanitizers are slow, and are asked about few tests: those tests are run unmutated
		 * later.
		 */
		if (opts->mode == VERIFY_WORKER_PLAIN && opts->sample->tests.items[i].is_used)
			err = verify_trials_refer(ret, i);
	}
	if (err)
		verify_trials_deinit(ret);
	return err;
}

void verify_trials_deinit(struct verify_trials *trials)
{
	verify_trials_end(trials);
	for (size_t i = 0; i < trials->opts->sample->tests.count; i++) {
		strv_destroy(trials->references[i].reports);
		expectation_destroy(trials->references[i].expected);
	}
	free(trials->references);
	free(trials->output);
	free(trials->worker_scratch);
	free(trials->report_folder);
}
