dnl SPDX-License-Identifier: GPL-3.0-or-later
dnl REMT_COVERAGE: --enable-coverage; sets COVERAGE_CFLAGS (remt and its tests, as with the sanitizers).
AC_DEFUN([REMT_COVERAGE], [
  AC_ARG_ENABLE([coverage], [AS_HELP_STRING([--enable-coverage], [build remt for gcov])],
    [], [enable_coverage=no])
  COVERAGE_CFLAGS=
  AS_IF([test "$enable_coverage" = yes], [COVERAGE_CFLAGS="--coverage -fprofile-update=atomic"])
  AC_SUBST([COVERAGE_CFLAGS])
])
