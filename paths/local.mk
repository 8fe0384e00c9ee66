# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += paths/libpaths.a
paths_libpaths_a_SOURCES = \
	paths/change.c paths/change.h paths/change_state.h \
	paths/change_doubt.c \
	paths/change_mutant.c \
	paths/change_seen.c \
	paths/change_watch.c \
	paths/change_words.c \
	paths/command.c paths/command.h \
	paths/crossover.c paths/crossover.h \
	paths/compaction.c paths/compaction.h \
	paths/dependence.c paths/dependence.h paths/dependence_state.h \
	paths/dependence_call.c \
	paths/dependence_link.c \
	paths/dependence_memory.c \
	paths/difference.c paths/difference.h \
	paths/edit.c paths/edit.h \
	paths/explorer.c paths/explorer.h paths/explorer_state.h \
	paths/explorer_branch.c \
	paths/explorer_hard.c \
	paths/explorer_judge.c \
	paths/explorer_vary.c \
	paths/explorer_mode.c \
	paths/agenda.c paths/agenda.h \
	paths/alike.c paths/alike.h \
	paths/lane.c paths/lane.h paths/lane_state.h \
	paths/lane_queue.c \
	paths/line_shapes.c paths/line_shapes.h \
	paths/frame.c paths/frame.h \
	paths/literal.c paths/literal.h \
	paths/outcome.c paths/outcome.h \
	paths/partition.c paths/partition.h \
	paths/parcel.c paths/parcel.h \
	paths/patience.c paths/patience.h \
	paths/recording.c paths/recording.h \
	paths/mode.c paths/mode.h \
	paths/pins.c paths/pins.h \
	paths/prefix.c paths/prefix.h \
	paths/question.c paths/question.h \
	paths/scout.h \
	paths/search.c paths/search.h paths/search_state.h \
	paths/search_choose.c \
	paths/search_confirm.c \
	paths/search_distil.c \
	paths/search_found.c \
	paths/search_fuzz.c \
	paths/search_scout.c \
	paths/search_shrink.c \
	paths/search_words.c \
	paths/server.c paths/server.h \
	paths/shrink.c paths/shrink.h \
	paths/signature.c paths/signature.h \
	paths/slice.c paths/slice.h \
	paths/telling.c paths/telling.h \
	paths/token.c paths/token.h \
	paths/trail.c paths/trail.h \
	paths/tree.c paths/tree.h \
	paths/trial.c paths/trial.h paths/trial_state.h \
	paths/trial_server.c \
	paths/variation.c paths/variation.h \
	paths/vary.c paths/vary.h \
	paths/visit.c paths/visit.h paths/visit_state.h \
	paths/visit_compiled.c \
	paths/words.c paths/words.h

EXTRA_DIST += paths/README.md
