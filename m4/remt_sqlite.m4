dnl SPDX-License-Identifier: GPL-3.0-or-later
dnl REMT_SQLITE: SQLite is the store; sets SQLITE_LIBS.
dnl sqlite3_changes64 came with 3.37, the oldest release that is supported.
AC_DEFUN([REMT_SQLITE], [
  SQLITE_LIBS=
  remt_save_LIBS=$LIBS
  AC_CHECK_HEADER([sqlite3.h],
    [AC_CHECK_LIB([sqlite3], [sqlite3_changes64], [SQLITE_LIBS=-lsqlite3])])
  LIBS=$remt_save_LIBS
  AS_IF([test -z "$SQLITE_LIBS"], [REMT_MISSING([SQLite 3.37 or newer], [libsqlite3-dev], [sqlite-devel], [sqlite])])
  AC_SUBST([SQLITE_LIBS])
])
