# SPDX-License-Identifier: GPL-3.0-or-later
# Holds paths of runs against what programs do.
check_PROGRAMS += testsuite/explore/predict
testsuite_explore_predict_SOURCES = testsuite/explore/predict.c
testsuite_explore_predict_LDADD = $(COMMON_LIBS) $(SYSTEM_LIBS)

# Runs programs as executed and as forked.
check_PROGRAMS += testsuite/explore/serve
testsuite_explore_serve_SOURCES = testsuite/explore/serve.c
testsuite_explore_serve_LDADD = $(COMMON_LIBS) $(SYSTEM_LIBS)
