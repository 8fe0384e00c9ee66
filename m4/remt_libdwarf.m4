dnl SPDX-License-Identifier: GPL-3.0-or-later
dnl REMT_LIBDWARF: libdwarf tells the lines of instructions; sets LIBDWARF_LIBS.
AC_DEFUN([REMT_LIBDWARF], [
  LIBDWARF_LIBS=
  remt_save_LIBS=$LIBS
  AC_CHECK_HEADER([libdwarf/libdwarf.h],
    [AC_CHECK_LIB([dwarf], [dwarf_srclines_b], [LIBDWARF_LIBS=-ldwarf])])
  LIBS=$remt_save_LIBS
  AS_IF([test -z "$LIBDWARF_LIBS"], [REMT_MISSING([libdwarf], [libdwarf-dev])])
  AC_SUBST([LIBDWARF_LIBS])
])
