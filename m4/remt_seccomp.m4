dnl SPDX-License-Identifier: GPL-3.0-or-later
dnl REMT_SECCOMP: libseccomp makes the filter that shows which files tests name; sets SECCOMP_LIBS.
AC_DEFUN([REMT_SECCOMP], [
  SECCOMP_LIBS=
  remt_save_LIBS=$LIBS
  AC_CHECK_HEADER([seccomp.h],
    [AC_CHECK_LIB([seccomp], [seccomp_rule_add], [SECCOMP_LIBS=-lseccomp])])
  LIBS=$remt_save_LIBS
  AS_IF([test -z "$SECCOMP_LIBS"], [REMT_MISSING([libseccomp], [libseccomp-dev], [libseccomp-devel], [libseccomp])])
  AC_SUBST([SECCOMP_LIBS])
])
