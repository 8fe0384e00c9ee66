dnl SPDX-License-Identifier: GPL-3.0-or-later
dnl REMT_ZSTD: Zstandard packs what the store keeps of units; sets ZSTD_LIBS.
AC_DEFUN([REMT_ZSTD], [
  ZSTD_LIBS=
  remt_save_LIBS=$LIBS
  AC_CHECK_HEADER([zstd.h],
    [AC_CHECK_LIB([zstd], [ZSTD_compress], [ZSTD_LIBS=-lzstd])])
  LIBS=$remt_save_LIBS
  AS_IF([test -z "$ZSTD_LIBS"], [REMT_MISSING([Zstandard], [libzstd-dev], [libzstd-devel], [zstd])])
  AC_SUBST([ZSTD_LIBS])
])
