dnl SPDX-License-Identifier: GPL-3.0-or-later
dnl REMT_WARNINGS: --enable-warnings=no|yes|error; sets WARN_CFLAGS and WARN_CXXFLAGS.
dnl The list is explicit: -Wall of a newer compiler must not change what is accepted by accident.
AC_DEFUN([REMT_WARNINGS], [
  AC_ARG_ENABLE([warnings],
    [AS_HELP_STRING([--enable-warnings=no|yes|error], [compiler warnings @<:@yes@:>@])],
    [], [enable_warnings=yes])
  AS_CASE([$enable_warnings], [no|yes|error], [],
    [AC_MSG_ERROR([--enable-warnings takes no, yes or error])])
  WARN_CFLAGS=
  WARN_CXXFLAGS=
  AS_IF([test "$enable_warnings" != no], [
    remt_both="-Wall -Wextra -Wformat=2 -Wpointer-arith -Wwrite-strings -Wundef -Wdate-time dnl
-Wimplicit-fallthrough -Wlogical-op -Wduplicated-cond -Wredundant-decls -Wmissing-declarations"
    remt_c="-Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition dnl
-Wold-style-declaration -Wnested-externs -Wvla -Wswitch-enum -Winit-self dnl
-Wno-missing-field-initializers"
    for remt_flag in $remt_both $remt_c; do
      REMT_WARNING_IF_KNOWN([$remt_flag])
    done
    WARN_CXXFLAGS="$remt_both"
    AS_IF([test "$enable_warnings" = error],
      [WARN_CFLAGS="$WARN_CFLAGS -Werror"
       WARN_CXXFLAGS="$WARN_CXXFLAGS -Werror"])
  ])
  AC_SUBST([WARN_CFLAGS])
  AC_SUBST([WARN_CXXFLAGS])
])

dnl REMT_WARNING_IF_KNOWN(FLAG): appends FLAG to WARN_CFLAGS if the C compiler takes it.
AC_DEFUN([REMT_WARNING_IF_KNOWN], [
  remt_save_CFLAGS=$CFLAGS
  CFLAGS="$CFLAGS -Werror $1"
  AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[]], [[]])], [WARN_CFLAGS="$WARN_CFLAGS $1"])
  CFLAGS=$remt_save_CFLAGS
])
