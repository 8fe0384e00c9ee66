# SPDX-License-Identifier: GPL-3.0-or-later
# bin_PROGRAMS += remt
# remt_SOURCES = cmd/remt.c
# remt_LDADD = $(COMMON_LIBS) $(SYSTEM_LIBS)
