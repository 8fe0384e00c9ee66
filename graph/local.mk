# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += graph/libgraph.a
graph_libgraph_a_SOURCES = \
	graph/alike.c graph/alike.h \
	graph/changes.c graph/changes.h \
	graph/difference.c graph/difference.h \
	graph/displaced.c graph/displaced.h \
	graph/distance.c graph/distance.h \
	graph/library.c graph/library.h \
	graph/match.c graph/match.h \
	graph/mutants.c graph/mutants.h \
	graph/names.c graph/names.h \
	graph/own.c graph/own.h \
	graph/pairs.c graph/pairs.h \
	graph/program.c graph/program.h \
	graph/reach.c graph/reach.h graph/reach_danger.c graph/reach_state.h \
	graph/targets.c graph/targets.h

EXTRA_DIST += graph/README.md
