dnl SPDX-License-Identifier: GPL-3.0-or-later
dnl REMT_Z3: Z3 proves that no input fulfils a condition; without it such questions stay open. Sets
dnl Z3_LIBS and the conditional HAVE_Z3. --without-z3 builds as if there were none.
AC_DEFUN([REMT_Z3], [
  AC_ARG_WITH([z3], [AS_HELP_STRING([--without-z3], [leave questions open that need a proof])],
    [], [with_z3=check])
  Z3_LIBS=
  AS_IF([test "x$with_z3" != xno], [
    remt_save_LIBS=$LIBS
    AC_CHECK_HEADER([z3.h], [AC_CHECK_LIB([z3], [Z3_mk_simple_solver], [Z3_LIBS=-lz3])])
    LIBS=$remt_save_LIBS
    AS_IF([test -z "$Z3_LIBS" && test "x$with_z3" = xyes],
      [REMT_MISSING([Z3], [libz3-dev], [z3-devel], [z3])])
  ])
  AC_SUBST([Z3_LIBS])
  AM_CONDITIONAL([HAVE_Z3], [test -n "$Z3_LIBS"])
])
