# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += sites/libsites.a
sites_libsites_a_SOURCES = \
	sites/check.c sites/check.h \
	sites/elf_file.c sites/elf_file.h \
	sites/foreign.c sites/foreign.h \
	sites/frame_cursor.c sites/frame_cursor.h \
	sites/frames.c sites/frames.h \
	sites/linkage.c sites/linkage.h \
	sites/object.c sites/object.h \
	sites/resolution.c sites/resolution.h \
	sites/section.c sites/section.h \
	sites/unit_note.c sites/unit_note.h \
	sites/switched.c sites/switched.h \
	sites/texts.c sites/texts.h \
	sites/table.c sites/table.h \
	sites/table_builder.c sites/table_builder.h

EXTRA_DIST += sites/README.md
