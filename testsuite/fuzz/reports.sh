# SPDX-License-Identifier: GPL-3.0-or-later
# Shell library of what runs a fuzzer of binaries, with sanitizers that write to $directory/report.*.
# shellcheck shell=sh disable=SC2154

# judge_reports STATUS: prints the reports of code of ours, and all of them if the fuzzer ended with a STATUS other than 0.
# Fails if there is one. A library may die of an input; whose fault it was is told by the first frames.
judge_reports()
{
	judged=$1
	for report in "$directory"/report.*; do
		[ -e "$report" ] || break
		if [ "$1" -ne 0 ] || grep -E '^ *#[01] |runtime error: ' "$report" | grep -q 'rewriter/'; then
			cat "$report" >&2
			[ "$judged" -ne 0 ] || judged=1
		fi
	done
	return "$judged"
}
