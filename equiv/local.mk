# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += equiv/libequiv.a
equiv_libequiv_a_SOURCES = \
	equiv/command.c equiv/command.h \
	equiv/compile.c equiv/compile.h \
	equiv/crew.c equiv/crew.h \
	equiv/equiv.c equiv/equiv.h \
	equiv/object.c equiv/object.h \
	equiv/origin.c equiv/origin.h \
	equiv/subject.c equiv/subject.h \
	equiv/task.c equiv/task.h

EXTRA_DIST += equiv/README.md
