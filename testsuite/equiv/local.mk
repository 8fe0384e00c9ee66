# SPDX-License-Identifier: GPL-3.0-or-later
# Tries to prove each mutant of a program equivalent.
check_PROGRAMS += testsuite/equiv/prove
testsuite_equiv_prove_SOURCES = testsuite/equiv/prove.c
testsuite_equiv_prove_LDADD = $(COMMON_LIBS) $(SYSTEM_LIBS)
