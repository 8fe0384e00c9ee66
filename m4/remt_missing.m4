dnl SPDX-License-Identifier: GPL-3.0-or-later
dnl REMT_MISSING(WHAT, DEBIAN, FEDORA, ARCH): notes a missing dependency, and the package that has it in each distribution;
dnl   Ubuntu has Debian's names. Those of Fedora and Arch are untested.
dnl REMT_MISSING_STOP: names all that were noted, with one command that installs them, and stops.
AC_DEFUN([REMT_MISSING], [
  remt_missing="${remt_missing}
  $1"
  remt_missing_debian="${remt_missing_debian} $2"
  remt_missing_fedora="${remt_missing_fedora} $3"
  remt_missing_arch="${remt_missing_arch} $4"
])

AC_DEFUN([REMT_MISSING_STOP], [
  AS_IF([test -n "$remt_missing"],
    [remt_system=`. /etc/os-release 2>/dev/null; echo " $ID $ID_LIKE "`
     AS_CASE([$remt_system],
       [*" fedora "*], [remt_install="On Fedora (untested) all come with: dnf install$remt_missing_fedora"],
       [*" arch "*], [remt_install="On Arch (untested) all come with: pacman -S$remt_missing_arch"],
       [remt_install="On Debian and Ubuntu all come with: apt-get install$remt_missing_debian"])
     AC_MSG_ERROR([these are missing:$remt_missing
$remt_install])])
])
