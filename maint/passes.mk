# SPDX-License-Identifier: GPL-3.0-or-later
# The passes of `./quickstart check`, beside each other and from one pool of jobs, to which roots add their own:
#
#	make -s -f maint/passes.mk -jN TREE=DIR BUILD=DIR [OTHERS='gcc-11 ...'] [PASSES='roots plain ...']
#
#	plain		all tests of the build in BUILD, but for the last pass's, and for those that run the fuzzers
#	others		those of the plugin for each GCC of OTHERS; after the plain pass, whose directory they share
#	sanitized	those of the programs of the build with sanitizers in BUILD-san, but for those about time; the fuzzers
#	alone		those of both builds that nothing runs beside; after all others
#	roots		those of the GCCs of newer releases of Debian, see maint/check-gccs.sh
#
# Each line of output begins with the name of its pass.  Nothing that fails ends a pass: results are counted by their
# logs, test-suite*.log in BUILD and BUILD-san.
PASSES = plain sanitized others
all: alone
.PHONY: all plain others sanitized roots alone

# $(call in,PASS,COMMAND): its output, each line with the name of the pass.
in = @+{ $2; } </dev/null 2>&1 | sed -u 's/^/$1: /'
# $(call check,DIRECTORY,LOG,ARGUMENTS)
check = rm -f $1/$2; $(MAKE) -s -C $1 check TEST_SUITE_LOG=$2 $3 || cat $1/$2 || :

# The fuzzers have sanitizers in each build, and are run from the build in BUILD-san, which has all objects for them.
# $(call without_fuzzers,VARIABLE): the same without fuzzers, in BUILD.
without_fuzzers = $1='$(shell env -u MAKEFLAGS -u MFLAGS $(MAKE) -s -C $(BUILD) print-without-fuzzers WHAT=$1)'
plain_check = $(call check,$(BUILD),$1,$2 $(call without_fuzzers,check_PROGRAMS) $(call without_fuzzers,check_LIBRARIES))

plain:
	$(call in,plain,$(call plain_check,test-suite.log,TESTS='$$(UNFUZZED_TESTS)'))

others: plain
	$(call in,others,$(foreach gcc,$(OTHERS),TEST_GCC=$(gcc); export TEST_GCC; \
		$(call plain_check,test-suite-$(gcc).log,TESTS='$$(PLUGIN_TESTS)');) :)

# The compiler's plugin is not sanitized, the tree's rules are no program, and sanitizers distort time.
sanitized:
	$(call in,sanitized,$(call check,$(BUILD)-san,test-suite.log,TESTS='$$(SANITIZED_TESTS)'))

alone: $(PASSES)
	$(call in,alone,$(call plain_check,test-suite-alone.log,-j1 TESTS='$$(ALONE_TESTS)'); \
		$(call check,$(BUILD)-san,test-suite-alone.log,-j1 TESTS='$$(ALONE_TESTS)'))

# Where no root of a release can be had, none of its tests counts.
roots:
	$(call in,roots,$(TREE)/maint/check-gccs.sh --quick --build=$(BUILD) || :; \
		for log in $(BUILD)/test-suite-*-gcc-*.log; do ! grep -qE '^# (FAIL|ERROR): +[1-9]' $$log 2>/dev/null || cat $$log; done)
