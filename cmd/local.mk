# SPDX-License-Identifier: GPL-3.0-or-later
bin_PROGRAMS += remt
remt_SOURCES = \
	cmd/cancel.c \
	cmd/cancel.h \
	cmd/campaign_args.c \
	cmd/campaign_args.h \
	cmd/capture.c \
	cmd/capture.h \
	cmd/cflags.c \
	cmd/cmd.c \
	cmd/cmd.h \
	cmd/compiler.c \
	cmd/compiler.h \
	cmd/constructs.c \
	cmd/constructs.h \
	cmd/diff.c \
	cmd/diff_binary.c \
	cmd/diff_binary.h \
	cmd/diff_json.c \
	cmd/diff_view.c \
	cmd/diff_view.h \
	cmd/doctor.c \
	cmd/dump.c \
	cmd/equiv.c \
	cmd/dump_ir.c \
	cmd/dump_ir.h \
	cmd/dump_json.c \
	cmd/dump_json.h \
	cmd/gen.c \
	cmd/gen.h \
	cmd/gen_args.c cmd/gen_args.h \
	cmd/gen_change.c cmd/gen_change.h \
	cmd/gen_changed.h \
	cmd/gen_changed_batch.c \
	cmd/gen_changed_chance.c \
	cmd/gen_changed_explore.c \
	cmd/gen_changed_plan.c \
	cmd/gen_changed_sanitize.c \
	cmd/gen_changed_search.c \
	cmd/gen_changed_sum.c \
	cmd/gen_changed_take.c \
	cmd/gen_changed_text.c \
	cmd/gen_changed_words.c \
	cmd/gen_changes.c cmd/gen_changes.h \
	cmd/gen_contain.c cmd/gen_contain.h \
	cmd/gen_function_sanitize.c cmd/gen_function_sanitize.h \
	cmd/gen_reasons.c cmd/gen_reasons.h \
	cmd/gen_test_sources.c cmd/gen_test_sources.h \
	cmd/gen_carve.c cmd/gen_carve.h \
	cmd/gen_carve_file.c cmd/gen_carve_file.h \
	cmd/gen_function.c cmd/gen_function.h \
	cmd/gen_function_args.c \
	cmd/gen_function_constants.c cmd/gen_function_constants.h \
	cmd/gen_function_build.c cmd/gen_function_build.h \
	cmd/gen_functions.c cmd/gen_functions.h \
	cmd/gen_functions_child.c cmd/gen_functions_child.h \
	cmd/gen_functions_json.c \
	cmd/gen_functions_plan.c \
	cmd/gen_functions_record.c \
	cmd/gen_functions_text.c \
	cmd/gen_functions_unit.c \
	cmd/gen_function_attempt.h cmd/gen_function_text.c \
	cmd/gen_function_check.c cmd/gen_function_check.h \
	cmd/gen_function_include.c cmd/gen_function_include.h \
	cmd/gen_function_order.c \
	cmd/gen_function_pool.c cmd/gen_function_pool.h \
	cmd/gen_function_prepare.c cmd/gen_function_prepare.h \
	cmd/gen_function_random.c cmd/gen_function_random.h \
	cmd/gen_function_run.c cmd/gen_function_run.h \
	cmd/gen_function_shell.c cmd/gen_function_shell.h \
	cmd/gen_function_shrink.c cmd/gen_function_shrink.h \
	cmd/gen_function_start.c \
	cmd/gen_function_tests.c cmd/gen_function_tests.h \
	cmd/gen_traps.c cmd/gen_traps.h \
	cmd/gen_c_tests.c cmd/gen_c_tests.h cmd/gen_c_text.c \
	cmd/gen_columns.c cmd/gen_columns.h \
	cmd/gen_exploration.h \
	cmd/gen_explore.c \
	cmd/gen_group.c \
	cmd/gen_journal.c cmd/gen_journal.h \
	cmd/gen_json.c cmd/gen_json.h \
	cmd/gen_kill.c cmd/gen_kill.h \
	cmd/gen_kill_cover.c cmd/gen_kill_cover.h \
	cmd/gen_kill_jobs.c cmd/gen_kill_jobs.h \
	cmd/gen_kill_json.c \
	cmd/gen_kill_log.c cmd/gen_kill_log.h \
	cmd/gen_kill_matrix.c cmd/gen_kill_matrix.h \
	cmd/gen_kill_pool.c cmd/gen_kill_pool.h \
	cmd/gen_kill_shapes.c \
	cmd/gen_kill_search.c cmd/gen_kill_state.h \
	cmd/gen_kill_tests.c \
	cmd/gen_kill_text.c \
	cmd/gen_kill_try.c cmd/gen_kill_try.h \
	cmd/gen_kill_unset.c \
	cmd/gen_lanes.c cmd/gen_lanes.h \
	cmd/gen_literals.c cmd/gen_literals.h \
	cmd/gen_mutants.c cmd/gen_mutants.h \
	cmd/gen_output.c cmd/gen_output.h \
	cmd/gen_page.c cmd/gen_page.h \
	cmd/gen_page_difference.c \
	cmd/gen_pair.c cmd/gen_pair.h \
	cmd/gen_patches.c cmd/gen_patches.h \
	cmd/gen_parting.c cmd/gen_parting.h \
	cmd/gen_progress.c \
	cmd/gen_report.c \
	cmd/gen_rows.c cmd/gen_rows.h \
	cmd/gen_seeds.c cmd/gen_seeds.h \
	cmd/gen_shrink.c cmd/gen_shrink.h \
	cmd/gen_source.c cmd/gen_source.h \
	cmd/gen_stdin.c cmd/gen_stdin.h \
	cmd/gen_style.c cmd/gen_style.h \
	cmd/gen_suite.c cmd/gen_suite.h \
	cmd/gen_tests.c cmd/gen_tests.h \
	cmd/gen_text.c \
	cmd/gen_variables.c cmd/gen_variables.h \
	cmd/gen_words.c cmd/gen_words.h \
	cmd/harness.c \
	cmd/html.c cmd/html.h \
	cmd/iso.c \
	cmd/iso.h \
	cmd/iso_args.c \
	cmd/iso_builds.c \
	cmd/iso_builds.h \
	cmd/iso_inputs.c cmd/iso_inputs.h \
	cmd/iso_json.c \
	cmd/iso_sarif.c \
	cmd/iso_text.c \
	cmd/new_directory.c cmd/new_directory.h \
	cmd/operators.c \
	cmd/patch.c \
	cmd/patch.h \
	cmd/patch_flow.c cmd/patch_list.c \
	cmd/paths.c \
	cmd/paths.h \
	cmd/progress.c \
	cmd/progress.h \
	cmd/remt.c \
	cmd/prove.c cmd/prove.h \
	cmd/proofs.c cmd/proofs.h \
	cmd/report.c \
	cmd/run.c \
	cmd/run.h \
	cmd/run_args.c \
	cmd/run_cell.c \
	cmd/run_cell.h \
	cmd/run_cell_debug.c \
	cmd/run_cell_load.c \
	cmd/run_duplicates.c \
	cmd/run_prove.c \
	cmd/run_search.c \
	cmd/run_reuse.c \
	cmd/run_unchanged.c \
	cmd/scratch_directory.c cmd/scratch_directory.h \
	cmd/show.c \
	cmd/show_binary.c \
	cmd/show_binary.h \
	cmd/startup.c \
	cmd/startup.h \
	cmd/terminal.c \
	cmd/terminal.h \
	cmd/text_diff.c \
	cmd/text_diff.h \
	cmd/verify.c \
	cmd/verify_result.c \
	cmd/verify_result.h \
	cmd/words.c \
	cmd/words.h
remt_CPPFLAGS = $(AM_CPPFLAGS) -DREMT_BINDIR='"$(bindir)"' -DREMT_MANDIR='"$(mandir)"' \
	-DREMT_SOURCE_DIR='"$(abs_top_srcdir)"'
remt_LDADD = $(COMMON_LIBS) $(SYSTEM_LIBS)

gen_texts = cmd/gen_c_test_c.h cmd/gen_check_sh.h cmd/gen_page_css.h
nodist_remt_SOURCES = $(gen_texts)
EXTRA_DIST += cmd/gen_c_test.c.in cmd/gen_check.sh cmd/gen_page.css
BUILT_SOURCES += $(gen_texts)
CLEANFILES += $(gen_texts)

# BUILT_SOURCES alone serves "make all" only.
cmd/remt-gen_tests.$(OBJEXT): cmd/gen_check_sh.h
cmd/remt-gen_page.$(OBJEXT): cmd/gen_page_css.h
cmd/remt-gen_c_text.$(OBJEXT): cmd/gen_c_test_c.h

# The script that runs tests as a C string, from the fourth line on: the user's copy has its own head.
cmd/gen_check_sh.h: $(top_srcdir)/cmd/gen_check.sh cmd/local.mk
	$(AM_V_GEN)$(MKDIR_P) cmd && { \
	printf '/* Made from cmd/gen_check.sh. */\nstatic const char gen_check_sh[] =\n' && \
	$(SED) -e 1,3d -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/.*/\t"&\\n"/' \
		$(top_srcdir)/cmd/gen_check.sh && \
	printf '\t;\n'; } >$@.tmp && mv $@.tmp $@

# What stands around C tests as a C string, from the fourth line on.
cmd/gen_c_test_c.h: $(top_srcdir)/cmd/gen_c_test.c.in cmd/local.mk
	$(AM_V_GEN)$(MKDIR_P) cmd && { \
	printf '/* Made from cmd/gen_c_test.c.in. */\nstatic const char gen_c_test_c[] =\n' && \
	$(SED) -e 1,3d -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/.*/\t"&\\n"/' \
		$(top_srcdir)/cmd/gen_c_test.c.in && \
	printf '\t;\n'; } >$@.tmp && mv $@.tmp $@

# The style of the page as a C string, without the line of its licence.
cmd/gen_page_css.h: $(top_srcdir)/cmd/gen_page.css cmd/local.mk
	$(AM_V_GEN)$(MKDIR_P) cmd && { \
	printf '/* Made from cmd/gen_page.css. */\nstatic const char gen_page_css[] =\n' && \
	$(SED) -e 1d -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/.*/\t"&\\n"/' \
		$(top_srcdir)/cmd/gen_page.css && \
	printf '\t;\n'; } >$@.tmp && mv $@.tmp $@

EXTRA_DIST += cmd/README.md
