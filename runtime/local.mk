# SPDX-License-Identifier: GPL-3.0-or-later
# The run-time: preloaded into tested programs, hence no sanitizer, no coverage, no library of
# ours, and initfirst: it is ready before any constructor of the program runs.
runtimedir = $(pkglibdir)
runtime_PROGRAMS = runtime/libremt-rt.so
runtime_libremt_rt_so_SOURCES = \
	runtime/rt.h \
	runtime/rt_batch.c \
	runtime/rt_batch.h \
	runtime/rt_binary.c \
	runtime/rt_binary.h \
	runtime/rt_branch.c \
	runtime/rt_branch.h \
	runtime/rt_breakpoint.c \
	runtime/rt_check.c \
	runtime/rt_clock.c \
	runtime/rt_code.c \
	runtime/rt_code.h \
	runtime/rt_cover.c \
	runtime/rt_enter.c \
	runtime/rt_fds.c \
	runtime/rt_files.c \
	runtime/rt_hook.c \
	runtime/rt_layout.c \
	runtime/rt_main.c \
	runtime/rt_select.c \
	runtime/rt_server.c \
	runtime/rt_pids.c \
	runtime/rt_pipe_use.c \
	runtime/rt_pipes.c \
	runtime/rt_session.c \
	runtime/rt_split.c \
	runtime/rt_state.c \
	runtime/rt_syscall.h \
	runtime/rt_text.h \
	runtime/rt_timers.c \
	runtime/rt_trap.c \
	runtime/rt_units.c \
	runtime/rt_wait.c
runtime_libremt_rt_so_CFLAGS = -std=gnu11 -D_GNU_SOURCE -fPIC -fvisibility=hidden -fno-stack-protector \
	-fno-builtin -fno-tree-loop-distribute-patterns $(WARN_CFLAGS)
runtime_libremt_rt_so_LDFLAGS = -shared -Wl,-z,initfirst,-z,relro,-z,now
runtime_libremt_rt_so_LDADD =

EXTRA_DIST += runtime/README.md
