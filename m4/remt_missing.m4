dnl SPDX-License-Identifier: GPL-3.0-or-later
dnl REMT_MISSING(WHAT, DEBIAN-PACKAGE): notes a missing dependency.
dnl REMT_MISSING_STOP: names all that were noted, with one command that installs them, and stops.
AC_DEFUN([REMT_MISSING], [
  remt_missing="${remt_missing}
  $1 (Debian package: $2)"
  remt_missing_packages="${remt_missing_packages} $2"
])

AC_DEFUN([REMT_MISSING_STOP], [
  AS_IF([test -n "$remt_missing"],
    [AC_MSG_ERROR([these are missing:$remt_missing
On Debian all come with: apt-get install$remt_missing_packages])])
])
