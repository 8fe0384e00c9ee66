dnl SPDX-License-Identifier: GPL-3.0-or-later
dnl REMT_GCCS: the GCCs that plugins are built for, each with its g++ and its plugin headers.
dnl   Sets TARGET_GCC (the first one, a command), TARGET_GXX and TARGET_GCC_MAJOR (its g++ and release), CXXFLAGS,
dnl   GCC_TABLE (a line "VERSION GCC G++" each, VERSION as gcc -dumpfullversion prints it), remt_gccs_lost (those that
dnl   were found and can't be used, with the reason), and writes plugin/gccs.mk, which plugin/plugins.mk reads.
dnl REMT_GCC_MAJOR_MIN: the oldest release that is supported.
m4_define([REMT_GCC_MAJOR_MIN], [11])
m4_define([REMT_GCC_MAJOR_MAX], [30])
AC_DEFUN([REMT_GCCS], [
  AC_ARG_WITH([gcc],
    [AS_HELP_STRING([--with-gcc=GCC,...], [the GCCs that will load the plugin, the default first
      @<:@gcc, and each gcc-N that has plugin headers@:>@])],
    [], [with_gcc=])
  AC_ARG_ENABLE([gcc-links],
    [AS_HELP_STRING([--enable-gcc-links], [let each GCC find -fplugin=remt where it looks for plugins
      @<:@if that is below the prefix, or no prefix was given@:>@])],
    [], [enable_gcc_links=auto])
  AC_ARG_VAR([CXXFLAGS], [flags for the plugin, which is compiled by the g++ of each GCC])
  AS_IF([test -z "${CXXFLAGS+set}"], [CXXFLAGS='-g -O2'])
  AS_CASE([$with_gcc],
    [yes|no], [AC_MSG_ERROR([--with-gcc needs names of GCCs, like gcc-12 or gcc-12,gcc-14])])
  TARGET_GCC= TARGET_GXX= TARGET_GCC_MAJOR= GCC_TABLE= remt_gccs_lost= remt_gcc_versions=
  remt_gccs_mk= remt_gcc_links=
  remt_gccs_found=no
  remt_gccs=`echo "$with_gcc" | tr , ' '`
  AS_IF([test -z "$remt_gccs"], [REMT_GCCS_FIND])
  for remt_gcc in $remt_gccs; do
    REMT_GCC_TRY
  done
  remt_gccs_mk="plugin_versions =$remt_gcc_versions
plugin_links =$remt_gcc_links
$remt_gccs_mk"
  AC_CONFIG_COMMANDS([plugin/gccs.mk],
    [AS_MKDIR_P([plugin])
     AS_ECHO(["$remt_gccs_mk"]) >plugin/gccs.mk.new
     # An unchanged file builds nothing again.
     AS_IF([cmp -s plugin/gccs.mk.new plugin/gccs.mk],
       [rm -f plugin/gccs.mk.new], [mv plugin/gccs.mk.new plugin/gccs.mk])],
    [remt_gccs_mk='$remt_gccs_mk'])
  AC_SUBST([TARGET_GCC])
  AC_SUBST([TARGET_GXX])
  AC_SUBST([TARGET_GCC_MAJOR])
  AC_SUBST([GCC_TABLE])
  AM_SUBST_NOTMAKE([GCC_TABLE])
])

dnl REMT_GCCS_FIND: sets remt_gccs to gcc and every gcc-N in PATH.
AC_DEFUN([REMT_GCCS_FIND], [
  remt_gccs=gcc
  remt_gccs_found=yes
  remt_major=REMT_GCC_MAJOR_MIN
  while test $remt_major -le REMT_GCC_MAJOR_MAX; do
    AS_IF([command -v gcc-$remt_major >/dev/null 2>&1], [remt_gccs="$remt_gccs gcc-$remt_major"])
    AS_VAR_ARITH([remt_major], [$remt_major + 1])
  done
])

dnl REMT_GCC_TRY: looks at $remt_gcc and notes it, or why it can't be used.
AC_DEFUN([REMT_GCC_TRY], [
  remt_version=`$remt_gcc -dumpfullversion 2>/dev/null`
  remt_major=`echo "$remt_version" | sed 's/\..*//'`
  remt_gcc_base=`echo "$remt_gcc" | sed 's,.*/,,'`
  remt_gxx=
  remt_headers=
  AS_CASE([" $remt_gcc_versions "], [*" $remt_version "*], [remt_known=yes], [remt_known=no])
  AS_IF([test $remt_known = no || test -z "$remt_version"], [
    AC_MSG_CHECKING([whether a plugin can be built for $remt_gcc])
    REMT_GCC_GXX
    REMT_GCC_HEADERS
    AS_IF(
      [test -z "$remt_version"], [REMT_GCC_LOST([it can't be run], [$remt_gcc], [$remt_gcc_base], [gcc])],
      [test "$remt_major" -lt REMT_GCC_MAJOR_MIN],
      [REMT_GCC_LOST([it is older than GCC REMT_GCC_MAJOR_MIN], [GCC REMT_GCC_MAJOR_MIN or newer], [gcc], [gcc])],
      [test -z "$remt_gxx"],
      [REMT_GCC_LOST([no g++ of its release], [g++ $remt_version], [g++-$remt_major], [gcc-c++])],
      [test -z "$remt_headers"],
      [REMT_GCC_LOST([no plugin headers], [plugin headers of $remt_gcc], [gcc-$remt_major-plugin-dev], [gcc-plugin-devel])],
      [AC_MSG_RESULT([yes ($remt_version)])
       REMT_GCC_NOTE])
  ])
])

dnl REMT_GCC_GXX: sets remt_gxx to the g++ of the same release; "": there is none.
AC_DEFUN([REMT_GCC_GXX], [
  remt_sibling=`echo "$remt_gcc" | sed 's,gcc\(@<:@^/@:>@*\)$,g++\1,'`
  for remt_candidate in "$remt_sibling" "g++-$remt_major" g++; do
    AS_IF([test -n "$remt_version" && test "`$remt_candidate -dumpfullversion 2>/dev/null`" = "$remt_version"],
      [remt_gxx=$remt_candidate; break])
  done
])

dnl REMT_GCC_HEADERS: sets remt_plugins to where the GCC looks for plugins, and remt_headers to the directory of its
dnl plugin headers; "": there are none that compile.
AC_DEFUN([REMT_GCC_HEADERS], [
  remt_plugins=`$remt_gcc -print-file-name=plugin 2>/dev/null`
  cat >conftest.cc <<'CONFTEST'
#include "gcc-plugin.h"
#include "plugin-version.h"
#include "tree.h"
#include "gimple.h"
int main() { return gcc_version.basever == nullptr; }
CONFTEST
  AS_IF([test -n "$remt_gxx" &&
      $remt_gxx -std=gnu++17 -fno-rtti -isystem "$remt_plugins/include" -fsyntax-only conftest.cc >&AS_MESSAGE_LOG_FD 2>&1],
    [remt_headers=$remt_plugins/include])
  rm -f conftest.cc
])

dnl REMT_GCC_LOST(REASON, WHAT, DEBIAN-PACKAGE, FEDORA-PACKAGE): the default GCC, and one that was named, must be usable; others may be left out.
AC_DEFUN([REMT_GCC_LOST], [
  AC_MSG_RESULT([no: $1])
  AS_IF([test $remt_gccs_found = no || test "$remt_gcc" = gcc],
    [REMT_MISSING([$2], [$3], [$4], [gcc])],
    [remt_gccs_lost="$remt_gccs_lost
    not for $remt_gcc        $1 (Debian package: $3)"])
])

dnl REMT_GCC_NOTE: the plugin is built for this one.
AC_DEFUN([REMT_GCC_NOTE], [
  AS_IF([test -z "$TARGET_GCC"],
    [TARGET_GCC=$remt_gcc
     TARGET_GXX=$remt_gxx
     TARGET_GCC_MAJOR=$remt_major
     GCC_TABLE="$remt_version $remt_gcc $remt_gxx"],
    [GCC_TABLE="$GCC_TABLE
$remt_version $remt_gcc $remt_gxx"])
  remt_gcc_versions="$remt_gcc_versions $remt_version"
  remt_gccs_mk="${remt_gccs_mk}plugin_gxx_$remt_version = $remt_gxx
plugin_headers_$remt_version = $remt_headers
"
  # The directory may lie outside of the prefix.
  AS_CASE([$enable_gcc_links:$prefix],
    [yes:*|auto:NONE|auto:/usr|auto:/usr/local], [remt_gcc_links="$remt_gcc_links $remt_plugins"],
    [auto:*], [AS_CASE([$remt_plugins], ["$prefix"/*], [remt_gcc_links="$remt_gcc_links $remt_plugins"])])
])
