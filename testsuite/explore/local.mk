# SPDX-License-Identifier: GPL-3.0-or-later
# Holds paths of runs against what programs do.
check_PROGRAMS += testsuite/explore/predict
testsuite_explore_predict_SOURCES = testsuite/explore/predict.c
testsuite_explore_predict_LDADD = $(COMMON_LIBS) $(SYSTEM_LIBS)

# Runs programs as executed and as forked.
check_PROGRAMS += testsuite/explore/serve
testsuite_explore_serve_SOURCES = testsuite/explore/serve.c
testsuite_explore_serve_LDADD = $(COMMON_LIBS) $(SYSTEM_LIBS)

# Switches mutants on in copies of programs.
check_PROGRAMS += testsuite/explore/switch
testsuite_explore_switch_SOURCES = testsuite/explore/switch.c
testsuite_explore_switch_LDADD = $(COMMON_LIBS) $(SYSTEM_LIBS)

# What maint/bench/bench.py fidelity compares edges with: a plugin for the first GCC, and what tells of its counters.
check_DATA += testsuite/explore/edge-counter.so testsuite/explore/edge-counts.so
testsuite/explore/edge-counter.so: testsuite/explore/edge_counter.cc plugin/gcc-$(firstword $(plugin_versions))/first.gch
	$(AM_V_GEN)$(TARGET_GXX) -isystem $(plugin_headers_$(firstword $(plugin_versions))) $(plugin_flags) \
		-include plugin/gcc-$(firstword $(plugin_versions))/first $(BANNED_CFLAGS) -shared -o $@ $<
testsuite/explore/edge-counts.so: testsuite/explore/edge_counts.c
	$(AM_V_GEN)$(CC) -std=gnu11 -D_GNU_SOURCE $(BANNED_CFLAGS) $(WARN_CFLAGS) -O2 -fPIC -shared -o $@ $<
EXTRA_DIST += testsuite/explore/edge_counter.cc testsuite/explore/edge_counts.c
CLEANFILES += testsuite/explore/edge-counter.so testsuite/explore/edge-counts.so

# What it puts in the place of a program while a suite runs.
check_PROGRAMS += testsuite/explore/launch
testsuite_explore_launch_SOURCES = testsuite/explore/launch.c
