# SPDX-License-Identifier: GPL-3.0-or-later
bin_PROGRAMS += remt
remt_SOURCES = \
	cmd/cancel.c \
	cmd/cancel.h \
	cmd/campaign_args.c \
	cmd/campaign_args.h \
	cmd/capture.c \
	cmd/capture.h \
	cmd/cflags.c \
	cmd/cmd.c \
	cmd/cmd.h \
	cmd/compiler.c \
	cmd/compiler.h \
	cmd/constructs.c \
	cmd/constructs.h \
	cmd/diff.c \
	cmd/diff_binary.c \
	cmd/diff_binary.h \
	cmd/diff_json.c \
	cmd/diff_view.c \
	cmd/diff_view.h \
	cmd/doctor.c \
	cmd/dump.c \
	cmd/equiv.c \
	cmd/dump_ir.c \
	cmd/dump_ir.h \
	cmd/dump_json.c \
	cmd/dump_json.h \
	cmd/harness.c \
	cmd/html.c cmd/html.h \
	cmd/iso.c \
	cmd/iso.h \
	cmd/iso_args.c \
	cmd/iso_builds.c \
	cmd/iso_builds.h \
	cmd/iso_inputs.c cmd/iso_inputs.h \
	cmd/iso_json.c \
	cmd/iso_sarif.c \
	cmd/iso_text.c \
	cmd/new_directory.c cmd/new_directory.h \
	cmd/operators.c \
	cmd/patch.c \
	cmd/patch.h \
	cmd/patch_flow.c cmd/patch_list.c \
	cmd/paths.c \
	cmd/paths.h \
	cmd/progress.c \
	cmd/progress.h \
	cmd/remt.c \
	cmd/prove.c cmd/prove.h \
	cmd/proofs.c cmd/proofs.h \
	cmd/report.c \
	cmd/run.c \
	cmd/run.h \
	cmd/run_args.c \
	cmd/run_cell.c \
	cmd/run_cell.h \
	cmd/run_cell_debug.c \
	cmd/run_cell_load.c \
	cmd/run_duplicates.c \
	cmd/run_prove.c \
	cmd/run_search.c \
	cmd/run_reuse.c \
	cmd/run_unchanged.c \
	cmd/scratch_directory.c cmd/scratch_directory.h \
	cmd/show.c \
	cmd/show_binary.c \
	cmd/show_binary.h \
	cmd/startup.c \
	cmd/startup.h \
	cmd/terminal.c \
	cmd/terminal.h \
	cmd/text_diff.c \
	cmd/text_diff.h \
	cmd/verify.c \
	cmd/verify_result.c \
	cmd/verify_result.h \
	cmd/words.c \
	cmd/words.h
remt_CPPFLAGS = $(AM_CPPFLAGS) -DREMT_BINDIR='"$(bindir)"' -DREMT_MANDIR='"$(mandir)"' \
	-DREMT_SOURCE_DIR='"$(abs_top_srcdir)"'
remt_LDADD = $(COMMON_LIBS) $(SYSTEM_LIBS)

EXTRA_DIST += cmd/README.md
