# SPDX-License-Identifier: GPL-3.0-or-later
# The evaluator is preloaded into programs, hence no sanitizer and no coverage.
evaluatordir = $(pkglibdir)
evaluator_PROGRAMS = explore/libremt-explore.so
explore_libremt_explore_so_SOURCES = \
	explore/atomic.c \
	explore/builtin.c explore/builtin.h \
	explore/call.c explore/call.h \
	explore/code.h \
	explore/constructor.c explore/constructor.h \
	explore/dynamic.c explore/dynamic.h \
	explore/entry.c \
	explore/environment.c explore/environment.h \
	explore/execute.c \
	explore/export.c explore/export.h \
	explore/input.c explore/input.h \
	explore/switched.c explore/switched.h \
	explore/trap.c explore/trap.h \
	explore/unit.c explore/unit.h \
	explore/instructions.h \
	explore/library.c explore/library.h \
	explore/model.c explore/model.h explore/model_state.h \
	explore/model_allocation.c \
	explore/model_atomic.c \
	explore/model_character.c \
	explore/model_compare.c \
	explore/model_file.c explore/model_file.h \
	explore/model_format.c explore/model_format.h \
	explore/model_input.c \
	explore/model_number.c \
	explore/model_output.c \
	explore/model_process.c \
	explore/model_sink.c explore/model_sink.h \
	explore/model_signal.c \
	explore/model_sort.c \
	explore/model_stream.c explore/model_stream.h \
	explore/model_text.c \
	explore/model_system.c \
	explore/model_formatted.c \
	explore/model_token.c \
	explore/model_variadic.c \
	explore/model_written.c explore/model_written.h \
	explore/operate.c explore/operate.h \
	explore/instance.c explore/instance.h \
	explore/path.c explore/path.h \
	explore/run.c explore/run.h \
	explore/serve.c explore/serve.h \
	explore/shadow.c explore/shadow.h explore/shadow_state.h \
	explore/shadow_access.c explore/shadow_concern.h \
	explore/shadow_compute.c \
	explore/shadow_memory.c explore/shadow_memory.h \
	explore/shadow_table.c explore/shadow_table.h \
	explore/start.c \
	explore/symbol.c explore/symbol.h \
	explore/translate.c explore/translate.h explore/translate_state.h \
	explore/translate_call.c \
	explore/translate_flow.c \
	explore/translate_label.c \
	explore/translate_operation.c \
	explore/translate_place.c \
	explore/variadic.h \
	explore/watch.c explore/watch.h \
	explore/word.h \
	$(ir_libir_a_SOURCES) \
	$(term_libterm_a_SOURCES) \
	sites/elf_file.c sites/elf_file.h sites/section.c sites/section.h \
	sites/frame_cursor.c sites/frame_cursor.h sites/frames.c sites/frames.h \
	$(common_libcommon_a_SOURCES)
explore_libremt_explore_so_CFLAGS = -std=gnu11 -D_GNU_SOURCE -O2 -fPIC -fvisibility=hidden $(BANNED_CFLAGS) $(WARN_CFLAGS)
explore_libremt_explore_so_LDFLAGS = -shared -Wl,-z,relro,-z,now
explore_libremt_explore_so_LDADD = $(FFI_LIBS) $(LIBELF_LIBS) -lm

EXTRA_DIST += explore/README.md
