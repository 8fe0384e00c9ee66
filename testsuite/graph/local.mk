# SPDX-License-Identifier: GPL-3.0-or-later
check_PROGRAMS += testsuite/graph/reach
testsuite_graph_reach_SOURCES = testsuite/graph/reach.c
testsuite_graph_reach_LDADD = $(COMMON_LIBS) $(SYSTEM_LIBS)
