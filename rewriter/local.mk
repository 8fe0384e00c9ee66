# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += rewriter/librewriter.a
# What reads debug information, but for the library for DWARF.
rewriter_debug_sources = \
	rewriter/elf/debug.h rewriter/elf/debug_entry.h rewriter/elf/debug_functions.c rewriter/elf/debug_landings.c \
	rewriter/elf/debug_text.c rewriter/elf/debug_text.h rewriter/elf/debug_words.h \
	rewriter/elf/elf_copy.c rewriter/elf/elf_copy.h
rewriter_machine_sources = \
	rewriter/machine/effect.c rewriter/machine/effect.h \
	rewriter/machine/machine.c rewriter/machine/machine.h rewriter/machine/machine_ops.h \
	rewriter/machine/x86_64/effect.c \
	rewriter/machine/x86_64/machine.c rewriter/machine/x86_64/move.c \
	rewriter/machine/x86_64/replace.c rewriter/machine/x86_64/sequence.c rewriter/machine/x86_64/x86_64.h
rewriter_libdw_sources = \
	rewriter/elf/libdw/debug.c rewriter/elf/libdw/entries.c \
	rewriter/elf/libdw/file.c rewriter/elf/libdw/file.h
rewriter_libdwarf_sources = \
	rewriter/elf/libdwarf/debug.c rewriter/elf/libdwarf/entries.c \
	rewriter/elf/libdwarf/image.c rewriter/elf/libdwarf/image.h \
	rewriter/elf/libdwarf/reader.c rewriter/elf/libdwarf/reader.h \
	rewriter/elf/libdwarf/separate.c rewriter/elf/libdwarf/separate.h \
	rewriter/elf/libdwarf/source.c rewriter/elf/libdwarf/source.h \
	rewriter/elf/libdwarf/split.c rewriter/elf/libdwarf/split.h \
	rewriter/elf/libdwarf/unit.h rewriter/elf/libdwarf/unit_entries.c rewriter/elf/libdwarf/unit_rows.c

rewriter_librewriter_a_SOURCES = \
	$(rewriter_debug_sources) \
	$(rewriter_machine_sources) \
	rewriter/elf/child_reader.c rewriter/elf/child_reader.h \
	rewriter/elf/binary.c rewriter/elf/binary.h \
	rewriter/elf/binary_symbols.c rewriter/elf/binary_symbols.h \
	rewriter/flow/body.c rewriter/flow/body.h \
	rewriter/subject/chart.c rewriter/subject/chart.h rewriter/subject/chart_state.h \
	rewriter/subject/chart_data.c rewriter/subject/chart_graph.c rewriter/subject/chart_names.c \
	rewriter/variant/detour.c rewriter/variant/detour.h \
	rewriter/subject/early.c rewriter/subject/early.h \
	rewriter/compare/binary_model.c rewriter/compare/binary_model.h \
	rewriter/elf/fixup.c rewriter/elf/fixup.h \
	rewriter/flow/flow.c rewriter/flow/flow.h rewriter/flow/flow_build.c rewriter/flow/flow_build.h rewriter/flow/flow_tables.c \
	rewriter/elf/lines.c rewriter/elf/lines.h \
	rewriter/elf/loading.c rewriter/elf/loading.h \
	rewriter/subject/subject_builder.c rewriter/subject/subject_builder.h \
	rewriter/variant/patch.c rewriter/variant/patch.h \
	rewriter/variant/place.c rewriter/variant/place.h \
	rewriter/subject/subject.c rewriter/subject/subject.h \
	rewriter/compare/fingerprint.c rewriter/compare/fingerprint.h \
	rewriter/elf/segment.c rewriter/elf/segment.h \
	rewriter/elf/spot.h \
	rewriter/flow/target.c rewriter/flow/target.h \
	rewriter/compare/function_match.c rewriter/compare/function_match.h rewriter/compare/function_match_blocks.c rewriter/compare/function_match_blocks.h \
	rewriter/flow/values.c rewriter/flow/values.h \
	rewriter/variant/variant.c rewriter/variant/variant.h \
	rewriter/flow/window.c rewriter/flow/window.h
if USE_LIBDWARF
rewriter_librewriter_a_SOURCES += $(rewriter_libdwarf_sources)
else
rewriter_librewriter_a_SOURCES += $(rewriter_libdw_sources)
endif
EXTRA_rewriter_librewriter_a_SOURCES = $(rewriter_libdw_sources) $(rewriter_libdwarf_sources)

EXTRA_DIST += rewriter/README.md rewriter/machine/README.md rewriter/elf/README.md rewriter/flow/README.md \
	rewriter/variant/README.md rewriter/compare/README.md rewriter/subject/README.md
