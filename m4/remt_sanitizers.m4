dnl SPDX-License-Identifier: GPL-3.0-or-later
dnl REMT_SANITIZERS: --enable-asan, --enable-ubsan; sets SAN_CFLAGS, and the conditional SANITIZED for both.
dnl Only remt itself and its tests get them: the run-time is loaded into foreign
dnl programs and the plugin into a compiler that has no sanitizer run-time.
AC_DEFUN([REMT_SANITIZERS], [
  AC_ARG_ENABLE([asan], [AS_HELP_STRING([--enable-asan], [build remt with AddressSanitizer])],
    [], [enable_asan=no])
  AC_ARG_ENABLE([ubsan], [AS_HELP_STRING([--enable-ubsan], [build remt with UndefinedBehaviorSanitizer])],
    [], [enable_ubsan=no])
  SAN_CFLAGS=
  AS_IF([test "$enable_asan" = yes], [SAN_CFLAGS="$SAN_CFLAGS -fsanitize=address"])
  AS_IF([test "$enable_ubsan" = yes],
    [SAN_CFLAGS="$SAN_CFLAGS -fsanitize=undefined -fno-sanitize-recover=undefined"])
  AS_IF([test -n "$SAN_CFLAGS"],
    [SAN_CFLAGS="$SAN_CFLAGS -fno-omit-frame-pointer"
     AC_MSG_CHECKING([whether$SAN_CFLAGS links])
     remt_save_CFLAGS=$CFLAGS
     CFLAGS="$CFLAGS $SAN_CFLAGS"
     AC_LINK_IFELSE([AC_LANG_PROGRAM([[]], [[]])], [AC_MSG_RESULT([yes])],
       [AC_MSG_RESULT([no])
        AC_MSG_ERROR([the sanitizer run-times are missing])])
     CFLAGS=$remt_save_CFLAGS])
  AC_SUBST([SAN_CFLAGS])
  AM_CONDITIONAL([SANITIZED], [test "$enable_asan$enable_ubsan" = yesyes])
])
