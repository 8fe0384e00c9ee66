#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# summary.sh LOG...: adds up Automake's test-suite.log files and prints one plain line.
# A log that is missing or empty counts as one failure: its suite did not get to the end.
# Exit status 1 if anything failed.
set -eu
passed=0 failed=0 skipped=0
for log; do
	if ! grep -q '^# TOTAL: ' "$log" 2>/dev/null; then
		echo "no results in $log" >&2
		failed=$((failed + 1))
		continue
	fi
	counts=$(awk '
		/^# (PASS|XFAIL): / { passed += $3 }
		/^# (FAIL|XPASS|ERROR): / { failed += $3 }
		/^# SKIP: / { skipped += $3 }
		/^# ERROR: / { exit }
		END { print passed + 0, failed + 0, skipped + 0 }' "$log")
	set -- $counts
	passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
done
if [ "$skipped" -gt 0 ]; then
	echo "$passed passed, $failed failed, $skipped skipped"
else
	echo "$passed passed, $failed failed"
fi
[ "$failed" -eq 0 ]
