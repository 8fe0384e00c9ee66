# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += iso/libiso.a
iso_libiso_a_SOURCES = \
	iso/account.c iso/account.h \
	iso/branch.c iso/branch.h \
	iso/cause.c iso/cause.h \
	iso/chunk.c iso/chunk.h \
	iso/distance.c iso/distance.h \
	iso/expected.c iso/expected.h \
	iso/explore.c iso/explore.h iso/explore_state.h \
	iso/explore_run.c \
	iso/faults.c iso/faults.h \
	iso/frontier.c iso/frontier.h \
	iso/gain.c iso/gain.h \
	iso/hunk_files.c iso/hunk_files.h \
	iso/hunks.c iso/hunks.h iso/hunks_read.c \
	iso/identity.c iso/identity.h \
	iso/isomorphism.c iso/isomorphism.h \
	iso/journal.c iso/journal.h \
	iso/judge.c iso/judge.h \
	iso/judge_loss.c \
	iso/judge_new.c \
	iso/judge_ways.c \
	iso/normal.c iso/normal.h \
	iso/observation.c iso/observation.h \
	iso/outcome.c iso/outcome.h \
	iso/plain.c iso/plain.h \
	iso/sanitizer.c iso/sanitizer.h \
	iso/side.c iso/side.h \
	iso/side_checks.c iso/side_checks.h \
	iso/side_split.c iso/side_split.h \
	iso/suspects.c iso/suspects.h \
	iso/triage.c iso/triage.h \
	iso/untouched.c iso/untouched.h \
	iso/variant.c iso/variant.h iso/variant_state.h \
	iso/variant_batch.c \
	iso/variant_limits.c \
	iso/variant_result.c \
	iso/witness.c iso/witness.h

EXTRA_DIST += iso/README.md
