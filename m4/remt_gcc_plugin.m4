dnl SPDX-License-Identifier: GPL-3.0-or-later
dnl REMT_TARGET_GCC: which GCC the plugin is for, and the C++ compiler that matches it.
dnl   Must come before AC_PROG_CXX.  Sets TARGET_GCC (a command), CXX.
dnl REMT_GCC_PLUGIN: that GCC's plugin headers, and where it looks for plugins.
dnl   Sets TARGET_GCC_VERSION, TARGET_GCC_MAJOR, GCC_PLUGIN_CPPFLAGS, gccplugindir.
AC_DEFUN([REMT_TARGET_GCC], [
  AC_ARG_WITH([gcc],
    [AS_HELP_STRING([--with-gcc=GCC], [the GCC that will load the plugin @<:@gcc@:>@])],
    [TARGET_GCC=$withval], [TARGET_GCC=gcc])
  AS_CASE([$TARGET_GCC], [yes|no], [AC_MSG_ERROR([--with-gcc needs the name of a GCC, like gcc-12])])
  AC_ARG_VAR([TARGET_GXX], [the g++ of the same release as the GCC of --with-gcc])
  AC_MSG_CHECKING([for the target GCC])
  TARGET_GCC_VERSION=`$TARGET_GCC -dumpfullversion 2>/dev/null`
  TARGET_GCC_MAJOR=`echo "$TARGET_GCC_VERSION" | sed 's/\..*//'`
  AS_IF([test -z "$TARGET_GCC_MAJOR"],
    [AC_MSG_RESULT([no])
     remt_gcc_base=`echo "$TARGET_GCC" | sed 's,.*/,,'`
     REMT_MISSING([$TARGET_GCC], [$remt_gcc_base])],
    [AC_MSG_RESULT([$TARGET_GCC ($TARGET_GCC_VERSION)])])

  AC_MSG_CHECKING([for the g++ that matches it])
  remt_gxx=
  remt_gxx_sibling=`echo "$TARGET_GCC" | sed 's,gcc\(@<:@^/@:>@*\)$,g++\1,'`
  for remt_candidate in $TARGET_GXX "$remt_gxx_sibling" "g++-$TARGET_GCC_MAJOR" g++; do
    remt_version=`$remt_candidate -dumpfullversion 2>/dev/null`
    AS_IF([test -n "$remt_version" && test "$remt_version" = "$TARGET_GCC_VERSION"],
      [remt_gxx=$remt_candidate; break])
  done
  AS_IF([test -n "$remt_gxx"],
    [AC_MSG_RESULT([$remt_gxx])
     CXX=$remt_gxx],
    [AC_MSG_RESULT([no])
     AS_IF([test -n "$TARGET_GCC_MAJOR"],
       [REMT_MISSING([g++ $TARGET_GCC_VERSION], [g++-$TARGET_GCC_MAJOR])])])
  AC_SUBST([TARGET_GCC])
  AC_SUBST([TARGET_GCC_VERSION])
  AC_SUBST([TARGET_GCC_MAJOR])
])

AC_DEFUN([REMT_GCC_PLUGIN], [
  AC_REQUIRE([REMT_TARGET_GCC])
  AC_ARG_WITH([gcc-plugin-dir],
    [AS_HELP_STRING([--with-gcc-plugin-dir=DIR],
      [install the plugin in DIR @<:@where GCC looks, if that is below the prefix or no prefix was given@:>@])],
    [], [with_gcc_plugin_dir=])

  AC_MSG_CHECKING([for the plugin headers of $TARGET_GCC])
  remt_plugin_home=`$TARGET_GCC -print-file-name=plugin 2>/dev/null`
  GCC_PLUGIN_CPPFLAGS="-isystem $remt_plugin_home/include"
  remt_have_plugin=no
  AS_IF([test -n "$remt_gxx"],
    [AC_LANG_PUSH([C++])
     remt_save_CPPFLAGS=$CPPFLAGS
     remt_save_CXXFLAGS=$CXXFLAGS
     CPPFLAGS="$CPPFLAGS $GCC_PLUGIN_CPPFLAGS"
     CXXFLAGS="-std=gnu++17 -fno-rtti"
     AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[
#include "gcc-plugin.h"
#include "plugin-version.h"
#include "tree.h"
#include "gimple.h"]], [[return gcc_version.basever == nullptr;]])],
       [remt_have_plugin=yes])
     CPPFLAGS=$remt_save_CPPFLAGS
     CXXFLAGS=$remt_save_CXXFLAGS
     AC_LANG_POP([C++])])
  AC_MSG_RESULT([$remt_have_plugin])
  AS_IF([test "$remt_have_plugin" = no && test -n "$TARGET_GCC_MAJOR"],
    [REMT_MISSING([plugin headers of $TARGET_GCC], [gcc-$TARGET_GCC_MAJOR-plugin-dev])])

  # GCC finds -fplugin=remt only in its own directory, which may lie outside the prefix.
  AS_IF([test -n "$with_gcc_plugin_dir"], [gccplugindir=$with_gcc_plugin_dir],
    [AS_CASE([$prefix],
      [NONE|/usr|/usr/local], [gccplugindir=$remt_plugin_home],
      [AS_CASE([$remt_plugin_home],
        ["$prefix"/*], [gccplugindir=$remt_plugin_home],
        [gccplugindir='${libdir}/remt/gcc-'$TARGET_GCC_MAJOR])])])
  AC_SUBST([gccplugindir])
  AC_SUBST([GCC_PLUGIN_CPPFLAGS])
])
