dnl SPDX-License-Identifier: GPL-3.0-or-later
dnl REMT_XXHASH: the header-only use of xxHash (XXH_INLINE_ALL) hashes files and lines.
AC_DEFUN([REMT_XXHASH], [
  AC_CHECK_HEADER([xxhash.h], [], [REMT_MISSING([xxHash], [libxxhash-dev], [xxhash-devel], [xxhash])])
])
