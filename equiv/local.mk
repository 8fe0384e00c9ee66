# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += equiv/libequiv.a
equiv_libequiv_a_SOURCES = \
	equiv/command.c equiv/command.h \
	equiv/compile.c equiv/compile.h \
	equiv/copies.c equiv/copies.h \
	equiv/crew.c equiv/crew.h \
	equiv/equiv.c equiv/equiv.h equiv/equiv_state.h \
	equiv/equiv_filter.c \
	equiv/equiv_plan.c \
	equiv/equiv_recheck.c \
	equiv/object.c equiv/object.h \
	equiv/origin.c equiv/origin.h \
	equiv/proof.c equiv/proof.h \
	equiv/proof_attempt.c equiv/proof_attempt.h \
	equiv/proof_difference.c equiv/proof_difference.h \
	equiv/proof_invariant.c equiv/proof_invariant.h \
	equiv/proof_text.c equiv/proof_text.h \
	equiv/proof_undefined.c \
	equiv/provers.c equiv/provers.h \
	equiv/reads.c equiv/reads.h \
	equiv/region.c equiv/region.h \
	equiv/side.c equiv/side.h \
	equiv/side_call.c equiv/side_mark.c equiv/side_operation.c equiv/side_place.c \
	equiv/subject.c equiv/subject.h \
	equiv/task.c equiv/task.h \
	equiv/task_region.c equiv/task_region.h \
	equiv/world.c equiv/world.h

EXTRA_DIST += equiv/README.md
