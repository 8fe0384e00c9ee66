# SPDX-License-Identifier: GPL-3.0-or-later
# report/elements.js is put into the build tree by configure (m4/remt_elements.m4).
noinst_LIBRARIES += report/libreport.a
report_libreport_a_SOURCES = \
	report/emit.c \
	report/emit.h \
	report/json.c \
	report/json.h \
	report/model.c \
	report/model.h \
	report/pool.c \
	report/pool.h \
	report/report.c \
	report/report.h \
	report/source.c \
	report/source.h \
	report/text.c \
	report/writers.h
if HAVE_ELEMENTS
nodist_pkgdata_DATA = report/elements.js
endif
