#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fuzz_binary with programs and objects of all kinds, made in a directory of its own: binaries.sh ITERATIONS FIRST
set -eu
fuzzer=$PWD/testsuite/fuzz/fuzz_binary
sources=$(cd "$(dirname "$0")/../rewriter" && pwd)
source=$sources/subject.c
. "$(dirname "$0")/reports.sh"
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
cc=${CC:-gcc}
$cc -g -O0 -o plain "$source"
$cc -gdwarf-4 -O2 -o optimised "$source"
$cc -g -O1 -c -o object.o "$source"
$cc -g -O1 -ffunction-sections -c -o sections.o "$source"
$cc -g -O1 -no-pie -o fixed "$source"
$cc -O2 -shared -fPIC -o library.so "$source"
strip -o stripped optimised
$cc -O2 -o switches "$sources/switches.c"
$cc -O2 -o operations "$sources/operations.c"
$cc -O2 -shared -fPIC -nostartfiles -fcf-protection=none -o moved.so "$sources/operations.c"
$cc -O0 -c -o switches.o "$sources/switches.c"
${CXX:-g++} -O2 -o thrower "$sources/thrower.cc"
# New memory for each input takes longer than all else. A reader of debug information may die of what the library does, not of what we do.
export ASAN_OPTIONS="log_path=$directory/report:quarantine_size_mb=16" UBSAN_OPTIONS="log_path=$directory/report"
status=0
"$fuzzer" "$1" "$2" plain optimised object.o sections.o fixed library.so stripped switches switches.o operations moved.so thrower || status=$?
judge_reports $status
