dnl SPDX-License-Identifier: GPL-3.0-or-later
dnl REMT_ELEMENTS: the npm package mutation-testing-elements, which draws the HTML report.
dnl
dnl Nothing of it is kept in this tree.  configure gets the release named below
dnl with npm, or takes the file given by --with-elements, checks its digest and puts it
dnl into the build tree as report/elements.js.  Without it everything but the HTML report is built.
dnl Sets the conditional HAVE_ELEMENTS.
m4_define([remt_elements_version], [3.9.0])
m4_define([remt_elements_sha256], [751fb010242b0b44e32d84fe7fe0b9ff1da182823b94f59f5c52b001fcfc163b])
AC_DEFUN([REMT_ELEMENTS], [
  AC_ARG_WITH([elements],
    [AS_HELP_STRING([--with-elements=FILE],
      [mutation-test-elements.js ]remt_elements_version[ for the HTML report @<:@asks npm@:>@; no: no HTML report])],
    [], [with_elements=npm])
  remt_elements=no
  AS_CASE([$with_elements],
    [no], [remt_elements="no (--with-elements=no)"],
    [npm|yes], [REMT_ELEMENTS_NPM],
    [REMT_ELEMENTS_TAKE([$with_elements])
     AS_IF([test "$remt_elements" != yes],
       [AC_MSG_ERROR([$with_elements is not mutation-test-elements.js of release remt_elements_version])])])
  AM_CONDITIONAL([HAVE_ELEMENTS], [test "$remt_elements" = yes])
])

dnl REMT_ELEMENTS_TAKE(FILE): installs FILE in the build tree if its digest is right.
AC_DEFUN([REMT_ELEMENTS_TAKE], [
  remt_digest=`cat "$1" 2>/dev/null | sha256sum | sed 's/ .*//'`
  AS_IF([test "$remt_digest" = remt_elements_sha256],
    [AS_MKDIR_P([report])
     AS_IF([test "$1" = report/elements.js], [], [cp "$1" report/elements.js])
     remt_elements=yes])
])

AC_DEFUN([REMT_ELEMENTS_NPM], [
  AC_MSG_CHECKING([for mutation-testing-elements remt_elements_version])
  AS_IF([test -f report/elements.js], [REMT_ELEMENTS_TAKE([report/elements.js])])
  AS_IF([test "$remt_elements" != yes],
    [AS_IF([npm --version >/dev/null 2>&1],
      [remt_npm=conf$$npm
       AS_MKDIR_P([$remt_npm])
       (cd $remt_npm && npm pack --silent mutation-testing-elements@remt_elements_version >/dev/null 2>&1 &&
        tar xzf mutation-testing-elements-remt_elements_version.tgz)
       REMT_ELEMENTS_TAKE([$remt_npm/package/dist/mutation-test-elements.js])
       rm -rf $remt_npm
       AS_IF([test "$remt_elements" != yes], [remt_elements="no (npm could not get it)"])],
      [remt_elements="no (npm is missing; Debian package: npm)"])])
  AC_MSG_RESULT([$remt_elements])
])
