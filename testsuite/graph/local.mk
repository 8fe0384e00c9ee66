# SPDX-License-Identifier: GPL-3.0-or-later
check_PROGRAMS += testsuite/graph/reach
testsuite_graph_reach_SOURCES = testsuite/graph/reach.c
testsuite_graph_reach_LDADD = $(COMMON_LIBS) $(SYSTEM_LIBS)
check_PROGRAMS += testsuite/graph/distance
testsuite_graph_distance_SOURCES = testsuite/graph/distance.c
testsuite_graph_distance_LDADD = $(COMMON_LIBS) $(SYSTEM_LIBS)
