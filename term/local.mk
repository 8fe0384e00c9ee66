# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += term/libterm.a
term_libterm_a_SOURCES = \
	term/column.c term/column.h \
	term/compute.c term/compute.h \
	term/evaluate.c term/evaluate.h \
	term/simplify.c term/simplify.h \
	term/support.c term/support.h \
	term/term.c term/term.h

EXTRA_DIST += term/README.md
