# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += verify/libverify.a
verify_libverify_a_SOURCES = \
	verify/check.c verify/check.h \
	verify/copy.c verify/copy.h \
	verify/draw.c \
	verify/checkpoint.c verify/checkpoint.h \
	verify/verify_worker.c verify/verify_worker.h \
	verify/patch.c verify/patch.h \
	verify/sample.c verify/sample.h \
	verify/sanitizer.c verify/sanitizer.h \
	verify/shell.c verify/shell.h \
	verify/stage.c verify/stage.h \
	verify/tree.c verify/tree.h \
	verify/trial.c verify/trial.h \
	verify/verify.c verify/verify.h

EXTRA_DIST += verify/README.md
