dnl SPDX-License-Identifier: GPL-3.0-or-later
dnl REMT_SUMMARY: what configure decided, as a table.
AC_DEFUN([REMT_SUMMARY], [
  AC_MSG_NOTICE([

  remt $PACKAGE_VERSION
    C compiler              $CC
    flags                   $CFLAGS
    plugins for GCC        $remt_gcc_versions (default: $TARGET_GCC)$remt_gccs_lost
    found by -fplugin=remt  ${remt_gcc_links:-no}
    prefix                  $prefix
    warnings                $enable_warnings
    AddressSanitizer        $enable_asan
    UBSanitizer             $enable_ubsan
    coverage                $enable_coverage
    DWARF is read by        $with_dwarf
    HTML report             $remt_elements
])
])
