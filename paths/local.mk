# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += paths/libpaths.a
paths_libpaths_a_SOURCES = \
	paths/recording.c paths/recording.h

EXTRA_DIST += paths/README.md
