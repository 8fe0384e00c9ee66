# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += runner/librunner.a
runner_librunner_a_SOURCES = \
	runner/coverage.c runner/coverage.h \
	runner/harness.h \
	runner/intern.c runner/intern.h \
	runner/inventory.c runner/inventory.h \
	runner/inventory_finish.c \
	runner/inventory_path.c \
	runner/plan.c runner/plan.h \
	runner/test.h \
	runner/trace.c runner/trace.h \
	runner/trace_record.c runner/trace_record.h \
	runner/worker.h
