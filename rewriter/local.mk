# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += rewriter/librewriter.a
rewriter_librewriter_a_SOURCES = \
	rewriter/child_reader.c rewriter/child_reader.h \
	rewriter/binary.c rewriter/binary.h \
	rewriter/body.c rewriter/body.h \
	rewriter/chart.c rewriter/chart.h rewriter/chart_state.h \
	rewriter/chart_data.c rewriter/chart_graph.c rewriter/chart_names.c \
	rewriter/detour.c rewriter/detour.h \
	rewriter/debug.c rewriter/debug.h rewriter/debug_functions.c rewriter/debug_landings.c rewriter/debug_lines.c \
	rewriter/early.c rewriter/early.h \
	rewriter/effect.c rewriter/effect.h \
	rewriter/binary_model.c rewriter/binary_model.h \
	rewriter/fixup.c rewriter/fixup.h \
	rewriter/flow.c rewriter/flow.h rewriter/flow_build.c rewriter/flow_build.h rewriter/flow_tables.c \
	rewriter/lines.c rewriter/lines.h \
	rewriter/loading.c rewriter/loading.h \
	rewriter/machine.c rewriter/machine.h rewriter/machine_ops.h \
	rewriter/subject_builder.c rewriter/subject_builder.h \
	rewriter/patch.c rewriter/patch.h \
	rewriter/place.c rewriter/place.h \
	rewriter/subject.c rewriter/subject.h \
	rewriter/fingerprint.c rewriter/fingerprint.h \
	rewriter/segment.c rewriter/segment.h \
	rewriter/spot.h \
	rewriter/target.c rewriter/target.h \
	rewriter/function_match.c rewriter/function_match.h rewriter/function_match_blocks.c rewriter/function_match_blocks.h \
	rewriter/values.c rewriter/values.h \
	rewriter/variant.c rewriter/variant.h \
	rewriter/window.c rewriter/window.h \
	rewriter/x86_64/effect.c \
	rewriter/x86_64/machine.c rewriter/x86_64/move.c \
	rewriter/x86_64/replace.c rewriter/x86_64/sequence.c rewriter/x86_64/x86_64.h
