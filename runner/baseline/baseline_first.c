/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The first run of each test, which is traced and tells its coverage, its processes and its files.
 */

#include "common/cleanup.h"
#include "common/compare.h"
#include "common/fs.h"
#include "common/hash.h"
#include "common/path.h"
#include "common/xalloc.h"
#include "runner/baseline/baseline_judge.h"
#include "runner/baseline/baseline_mapped.h"
#include "runner/baseline/baseline_state.h"
#include "runner/job/output.h"

static void keep_output(const struct stage *stage, uint32_t index, const char *output)
{
	_cleanup_free_ char *data = NULL;
	_cleanup_free_ char *path = stage_log_path(stage, index);
	struct baseline *baseline = &stage->baselines[index];
	size_t size;
	struct error *err = fs_read_file(output, &data, &size);

	if (!err)
		err = fs_write_file(path, data, size);
	if (!err && !baseline->output)
		baseline->output = TAKE(path);
	error_destroy(err);
}

/* True if the test executed a subject that needs breakpoints by a tracer. */
static bool must_follow(const struct stage *stage, const struct coverage *coverage)
{
	const struct subject_list *subjects = stage->opts->subjects;

	for (size_t i = 0; subjects && i < subjects->count; i++) {
		for (size_t j = 0; subjects->items[i]->is_static && j < coverage->images.count;
		     j++) {
			const struct coverage_image *image = &coverage->images.items[j];

			if (sorted_has_u64(image->units.items, image->units.count,
					   subjects->items[i]->module.uid))
				return true;
		}
	}
	return false;
}

static struct error *traced_judge(struct stage *stage, uint32_t index, const char *folder,
				  const struct baseline_traced *traced)
{
	struct baseline *baseline = &stage->baselines[index];
	_cleanup_free_ char *output = path_join(folder, "output");
	struct error *err = coverage_read(stage->reader, folder, &baseline->coverage);

	if (err)
		return err;
	baseline->nr_probes = 1;
	baseline->is_followed = must_follow(stage, &baseline->coverage);
	err = hash_file(output, &baseline->output_hash);
	if (!err && stage->opts->keeps_outputs) {
		err = expectation_read(output, &baseline->expected);
		baseline->has_long_output = !baseline->expected;
	}
	if (err)
		return err;
	baseline_judge_traced(baseline, stage->opts, &stage->list->tests[index], traced, output);
	baseline_judge_mapped(baseline, stage->modules, traced);
	footprint_note(&baseline->footprint, stage->modules, traced, &baseline->coverage,
		       stage->opts->scratch, stage->opts->runtime);
	coverage_forget_units(&baseline->coverage);
	if (baseline->is_quarantined || baseline_result_fails(baseline->result))
		keep_output(stage, index, output);
	return NULL;
}

/* Tells of the traced run what job_is_killed() tells of a run by a worker. */
static bool traced_was_killed(const struct baseline_tracing *tracing,
			      const struct baseline_traced *traced)
{
	_cleanup_free_ char *output = path_join(tracing->folder, "output");

	return test_was_killed(traced->status) || (traced->status && output_says_killed(output));
}

/* Ends what baseline_trace_start() began; repeats a run once that died by SIGKILL. */
static struct error *traced_wait(struct stage *stage, struct baseline_tracing *tracing,
				 struct baseline_traced *ret)
{
	struct error *err = baseline_trace_wait(tracing, ret);

	if (err || stage_is_cancelled(stage) || ret->is_timeout || !traced_was_killed(tracing, ret))
		return err;
	baseline_traced_deinit(ret);
	*ret = (struct baseline_traced){ 0 };
	err = baseline_trace_repeat(tracing);
	return err ? err : baseline_trace_wait(tracing, ret);
}

static struct error *traced_finish(struct stage *stage, uint32_t index,
				   struct baseline_tracing *tracing)
{
	struct baseline_traced traced = { 0 };
	struct error *err = traced_wait(stage, tracing, &traced);

	if (!err && !stage_is_cancelled(stage))
		err = traced_judge(stage, index, tracing->folder, &traced);
	baseline_traced_deinit(&traced);
	baseline_trace_deinit(tracing);
	stage->nr_done++;
	stage_report(stage, "tracing the tests");
	return error_wrap(err, "tracing test %s", stage->list->tests[index].name);
}

struct error *stage_trace(struct stage *stage)
{
	uint32_t nr_tests = (uint32_t)stage->list->nr_tests;
	_cleanup_free_ struct baseline_tracing *tracings = xcalloc(nr_tests + 1, sizeof(*tracings));
	uint32_t first = 0, next = 0;
	struct error *err = NULL;

	while (first < next || (next < nr_tests && !err && !stage_is_cancelled(stage))) {
		bool is_room = next < nr_tests && !err && !stage_is_cancelled(stage) &&
			       next - first < stage->opts->jobs &&
			       (next == first || (!stage->list->tests[next].serial &&
						  !stage->list->tests[first].serial));

		if (is_room) {
			err = baseline_trace_start(stage->opts, &stage->list->tests[next],
						   stage->modules, next, &tracings[next]);
			next += !err;
			continue;
		}
		struct error *more = traced_finish(stage, first, &tracings[first]);

		first++;
		if (err)
			error_destroy(more);
		else
			err = more;
	}
	return err;
}
