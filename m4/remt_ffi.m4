dnl SPDX-License-Identifier: GPL-3.0-or-later
dnl REMT_FFI: libffi calls compiled functions from evaluated ones, and the other way; sets FFI_LIBS.
AC_DEFUN([REMT_FFI], [
  FFI_LIBS=
  remt_save_LIBS=$LIBS
  AC_CHECK_HEADER([ffi.h],
    [AC_CHECK_LIB([ffi], [ffi_prep_cif_var], [FFI_LIBS=-lffi])])
  LIBS=$remt_save_LIBS
  AS_IF([test -z "$FFI_LIBS"], [REMT_MISSING([libffi], [libffi-dev], [libffi-devel], [libffi])])
  AC_SUBST([FFI_LIBS])
])
