# SPDX-License-Identifier: GPL-3.0-or-later
# The two readers of DWARF, side by side where both libraries are there; what they share comes from librewriter.a.
READ_DEBUG_LIBS = rewriter/librewriter.a sites/libsites.a common/libcommon.a $(CAPSTONE_LIBS) $(LIBELF_LIBS)

if HAVE_LIBDW
check_PROGRAMS += testsuite/rewriter/read_debug_libdw
testsuite_rewriter_read_debug_libdw_SOURCES = testsuite/rewriter/read_debug.c $(rewriter_libdw_sources)
testsuite_rewriter_read_debug_libdw_LDADD = $(READ_DEBUG_LIBS) $(LIBDW_LIBS)
endif
if HAVE_LIBDWARF
check_PROGRAMS += testsuite/rewriter/read_debug_libdwarf
testsuite_rewriter_read_debug_libdwarf_SOURCES = testsuite/rewriter/read_debug.c $(rewriter_libdwarf_sources)
testsuite_rewriter_read_debug_libdwarf_LDADD = $(READ_DEBUG_LIBS) $(LIBDWARF_LIBS)
endif
