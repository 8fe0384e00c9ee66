#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# No source has more than 500 lines and no function more than 60, from its opening to its closing brace.
# By the format both braces of a function stand alone in the first column, and no others do.
set -eu
maint=$(cd "$(dirname "$0")" && pwd)
cd "${1-$(dirname "$0")/..}"

"$maint/list-sources.sh" . | xargs awk -v max_lines=500 -v max_function=60 '
function close_file()
{
	if (lines > max_lines) {
		printf "size: %s has %d lines, more than %d\n", name, lines, max_lines
		bad = 1
	}
}

FNR == 1 {
	close_file()
	name = FILENAME
	head = ""
	opened = 0
}

{
	lines = FNR
}

/^[A-Za-z_].*\(/ {
	head = $0
}

/^\{/ {
	opened = FNR
}

/^\}/ {
	if (opened && FNR - opened + 1 > max_function) {
		printf "size: %s:%d has %d lines, more than %d: %s\n", name, opened, FNR - opened + 1, max_function, head
		bad = 1
	}
	opened = 0
}

END {
	close_file()
	exit bad
}' >&2
