#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
limit=10 # seconds
# usage: check TEST PROGRAM [old|new]
#
# Gives PROGRAM the input of TEST, a directory beside this file. Succeeds if PROGRAM prints and ends as
# the old version did, or the new one (default). TEST holds
#
#	cmd		runs the program $1
#	input		its standard input
#	old.status	how the old version ended: $? of the shell, 124 if it took longer than the limit
#	old.out old.err	what it printed
#	new.*		the same of the new version
if [ $# -lt 2 ]; then
	sed -n '/^# usage/s/^# //p' "$0" >&2
	exit 2
fi
test=$(cd -- "$(dirname -- "$0")/$1" && pwd) || exit 2
case $2 in
*/*) program=$2 ;;
*) program=./$2 ;;
esac
side=${3-new}
if [ ! -e "$test/$side.status" ]; then
	echo "$0: '$side' is not old or new" >&2
	exit 2
fi
got=$(mktemp -d) || exit 2
trap 'rm -rf -- "$got"' EXIT

# What bash says of a signal names a process.
{
	# shellcheck disable=SC2016
	timeout --kill-after=1 "$limit" \
		bash -c 'exec <"$1/input" >"$3/out" 2>"$3/err"; . "$1/cmd" "$2"' - "$test" "$program" "$got"
	echo $? >"$got/status"
} 2>"$got/messages"
failed=0
for part in status out err; do
	if [ -e "$test/$side.$part" ] && ! cmp -s "$test/$side.$part" "$got/$part"; then
		echo "$1: $part is not that of the $side version:"
		diff -a "$test/$side.$part" "$got/$part"
		failed=1
	fi
done
exit $failed
