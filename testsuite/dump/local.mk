# SPDX-License-Identifier: GPL-3.0-or-later
check_PROGRAMS += testsuite/dump/write_object
testsuite_dump_write_object_SOURCES = testsuite/dump/write_object.c
testsuite_dump_write_object_CPPFLAGS = $(UNIT_CPPFLAGS)
testsuite_dump_write_object_LDADD = $(UNIT_LIBS)
