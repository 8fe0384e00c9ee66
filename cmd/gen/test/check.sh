#!/bin/bash -
# SPDX-License-Identifier: GPL-3.0-or-later
limit=10000 # milliseconds
# usage: check TEST PROGRAM [old|new]
#
# Gives PROGRAM the input of TEST, a directory beside this file. Succeeds if PROGRAM prints and ends as
# the old version did, or the new one (default). Nothing keeps PROGRAM from what the caller may do.
# TEST holds
#
#	cmd		runs the program $1 with copies of the files in $2, and sets variables
#	input		its standard input
#	file1 ...	files that it reads
#	old.status	how the old version ended: $? of the shell; late: it took longer than the limit
#	old.out old.err	what the old version printed
#	new.*		how the new version ended, and what it printed
stop()
{
	echo "$0: $*" >&2
	exit 2
}
if [ $# -lt 2 ]; then
	sed -n '/^# usage/s/^# //p' "$0" >&2
	exit 2
fi
unset CDPATH
test=$(dirname -- "$0")/$1
if [ -z "$1" ] || [ ! -d "$test" ]; then
	stop "there is no test '$1'"
fi
test=$(cd -- "$test" && pwd) || exit 2
case $2 in
*/*) program=$2 ;;
*) program=./$2 ;;
esac
[ -x "$program" ] || stop "'$program' is no program"
side=${3-new}
[ -e "$test/$side.status" ] || stop "'$side' is not old or new"
got=$(mktemp -d) || exit 2
trap 'rm -rf -- "$got"' EXIT

for file in "$test"/file*; do
	[ ! -e "$file" ] || cp -- "$file" "$got/" || exit 2
done
start=${EPOCHREALTIME//[^0-9]/}
# What bash says of a signal names a process.
{
	# shellcheck disable=SC2016
	timeout --foreground --signal=KILL "$((limit / 1000)).$(printf %03d $((limit % 1000)))" \
		bash -c 'exec <"$1/input" >"$3/out" 2>"$3/err"; . "$1/cmd" "$2" "$3"' - "$test" "$program" "$got"
	echo $? >"$got/status"
} 2>"$got/messages"
if [ $((${EPOCHREALTIME//[^0-9]/} - start)) -ge $((limit * 1000)) ]; then
	echo late >"$got/status"
fi
failed=0
for part in status out err; do
	if [ -e "$test/$side.$part" ] && ! cmp -s "$test/$side.$part" "$got/$part"; then
		echo "$1: $part is not that of the $side version:"
		diff -a "$test/$side.$part" "$got/$part"
		failed=1
	fi
done
exit $failed
