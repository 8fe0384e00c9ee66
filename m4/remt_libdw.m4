dnl SPDX-License-Identifier: GPL-3.0-or-later
dnl REMT_LIBDW: libdw tells the lines of instructions; sets LIBDW_LIBS.
AC_DEFUN([REMT_LIBDW], [
  LIBDW_LIBS=
  remt_save_LIBS=$LIBS
  AC_CHECK_HEADER([elfutils/libdwfl.h],
    [AC_CHECK_LIB([dw], [dwfl_report_offline], [LIBDW_LIBS=-ldw], [], [-lelf])])
  LIBS=$remt_save_LIBS
  AS_IF([test -z "$LIBDW_LIBS"], [REMT_MISSING([libdw], [libdw-dev], [elfutils-devel], [libelf])])
  AC_SUBST([LIBDW_LIBS])
])
