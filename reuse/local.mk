# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += reuse/libreuse.a
reuse_libreuse_a_SOURCES = \
	reuse/audit.c reuse/audit.h \
	reuse/connected.c reuse/connected.h \
	reuse/image.c reuse/image.h \
	reuse/judge.c reuse/judge.h \
	reuse/linked.c reuse/linked.h \
	reuse/modules.c reuse/modules.h \
	reuse/order.c reuse/order.h \
	reuse/outside.c reuse/outside.h \
	reuse/same.c reuse/same.h \
	reuse/carry_over.c reuse/carry_over.h \
	reuse/stored_run.c reuse/stored_run.h \
	reuse/resolved_set.c reuse/resolved_set.h \
	reuse/unchanged.c reuse/unchanged.h \
	reuse/why.c reuse/why.h

EXTRA_DIST += reuse/README.md
