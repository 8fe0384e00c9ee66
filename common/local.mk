# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += common/libcommon.a
common_libcommon_a_SOURCES = \
	common/arena.c common/arena.h \
	common/c_string.c common/c_string.h \
	common/attr.h \
	common/banned.h \
	common/cleanup.h \
	common/deadline.c common/deadline.h \
	common/clock.h \
	common/compare.h \
	common/descriptors.c common/descriptors.h \
	common/destination.c common/destination.h \
	common/error.c common/error.h \
	common/events.c common/events.h \
	common/exit.h \
	common/fs.c common/fs.h \
	common/hash.c common/hash.h \
	common/intern.c common/intern.h \
	common/kernel.c common/kernel.h \
	common/lists.c common/lists.h \
	common/path.c common/path.h \
	common/plural.h \
	common/position.c common/position.h \
	common/print.c common/print.h \
	common/remove.c \
	common/shell.c common/shell.h \
	common/signals.h \
	common/slots.c common/slots.h \
	common/stamp.c common/stamp.h \
	common/strbuf.c common/strbuf.h \
	common/strv.c common/strv.h \
	common/successor.c common/successor.h \
	common/utf8.c common/utf8.h \
	common/vec.c common/vec.h \
	common/visible.c common/visible.h \
	common/xalloc.c common/xalloc.h

EXTRA_DIST += common/README.md
