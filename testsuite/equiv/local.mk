# SPDX-License-Identifier: GPL-3.0-or-later
# Tries to prove each mutant of a program equivalent; prints what became of copies of functions.
check_PROGRAMS += testsuite/equiv/prove testsuite/equiv/copies
testsuite_equiv_prove_SOURCES = testsuite/equiv/prove.c
testsuite_equiv_prove_LDADD = $(COMMON_LIBS) $(SYSTEM_LIBS)
testsuite_equiv_copies_SOURCES = testsuite/equiv/copies.c
testsuite_equiv_copies_LDADD = $(COMMON_LIBS) $(SYSTEM_LIBS)
