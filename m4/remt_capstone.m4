dnl SPDX-License-Identifier: GPL-3.0-or-later
dnl REMT_CAPSTONE: Capstone decodes instructions; sets CAPSTONE_LIBS.
AC_DEFUN([REMT_CAPSTONE], [
  CAPSTONE_LIBS=
  remt_save_LIBS=$LIBS
  AC_CHECK_HEADER([capstone/capstone.h],
    [AC_CHECK_LIB([capstone], [cs_disasm_iter], [CAPSTONE_LIBS=-lcapstone])])
  LIBS=$remt_save_LIBS
  AS_IF([test -z "$CAPSTONE_LIBS"], [REMT_MISSING([Capstone], [libcapstone-dev], [capstone-devel], [capstone])])
  AC_SUBST([CAPSTONE_LIBS])
])
