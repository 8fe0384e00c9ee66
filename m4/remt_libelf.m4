dnl SPDX-License-Identifier: GPL-3.0-or-later
dnl REMT_LIBELF: libelf reads the site tables; sets LIBELF_LIBS.
AC_DEFUN([REMT_LIBELF], [
  LIBELF_LIBS=
  remt_save_LIBS=$LIBS
  AC_CHECK_HEADER([gelf.h],
    [AC_CHECK_LIB([elf], [elf_getshdrstrndx], [LIBELF_LIBS=-lelf])])
  LIBS=$remt_save_LIBS
  AS_IF([test -z "$LIBELF_LIBS"], [REMT_MISSING([libelf], [libelf-dev], [elfutils-libelf-devel], [libelf])])
  AC_SUBST([LIBELF_LIBS])
])
