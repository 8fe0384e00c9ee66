# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += runner/librunner.a
runner_librunner_a_SOURCES = \
	runner/bench.c runner/bench.h \
	runner/child.c runner/child.h \
	runner/contain.c runner/contain.h \
	runner/capture.c runner/capture.h \
	runner/coverage.c runner/coverage.h \
	runner/execute.c runner/execute.h \
	runner/harness.c runner/harness.h \
	runner/harness_automake.c \
	runner/harness_automake_serial.c \
	runner/harness_command.c \
	runner/harness_ctest.c \
	runner/harness_list.c \
	runner/harness_meson.c \
	runner/intern.c runner/intern.h \
	runner/inventory.c runner/inventory.h \
	runner/inventory_finish.c \
	runner/inventory_path.c \
	runner/job.c \
	runner/limits.c runner/limits.h \
	runner/output.c runner/output.h \
	runner/plan.c runner/plan.h \
	runner/reaper.c runner/reaper.h \
	runner/server.c runner/server.h \
	runner/session.c runner/session.h \
	runner/regex_cmake.c runner/regex_cmake.h \
	runner/suite.c \
	runner/tap.c runner/tap.h \
	runner/test.c runner/test.h \
	runner/test_record.c runner/test_record.h \
	runner/trace.c runner/trace.h \
	runner/trace_record.c runner/trace_record.h \
	runner/tree.c runner/tree.h \
	runner/view.c runner/view.h \
	runner/wire.c runner/wire.h \
	runner/worker.c runner/worker.h
