# SPDX-License-Identifier: GPL-3.0-or-later
# What the scripts must know of the build is written anew when its form changes.
check_DATA = testsuite/env.sh

# The python3 of the tests: that of the distribution, if it is there. Others may come by a script that looks for one, and
# with packages of the user's, and take ten times as long to start; tests start hundreds.
check_DATA += testsuite/tools/python3
testsuite/tools/python3:
	@$(MKDIR_P) testsuite/tools
	@python=/usr/bin/python3; test -x $$python || python=$$(python3 -c 'import sys; print(sys.executable)') || exit 0; \
		ln -sf "$$python" $@
CLEANFILES += testsuite/tools/python3

check_LIBRARIES += testsuite/unit/libunit.a
testsuite_unit_libunit_a_SOURCES =
testsuite_unit_libunit_a_CPPFLAGS = $(UNIT_CPPFLAGS)
UNIT_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/testsuite/unit
UNIT_LIBS = testsuite/unit/libunit.a $(COMMON_LIBS) $(SYSTEM_LIBS)

# tests.am is written by bootstrap from what lies in the directories: a new test needs no entry.
include testsuite/tests.am

# Runs one command as a cell, for the scripts in testsuite/runner.
check_PROGRAMS += testsuite/runner/cell
testsuite_runner_cell_SOURCES = testsuite/runner/cell.c
testsuite_runner_cell_LDADD = $(COMMON_LIBS) $(SYSTEM_LIBS)

# What coverage of programs that have no run-time is compared with.
check_PROGRAMS += testsuite/runner/stepped
testsuite_runner_stepped_SOURCES = testsuite/runner/stepped.c

# Runs variants as `remt iso` does, for comparisons of the modes.
check_PROGRAMS += testsuite/runner/variants
testsuite_runner_variants_SOURCES = testsuite/runner/variants.c
testsuite_runner_variants_LDADD = $(COMMON_LIBS) $(SYSTEM_LIBS)

# Makes stores that a test has edited whole again.
check_PROGRAMS += testsuite/store/seal
testsuite_store_seal_SOURCES = testsuite/store/seal.c
testsuite_store_seal_LDADD = $(COMMON_LIBS) $(SYSTEM_LIBS)

# What maint/bench/bench.py compares remt's modes with.
STORED_SOURCES = testsuite/runner/spawn.c testsuite/runner/spawn.h testsuite/runner/stored.c testsuite/runner/stored.h
check_PROGRAMS += testsuite/runner/drive
testsuite_runner_drive_SOURCES = testsuite/runner/drive.c $(STORED_SOURCES)
testsuite_runner_drive_LDADD = $(COMMON_LIBS) $(SYSTEM_LIBS)
check_PROGRAMS += testsuite/runner/suffix
testsuite_runner_suffix_SOURCES = testsuite/runner/suffix.c $(STORED_SOURCES)
testsuite_runner_suffix_LDADD = $(COMMON_LIBS) $(SYSTEM_LIBS)

# What is about time: limits, slow machines, other work on them, speed.  Sanitizers distort it, and what these tests
# run is run by others, too.
TIME_TESTS = $(filter testsuite/e2e/bench-%,$(PROGRAM_TESTS)) testsuite/e2e/load-does-not-change-verdicts.test \
	testsuite/e2e/mutants-near-the-limit-of-time-are-unsure.test testsuite/e2e/slow-clones-are-no-timeouts.test \
	testsuite/e2e/the-matrix-is-the-same-each-time.test
# Mutants of these take thousands of processes for a moment: nothing runs beside.
ALONE_TESTS = testsuite/e2e/hostile-mutants-are-contained.test testsuite/e2e/hostile-mutants-of-a-user-are-contained.test \
	testsuite/runner/runaway-tests-meet-their-limit.test testsuite/runner/workers-without-namespaces-clean-up.test
BESIDE_TESTS = $(filter-out $(ALONE_TESTS),$(PROGRAM_TESTS) $(PLUGIN_TESTS) $(RULES_TESTS))
# These hold whole campaigns against each other. Their time goes into what the campaigns run; other tests run the same parts of remt.
CAMPAIGN_TESTS = testsuite/e2e/scripts-notice-nothing-of-split-runs.test testsuite/e2e/other-output-kills-on-demand.test \
	testsuite/e2e/variants-in-memory-agree-with-patched-copies.test \
	testsuite/e2e/verdicts-are-carried-over-where-they-hold.test \
	testsuite/e2e/verdicts-are-not-carried-over-what-the-linker-changed.test \
	testsuite/e2e/verify-agrees-and-finds-planted-lies.test \
	testsuite/atg/no-test-means-that-there-is-none.test \
	testsuite/atg/tests-in-c-have-the-style-of-the-project.test
SANITIZED_TESTS = $(filter-out $(TIME_TESTS) $(CAMPAIGN_TESTS) $(ALONE_TESTS),$(PROGRAM_TESTS))

# What depends on the compiler, or on the library for DWARF of newer releases; TEST_GCC in the environment chooses one of those that have a plugin.
GCC_TESTS = $(PLUGIN_TESTS) $(filter testsuite/graph/% testsuite/explore/%,$(PROGRAM_TESTS)) \
	testsuite/rewriter/both-readers-of-dwarf-agree.test testsuite/rewriter/lines-are-told.test \
	testsuite/e2e/verify-agrees-and-finds-planted-lies.test testsuite/cmd/cflags-name-a-plugin-that-gcc-loads.test
GCC_QUICK_TESTS = $(filter %.c,$(PLUGIN_TESTS)) $(filter testsuite/graph/% testsuite/explore/%,$(PROGRAM_TESTS)) \
	testsuite/plugin/mutants-keep-the-options-of-functions.test testsuite/plugin/evaluated-programs-do-what-compiled-ones-do.test testsuite/plugin/ir-says-what-functions-do.test testsuite/plugin/structure-says-what-depends-on-what.test testsuite/plugin/conditions-read-as-in-the-source.test \
	testsuite/plugin/new-c-is-mutated.test testsuite/plugin/strubbed-functions-are-mutated.test \
	testsuite/plugin/sanitized-and-measured-builds-behave-the-same.test \
	testsuite/e2e/verify-agrees-and-finds-planted-lies.test \
	testsuite/rewriter/both-readers-of-dwarf-agree.test
# What these need of check_PROGRAMS, which take as long to build as all of remt.
gcc-programs: $(check_DATA) $(filter testsuite/graph/% testsuite/explore/% testsuite/store/% testsuite/rewriter/%,$(check_PROGRAMS))
.PHONY: gcc-programs
check-gccs:
	$(top_srcdir)/maint/check-gccs.sh --build='$(abs_builddir)' $(CHECK_GCCS)
.PHONY: check-gccs

# Compiles SOURCE with the flags of all sources, and with those of the plugin's.
try-c:
	@$(COMPILE) -fsyntax-only '$(SOURCE)'
try-cc:
	@$(TARGET_GXX) -isystem $(plugin_headers_$(firstword $(plugin_versions))) $(plugin_flags) \
		-include plugin/gcc-$(firstword $(plugin_versions))/first $(BANNED_CFLAGS) -fsyntax-only '$(SOURCE)'
.PHONY: try-c try-cc

# Unit tests speak TAP; scripts speak by exit status.
TEST_EXTENSIONS = .test .c .cc
C_LOG_COMPILER = $(TEST_LOG_COMPILER) $(top_srcdir)/testsuite/plugin/run-plugin-test.sh
CC_LOG_COMPILER = $(C_LOG_COMPILER)
TEST_LOG_COMPILER = timeout --kill-after=10 900 sh
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
AM_TESTS_ENVIRONMENT = top_srcdir='$(abs_top_srcdir)'; top_builddir='$(abs_top_builddir)'; \
	export top_srcdir top_builddir;

EXTRA_DIST += testsuite/lib.sh testsuite/summary.sh

clean-local:
	rm -rf scratch
