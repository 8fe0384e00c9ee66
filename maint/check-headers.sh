#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Each header compiles alone: all as C, those of include/remt also as C++.
# The plugin's need GCC's own headers first and are compiled by the build.
# Folders are those of maint/layers, which check-includes.py holds against the tree.
# Environment: CC, CXX.
set -eu
cd "${1-$(dirname "$0")/..}"
bad=0
flags="-fsyntax-only -Wall -Wextra -Werror -I. -Iinclude"

folders=$(sed -n 's|^\([a-z0-9_/]*\):.*|\1|p' maint/layers | grep -v '^plugin')

# Of the two libraries for DWARF one may be missing.
echo '#include <libdwarf/libdwarf.h>' | ${CC-cc} -fsyntax-only -x c - 2>/dev/null ||
	folders=$(echo "$folders" | grep -v '^rewriter/elf/libdwarf$')

for header in $(find $folders -maxdepth 1 -name '*.h' | sort); do
	echo "#include \"$header\"" | ${CC-cc} -std=gnu11 -D_GNU_SOURCE $flags -x c - || {
		echo "header: $header does not compile alone as C" >&2
		bad=1
	}
done
for header in $(find include/remt -name '*.h' | sort); do
	echo "#include \"$header\"" | ${CXX-c++} -std=gnu++17 $flags -x c++ - || {
		echo "header: $header does not compile as C++" >&2
		bad=1
	}
done
exit $bad
