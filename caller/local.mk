# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += caller/libcaller.a
caller_libcaller_a_SOURCES = \
	caller/amount.c caller/amount.h \
	caller/blob.c caller/blob.h \
	caller/callback.c caller/callback.h \
	caller/harness_callback.c caller/harness_callback.h \
	caller/callable.c caller/callable.h \
	caller/tested_callback.c caller/tested_callback.h \
	caller/case.c caller/case.h \
	caller/cases_name.c caller/cases_name.h \
	caller/cases_parts.c \
	caller/case_kind.c caller/case_kind.h \
	caller/case_told.c caller/case_told.h \
	caller/keeping.c caller/keeping.h \
	caller/entries.c caller/entries.h \
	caller/snapshot.c caller/snapshot.h \
	caller/fill.c caller/fill.h \
	caller/function.c caller/function.h \
	caller/helpers.c caller/helpers.h \
	caller/insertion.c caller/insertion.h \
	caller/insertion_write.c \
	caller/layout.c caller/layout.h \
	caller/leaf.c caller/leaf.h \
	caller/lengths.c caller/lengths.h \
	caller/literal.c caller/literal.h \
	caller/models.c caller/models.h \
	caller/more.c caller/more.h \
	caller/names.c caller/names.h \
	caller/program.c caller/program.h \
	caller/program_flags.c \
	caller/request.h \
	caller/sequence.c caller/sequence.h \
	caller/sequence_program.c \
	caller/sequence_test.c \
	caller/show.c caller/show.h \
	caller/cases.c caller/cases.h \
	caller/source_blocks.c caller/source_blocks.h \
	caller/source_words.c caller/source_words.h \
	caller/style.c caller/style.h \
	caller/test_file.c caller/test_file.h \
	caller/types.c caller/types.h \
	caller/writer.c caller/writer.h

EXTRA_DIST += caller/README.md
