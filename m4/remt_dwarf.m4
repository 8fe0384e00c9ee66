dnl SPDX-License-Identifier: GPL-3.0-or-later
dnl REMT_DWARF: the library that reads DWARF, libdwarf or libdw: --with-dwarf.
dnl   Sets DWARF_LIBS, LIBDW_LIBS and LIBDWARF_LIBS (empty: missing or unsound), with_dwarf, and the
dnl   conditionals USE_LIBDWARF, HAVE_LIBDW and HAVE_LIBDWARF.
dnl libdwarf is taken by its header: Debian's libdwarf.pc tells another version than that of the library.
m4_define([remt_libdwarf_version], [0.11])
m4_define([remt_libdwarf_minor], [11])
AC_DEFUN([REMT_DWARF], [
  AC_ARG_WITH([dwarf],
    [AS_HELP_STRING([--with-dwarf=libdwarf|libdw],
      [the library that reads DWARF @<:@libdwarf from ]remt_libdwarf_version[ on, else libdw@:>@])],
    [], [with_dwarf=])
  AS_CASE([$with_dwarf], [''|libdwarf|libdw], [],
    [AC_MSG_ERROR([--with-dwarf takes libdwarf or libdw])])
  REMT_LIBDW
  REMT_LIBDWARF
  AS_CASE([$with_dwarf],
    ['libdwarf'],
      [AS_IF([test -z "$LIBDWARF_LIBS"], [REMT_MISSING([libdwarf remt_libdwarf_version or newer], [libdwarf-dev], [libdwarf-devel], [libdwarf])])],
    ['libdw'],
      [AS_IF([test -z "$LIBDW_LIBS"], [REMT_MISSING([libdw], [libdw-dev], [elfutils-devel], [libelf])])],
    [AS_IF([test -n "$LIBDWARF_LIBS"], [with_dwarf=libdwarf],
       [test -n "$LIBDW_LIBS"], [with_dwarf=libdw],
       [REMT_MISSING([libdwarf remt_libdwarf_version or newer, or libdw], [libdw-dev], [elfutils-devel], [libelf])])])
  AS_IF([test "$with_dwarf" = libdwarf], [DWARF_LIBS=$LIBDWARF_LIBS], [DWARF_LIBS=$LIBDW_LIBS])
  AC_SUBST([DWARF_LIBS])
  AM_CONDITIONAL([USE_LIBDWARF], [test "$with_dwarf" = libdwarf])
  AM_CONDITIONAL([HAVE_LIBDW], [test -n "$LIBDW_LIBS"])
  AM_CONDITIONAL([HAVE_LIBDWARF], [test -n "$LIBDWARF_LIBS"])
])

AC_DEFUN([REMT_LIBDW], [
  LIBDW_LIBS=
  remt_save_LIBS=$LIBS
  AC_CHECK_HEADER([elfutils/libdwfl.h],
    [AC_CHECK_LIB([dw], [dwarf_cu_info], [LIBDW_LIBS=-ldw], [], [-lelf])])
  LIBS=$remt_save_LIBS
  AC_SUBST([LIBDW_LIBS])
])

dnl libdwarf of 2021, and others before 0.11, free twice what they read of damaged files.
AC_DEFUN([REMT_LIBDWARF], [
  LIBDWARF_LIBS=
  remt_save_LIBS=$LIBS
  AC_MSG_CHECKING([for libdwarf remt_libdwarf_version or newer])
  LIBS="-ldwarf $LIBS"
  AC_LINK_IFELSE([AC_LANG_PROGRAM([[
#include <libdwarf/libdwarf.h>
#ifndef DW_LIBDWARF_VERSION_MAJOR
#error it is older than its version
#elif DW_LIBDWARF_VERSION_MAJOR == 0 && DW_LIBDWARF_VERSION_MINOR < ]]remt_libdwarf_minor[[
#error it is too old
#endif]], [[return !dwarf_package_version();]])],
    [AC_MSG_RESULT([yes])
     LIBDWARF_LIBS=-ldwarf],
    [AC_MSG_RESULT([no])])
  LIBS=$remt_save_LIBS
  AC_SUBST([LIBDWARF_LIBS])
])
