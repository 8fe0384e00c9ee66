# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += runner/librunner.a
runner_librunner_a_SOURCES = \
	runner/allowance.c runner/allowance.h \
	runner/attach.c runner/attach.h \
	runner/baseline.c runner/baseline.h \
	runner/baseline_judge.c runner/baseline_judge.h \
	runner/baseline_mapped.c runner/baseline_mapped.h \
	runner/baseline_trace.c \
	runner/batch.c runner/batch.h \
	runner/bench.c runner/bench.h \
	runner/busy.c runner/busy.h \
	runner/campaign.c runner/campaign.h \
	runner/campaign_baseline.c \
	runner/campaign_binaries.c \
	runner/campaign_discover.c \
	runner/campaign_plan.c \
	runner/campaign_recall.c \
	runner/campaign_record.c \
	runner/campaign_resume.c \
	runner/campaign_stamps.c \
	runner/child.c runner/child.h \
	runner/crew.c runner/crew.h \
	runner/endless.c runner/endless.h \
	runner/entered.c runner/entered.h \
	runner/contain.c runner/contain.h \
	runner/capture.c runner/capture.h \
	runner/commit.c runner/commit.h \
	runner/cover_file.c runner/cover_file.h \
	runner/coverage.c runner/coverage.h \
	runner/execute.c runner/execute.h \
	runner/expectation.c runner/expectation.h \
	runner/extra.c runner/extra.h \
	runner/fence.c runner/fence.h \
	runner/footprint.c runner/footprint.h \
	runner/follow.c runner/follow.h \
	runner/interruption.c runner/interruption.h \
	runner/foreign.c runner/foreign.h \
	runner/harness.c runner/harness.h \
	runner/harness_automake.c runner/harness_automake.h \
	runner/harness_automake_order.c \
	runner/harness_automake_serial.c \
	runner/harness_command.c \
	runner/harness_ctest.c \
	runner/harness_list.c \
	runner/harness_meson.c \
	runner/harness_needs.c \
	runner/image.c runner/image.h \
	runner/infection.c runner/infection.h \
	runner/instruction.c runner/instruction.h \
	runner/ipc.c runner/ipc.h \
	runner/input.c runner/input.h \
	runner/isolation.c runner/isolation.h \
	runner/inventory.c runner/inventory.h \
	runner/inventory_finish.c \
	runner/inventory_path.c \
	runner/job.c runner/job.h \
	runner/keeper.c runner/keeper.h \
	runner/kin.c runner/kin.h runner/kin_files.c \
	runner/layout.c runner/layout.h \
	runner/layouts.c runner/layouts.h \
	runner/limits.c runner/limits.h \
	runner/listener.c runner/listener.h \
	runner/loaded.c runner/loaded.h \
	runner/mapping.c runner/mapping.h \
	runner/matrix.c runner/matrix.h \
	runner/matrix_layout.c \
	runner/matrix_batch.c runner/matrix_state.h \
	runner/matrix_task.c \
	runner/modules.c runner/modules.h \
	runner/modules_root.c \
	runner/named.c runner/named.h \
	runner/network.c runner/network.h \
	runner/output.c runner/output.h \
	runner/overlay.c runner/overlay.h \
	runner/pattern.c runner/pattern.h \
	runner/plan.c runner/plan.h \
	runner/planter.c runner/planter.h \
	runner/process.c runner/process.h \
	runner/reaper.c runner/reaper.h \
	runner/reference.c runner/reference.h \
	runner/run.c runner/run.h \
	runner/scratch.c runner/scratch.h \
	runner/server.c runner/server.h \
	runner/session.c runner/session.h \
	runner/regex_cmake.c runner/regex_cmake.h \
	runner/split.c runner/split.h \
	runner/split_frame.c runner/split_state.h \
	runner/split_pause.c runner/split_result.c runner/split_return.c \
	runner/split_script.c runner/split_shared.c \
	runner/steps.c runner/steps.h \
	runner/suite.c \
	runner/surroundings.c runner/surroundings.h \
	runner/tap.c runner/tap.h \
	runner/test.c runner/test.h \
	runner/test_record.c runner/test_record.h \
	runner/trace.c runner/trace.h \
	runner/trace_filter.c runner/trace_filter.h \
	runner/trace_names.c runner/trace_names.h \
	runner/trace_record.c runner/trace_record.h \
	runner/trace_start.c runner/trace_start.h \
	runner/ulimits.c runner/ulimits.h \
	runner/upper.c runner/upper.h \
	runner/upper_digest.c \
	runner/trace_task.c runner/trace_task.h \
	runner/tree.c runner/tree.h \
	runner/version.c runner/version.h \
	runner/view.c runner/view.h \
	runner/view_fork.c runner/view_state.h \
	runner/wire.c runner/wire.h \
	runner/worker.c runner/worker.h runner/worker_opts.h \
	runner/checks.c runner/checks.h \
	runner/written.c runner/written.h

# Shows the discovered tests to testsuite/runner/*.test.
check_PROGRAMS += testsuite/runner/discover
testsuite_runner_discover_SOURCES = testsuite/runner/discover.c
testsuite_runner_discover_LDADD = $(COMMON_LIBS) $(SYSTEM_LIBS)
