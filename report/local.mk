# SPDX-License-Identifier: GPL-3.0-or-later
# report/elements.js is put into the build tree by configure (m4/remt_elements.m4).
noinst_LIBRARIES += report/libreport.a
report_libreport_a_SOURCES = \
	report/decide.c \
	report/decide.h \
	report/diff.c \
	report/diff.h \
	report/emit.c \
	report/emit.h \
	report/github.c \
	report/gitlab.c \
	report/html.c \
	report/json.c \
	report/json.h \
	report/listing.c \
	report/listing.h \
	report/load.c \
	report/model.c \
	report/model.h \
	report/pool.c \
	report/pool.h \
	report/report.c \
	report/report.h \
	report/sarif.c \
	report/source.c \
	report/source.h \
	report/text.c \
	report/writers.h
if HAVE_ELEMENTS
nodist_pkgdata_DATA = report/elements.js
endif

# Makes the stores that testsuite/report/*.test report on.
check_PROGRAMS += testsuite/report/fill
testsuite_report_fill_SOURCES = testsuite/report/fill.c
testsuite_report_fill_LDADD = $(COMMON_LIBS) $(SYSTEM_LIBS)

EXTRA_DIST += report/README.md
