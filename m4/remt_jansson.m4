dnl SPDX-License-Identifier: GPL-3.0-or-later
dnl REMT_JANSSON: Jansson reads and writes JSON; sets JANSSON_LIBS.
AC_DEFUN([REMT_JANSSON], [
  JANSSON_LIBS=
  remt_save_LIBS=$LIBS
  AC_CHECK_HEADER([jansson.h],
    [AC_CHECK_LIB([jansson], [json_dumpfd], [JANSSON_LIBS=-ljansson])])
  LIBS=$remt_save_LIBS
  AS_IF([test -z "$JANSSON_LIBS"], [REMT_MISSING([Jansson], [libjansson-dev], [jansson-devel], [jansson])])
  AC_SUBST([JANSSON_LIBS])
])
