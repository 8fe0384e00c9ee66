#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Each source is as clang-format leaves it by .clang-format.  Versions differ, so that only one is asked; where there is
# none of that version the exit status is 77.  Environment: CLANG_FORMAT.
set -eu
maint=$(cd "$(dirname "$0")" && pwd)
version=14
cd "${1-$maint/..}"

for program in ${CLANG_FORMAT-clang-format-$version clang-format}; do
	case $("$program" --version 2>/dev/null) in
	*" version $version."*)
		"$maint/list-sources.sh" . | xargs "$program" --dry-run --Werror --style="file:$maint/../.clang-format"
		exit
		;;
	esac
done
echo "format: there is no clang-format $version" >&2
exit 77
