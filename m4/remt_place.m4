dnl SPDX-License-Identifier: GPL-3.0-or-later
dnl REMT_PLACE: stops where neither CFLAGS nor make could carry the path of the plugin.
dnl Automake refuses such sources only where their path is written out, not as "..".
AC_DEFUN([REMT_PLACE], [
  AC_MSG_CHECKING([whether compiler flags can carry the path of the build directory])
  AS_CASE([`pwd`],
    [*@<:@\ \	@:>@*],
    [AC_MSG_RESULT([no])
     AC_MSG_ERROR([this directory has white space in its path: build in another one, or use ./quickstart, which does])],
    [AC_MSG_RESULT([yes])])
])
