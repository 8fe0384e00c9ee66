# SPDX-License-Identifier: GPL-3.0-or-later
# Rooms, lowest first.
remt_SOURCES += \
	cmd/gen/base/columns.c cmd/gen/base/columns.h \
	cmd/gen/base/contain.c cmd/gen/base/contain.h \
	cmd/gen/base/json.c cmd/gen/base/json.h \
	cmd/gen/base/output.c cmd/gen/base/output.h \
	cmd/gen/base/reasons.c cmd/gen/base/reasons.h \
	cmd/gen/base/rows.c cmd/gen/base/rows.h \
	cmd/gen/base/source.c cmd/gen/base/source.h \
	cmd/gen/base/words.c cmd/gen/base/words.h

remt_SOURCES += \
	cmd/gen/input/literals.c cmd/gen/input/literals.h \
	cmd/gen/input/mutants.c cmd/gen/input/mutants.h \
	cmd/gen/input/seeds.c cmd/gen/input/seeds.h \
	cmd/gen/input/stdin.c cmd/gen/input/stdin.h \
	cmd/gen/input/suite.c cmd/gen/input/suite.h \
	cmd/gen/input/test_sources.c cmd/gen/input/test_sources.h \
	cmd/gen/input/variables.c cmd/gen/input/variables.h

remt_SOURCES += \
	cmd/gen/test/c_tests.c cmd/gen/test/c_tests.h \
	cmd/gen/test/c_text.c \
	cmd/gen/test/patches.c cmd/gen/test/patches.h \
	cmd/gen/test/style.c cmd/gen/test/style.h \
	cmd/gen/test/tests.c cmd/gen/test/tests.h

remt_SOURCES += \
	cmd/gen/view/group.c \
	cmd/gen/view/json.c \
	cmd/gen/view/page.c cmd/gen/view/page.h \
	cmd/gen/view/page_difference.c \
	cmd/gen/view/pair.c cmd/gen/view/pair.h \
	cmd/gen/view/parting.c cmd/gen/view/parting.h \
	cmd/gen/view/print.c \
	cmd/gen/view/progress.c cmd/gen/view/progress.h \
	cmd/gen/view/text.c \
	cmd/gen/view/view.h \
	cmd/gen/view/words.c cmd/gen/view/words.h

remt_SOURCES += \
	cmd/gen/function/args.c cmd/gen/function/args.h \
	cmd/gen/function/attempt.c cmd/gen/function/attempt.h \
	cmd/gen/function/build.c cmd/gen/function/build.h \
	cmd/gen/function/carve_file.c cmd/gen/function/carve_file.h \
	cmd/gen/function/check.c cmd/gen/function/check.h \
	cmd/gen/function/kills.c \
	cmd/gen/function/constants.c cmd/gen/function/constants.h \
	cmd/gen/function/function.c cmd/gen/function/function.h \
	cmd/gen/function/include.c cmd/gen/function/include.h \
	cmd/gen/function/list.c cmd/gen/function/list.h \
	cmd/gen/function/order.c \
	cmd/gen/function/pool.c cmd/gen/function/pool.h \
	cmd/gen/function/prepare.c cmd/gen/function/prepare.h \
	cmd/gen/function/random.c cmd/gen/function/random.h \
	cmd/gen/function/run.c cmd/gen/function/run.h \
	cmd/gen/function/sanitize.c cmd/gen/function/sanitize.h \
	cmd/gen/function/shell.c cmd/gen/function/shell.h \
	cmd/gen/function/shrink.c cmd/gen/function/shrink.h \
	cmd/gen/function/start.c cmd/gen/function/start.h \
	cmd/gen/function/tests.c cmd/gen/function/tests.h \
	cmd/gen/function/text.c

remt_SOURCES += \
	cmd/gen/explore/args.c cmd/gen/explore/args.h \
	cmd/gen/explore/change.c cmd/gen/explore/change.h \
	cmd/gen/explore/exploration.h \
	cmd/gen/explore/explore.c \
	cmd/gen/explore/journal.c cmd/gen/explore/journal.h \
	cmd/gen/explore/lanes.c cmd/gen/explore/lanes.h \
	cmd/gen/explore/report.c \
	cmd/gen/explore/shrink.c cmd/gen/explore/shrink.h \
	cmd/gen/explore/traps.c cmd/gen/explore/traps.h

remt_SOURCES += \
	cmd/gen/kill/cover.c cmd/gen/kill/cover.h \
	cmd/gen/kill/jobs.c cmd/gen/kill/jobs.h \
	cmd/gen/kill/json.c \
	cmd/gen/kill/kill.c cmd/gen/kill/kill.h \
	cmd/gen/kill/log.c cmd/gen/kill/log.h \
	cmd/gen/kill/matrix.c cmd/gen/kill/matrix.h \
	cmd/gen/kill/pool.c cmd/gen/kill/pool.h \
	cmd/gen/kill/process.c cmd/gen/kill/process.h \
	cmd/gen/kill/search.c \
	cmd/gen/kill/shapes.c \
	cmd/gen/kill/state.h \
	cmd/gen/kill/tests.c \
	cmd/gen/kill/text.c \
	cmd/gen/kill/try.c cmd/gen/kill/try.h \
	cmd/gen/kill/unset.c

remt_SOURCES += \
	cmd/gen/changed/batch.c \
	cmd/gen/changed/chance.c \
	cmd/gen/changed/changed.h \
	cmd/gen/changed/changes.c cmd/gen/changed/changes.h \
	cmd/gen/changed/explore.c \
	cmd/gen/changed/plan.c \
	cmd/gen/changed/sanitize.c \
	cmd/gen/changed/search.c \
	cmd/gen/changed/sum.c \
	cmd/gen/changed/take.c \
	cmd/gen/changed/text.c \
	cmd/gen/changed/words.c

remt_SOURCES += \
	cmd/gen/functions/carve.c cmd/gen/functions/carve.h \
	cmd/gen/functions/child.c cmd/gen/functions/child.h \
	cmd/gen/functions/functions.c cmd/gen/functions/functions.h \
	cmd/gen/functions/into.c cmd/gen/functions/into.h \
	cmd/gen/functions/json.c cmd/gen/functions/json.h \
	cmd/gen/functions/plan.c cmd/gen/functions/plan.h \
	cmd/gen/functions/record.c \
	cmd/gen/functions/sequences.c cmd/gen/functions/sequences.h \
	cmd/gen/functions/sequences_grow.c \
	cmd/gen/functions/sequences_learn.c \
	cmd/gen/functions/sequences_search.c \
	cmd/gen/functions/sequences_try.c cmd/gen/functions/sequences_state.h \
	cmd/gen/functions/text.c cmd/gen/functions/text.h \
	cmd/gen/functions/unit.c cmd/gen/functions/unit.h

remt_SOURCES += cmd/gen/gen.c

gen_texts = cmd/gen/test/c_test_c.h cmd/gen/test/check_sh.h cmd/gen/view/page_css.h
nodist_remt_SOURCES = $(gen_texts)
EXTRA_DIST += cmd/gen/test/c_test.c.in cmd/gen/test/check.sh cmd/gen/view/page.css
BUILT_SOURCES += $(gen_texts)
CLEANFILES += $(gen_texts)

# BUILT_SOURCES alone serves "make all" only.
cmd/gen/test/remt-tests.$(OBJEXT): cmd/gen/test/check_sh.h
cmd/gen/view/remt-page.$(OBJEXT): cmd/gen/view/page_css.h
cmd/gen/test/remt-c_text.$(OBJEXT): cmd/gen/test/c_test_c.h

# The script that runs tests as a C string, from the fourth line on: the user's copy has its own head.
cmd/gen/test/check_sh.h: $(top_srcdir)/cmd/gen/test/check.sh cmd/gen/local.mk
	$(AM_V_GEN)$(MKDIR_P) $(@D) && { \
	printf '/* Made from cmd/gen/test/check.sh. */\nstatic const char gen_check_sh[] =\n' && \
	$(SED) -e 1,3d -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/.*/\t"&\\n"/' \
		$(top_srcdir)/cmd/gen/test/check.sh && \
	printf '\t;\n'; } >$@.tmp && mv $@.tmp $@

# What stands around C tests as a C string, from the fourth line on.
cmd/gen/test/c_test_c.h: $(top_srcdir)/cmd/gen/test/c_test.c.in cmd/gen/local.mk
	$(AM_V_GEN)$(MKDIR_P) $(@D) && { \
	printf '/* Made from cmd/gen/test/c_test.c.in. */\nstatic const char gen_c_test_c[] =\n' && \
	$(SED) -e 1,3d -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/.*/\t"&\\n"/' \
		$(top_srcdir)/cmd/gen/test/c_test.c.in && \
	printf '\t;\n'; } >$@.tmp && mv $@.tmp $@

# The style of the page as a C string, without the line of its licence.
cmd/gen/view/page_css.h: $(top_srcdir)/cmd/gen/view/page.css cmd/gen/local.mk
	$(AM_V_GEN)$(MKDIR_P) $(@D) && { \
	printf '/* Made from cmd/gen/view/page.css. */\nstatic const char gen_page_css[] =\n' && \
	$(SED) -e 1d -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/.*/\t"&\\n"/' \
		$(top_srcdir)/cmd/gen/view/page.css && \
	printf '\t;\n'; } >$@.tmp && mv $@.tmp $@

EXTRA_DIST += cmd/gen/README.md cmd/gen/base/README.md cmd/gen/input/README.md cmd/gen/test/README.md \
	cmd/gen/view/README.md cmd/gen/function/README.md cmd/gen/explore/README.md cmd/gen/kill/README.md \
	cmd/gen/changed/README.md cmd/gen/functions/README.md
