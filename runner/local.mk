# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += runner/librunner.a
runner_librunner_a_SOURCES = \
	runner/test/bytes_json.c runner/test/bytes_json.h \
	runner/test/pattern.c runner/test/pattern.h \
	runner/test/steps.c runner/test/steps.h \
	runner/test/tap.c runner/test/tap.h \
	runner/test/test.c runner/test/test.h \
	runner/test/test_record.c runner/test/test_record.h \
	runner/sandbox/capture.c runner/sandbox/capture.h \
	runner/sandbox/contain.c runner/sandbox/contain.h \
	runner/sandbox/contain_command.c runner/sandbox/contain_command.h \
	runner/sandbox/fence.c runner/sandbox/fence.h \
	runner/sandbox/unowned_files.c runner/sandbox/unowned_files.h \
	runner/sandbox/ipc.c runner/sandbox/ipc.h \
	runner/sandbox/isolation.c runner/sandbox/isolation.h \
	runner/sandbox/mapping.c runner/sandbox/mapping.h \
	runner/sandbox/network.c runner/sandbox/network.h \
	runner/sandbox/overlay.c runner/sandbox/overlay.h \
	runner/sandbox/planted.c runner/sandbox/planted.h \
	runner/sandbox/process.c runner/sandbox/process.h \
	runner/sandbox/scratch.c runner/sandbox/scratch.h \
	runner/sandbox/tree.c runner/sandbox/tree.h \
	runner/sandbox/inherited_limits.c runner/sandbox/inherited_limits.h \
	runner/sandbox/upper_layer.c runner/sandbox/upper_layer.h \
	runner/sandbox/upper_layer_digest.c \
	runner/sandbox/view.c runner/sandbox/view.h \
	runner/sandbox/view_fork.c \
	runner/sandbox/view_plant.c \
	runner/sandbox/view_state.h \
	runner/sandbox/written.c runner/sandbox/written.h \
	runner/job/allowance.c runner/job/allowance.h \
	runner/job/attach.c runner/job/attach.h \
	runner/job/checks.c runner/job/checks.h \
	runner/job/entered_set.c runner/job/entered_set.h \
	runner/job/expectation.c runner/job/expectation.h \
	runner/job/job.c runner/job/job.h \
	runner/job/limits.c runner/job/limits.h \
	runner/job/output.c runner/job/output.h \
	runner/job/reference.c runner/job/reference.h \
	runner/job/session.c runner/job/session.h \
	runner/job/wire.c runner/job/wire.h \
	runner/trace/breakpoint.c runner/trace/breakpoint.h \
	runner/trace/calls.c runner/trace/calls.h \
	runner/trace/cover_file.c runner/trace/cover_file.h \
	runner/trace/follow.c runner/trace/follow.h \
	runner/trace/interruption.c runner/trace/interruption.h \
	runner/trace/loaded.c runner/trace/loaded.h \
	runner/trace/planter.c runner/trace/planter.h \
	runner/trace/trace.c runner/trace/trace.h \
	runner/trace/trace_filter.c runner/trace/trace_filter.h \
	runner/trace/trace_names.c runner/trace/trace_names.h \
	runner/trace/trace_record.c runner/trace/trace_record.h \
	runner/trace/trace_start.c runner/trace/trace_start.h \
	runner/trace/traced_task.c runner/trace/traced_task.h \
	runner/input/input.c runner/input/input.h \
	runner/input/named.c runner/input/named.h \
	runner/harness/harness.c runner/harness/harness.h \
	runner/harness/harness_automake.c runner/harness/harness_automake.h \
	runner/harness/harness_automake_order.c \
	runner/harness/harness_automake_serial.c \
	runner/harness/harness_command.c \
	runner/harness/harness_ctest.c \
	runner/harness/harness_list.c \
	runner/harness/harness_meson.c \
	runner/harness/harness_needs.c \
	runner/harness/regex_cmake.c runner/harness/regex_cmake.h \
	runner/harness/suite.c \
	runner/worker/worker_state.c runner/worker/worker_state.h \
	runner/worker/child.c runner/worker/child.h \
	runner/worker/endless.c runner/worker/endless.h \
	runner/worker/execute.c runner/worker/execute.h \
	runner/worker/image.c runner/worker/image.h \
	runner/worker/instruction.c runner/worker/instruction.h \
	runner/worker/listener.c runner/worker/listener.h \
	runner/worker/reaper.c runner/worker/reaper.h \
	runner/worker/run.c runner/worker/run.h \
	runner/worker/server.c runner/worker/server.h \
	runner/worker/worker_opts.h \
	runner/split/ancestors.c runner/split/ancestors.h \
	runner/split/ancestors_files.c \
	runner/split/split.c runner/split/split.h \
	runner/split/split_frame.c \
	runner/split/split_pause.c \
	runner/split/split_result.c \
	runner/split/split_return.c \
	runner/split/split_run.c \
	runner/split/split_script.c \
	runner/split/split_shared.c \
	runner/split/split_state.h \
	runner/pool/worker_pool.c runner/pool/worker_pool.h \
	runner/pool/keeper.c runner/pool/keeper.h \
	runner/pool/worker.c runner/pool/worker.h \
	runner/inventory/coverage.c runner/inventory/coverage.h \
	runner/inventory/inventory.c runner/inventory/inventory.h \
	runner/inventory/inventory_finish.c \
	runner/inventory/inventory_path.c \
	runner/inventory/modules.c runner/inventory/modules.h \
	runner/inventory/modules_root.c \
	runner/inventory/version.c runner/inventory/version.h \
	runner/baseline/baseline.c runner/baseline/baseline.h runner/baseline/traced.h \
	runner/baseline/baseline_first.c \
	runner/baseline/baseline_judge.c runner/baseline/baseline_judge.h \
	runner/baseline/baseline_mapped.c runner/baseline/baseline_mapped.h \
	runner/baseline/baseline_state.h \
	runner/baseline/baseline_trace.c \
	runner/baseline/busy.c runner/baseline/busy.h \
	runner/baseline/extra.c runner/baseline/extra.h \
	runner/baseline/footprint.c runner/baseline/footprint.h \
	runner/baseline/layout.c runner/baseline/layout.h \
	runner/baseline/layouts.c runner/baseline/layouts.h \
	runner/baseline/test_progress.c \
	runner/matrix/batch.c runner/matrix/batch.h \
	runner/matrix/infection.c runner/matrix/infection.h \
	runner/matrix/matrix.c runner/matrix/matrix.h \
	runner/matrix/matrix_batch.c \
	runner/matrix/matrix_counts.c \
	runner/matrix/matrix_layout.c \
	runner/matrix/matrix_state.h \
	runner/matrix/matrix_task.c \
	runner/matrix/plan.c runner/matrix/plan.h \
	runner/matrix/plan_places.c runner/matrix/plan_places.h \
	runner/campaign/campaign.c runner/campaign/campaign.h \
	runner/campaign/campaign_baseline.c \
	runner/campaign/campaign_binaries.c \
	runner/campaign/campaign_discover.c \
	runner/campaign/campaign_plan.c \
	runner/campaign/campaign_recall.c \
	runner/campaign/campaign_record.c \
	runner/campaign/campaign_record_code.c \
	runner/campaign/campaign_record_tests.c \
	runner/campaign/campaign_resume.c \
	runner/campaign/campaign_stamps.c \
	runner/campaign/campaign_state.h \
	runner/campaign/campaign_share.c \
	runner/campaign/campaign_view.c \
	runner/campaign/commit.c runner/campaign/commit.h \
	runner/campaign/surroundings.c runner/campaign/surroundings.h

# What each room is for.
EXTRA_DIST += \
	runner/test/README.md runner/sandbox/README.md runner/input/README.md \
	runner/job/README.md runner/trace/README.md runner/harness/README.md \
	runner/worker/README.md runner/split/README.md runner/pool/README.md \
	runner/inventory/README.md runner/baseline/README.md runner/matrix/README.md \
	runner/campaign/README.md

# Shows the discovered tests to testsuite/runner/*.test.
check_PROGRAMS += testsuite/runner/discover
testsuite_runner_discover_SOURCES = testsuite/runner/discover.c
testsuite_runner_discover_LDADD = $(COMMON_LIBS) $(SYSTEM_LIBS)
