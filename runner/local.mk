# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += runner/librunner.a
runner_librunner_a_SOURCES = \
	runner/coverage.c runner/coverage.h \
	runner/harness.c runner/harness.h \
	runner/harness_automake.c \
	runner/harness_command.c \
	runner/harness_list.c \
	runner/intern.c runner/intern.h \
	runner/inventory.c runner/inventory.h \
	runner/inventory_finish.c \
	runner/inventory_path.c \
	runner/plan.c runner/plan.h \
	runner/suite.c \
	runner/tap.c runner/tap.h \
	runner/test.c runner/test.h \
	runner/test_record.c runner/test_record.h \
	runner/trace.c runner/trace.h \
	runner/trace_record.c runner/trace_record.h \
	runner/worker.h
