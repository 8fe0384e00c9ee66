#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fuzz_binary with programs and objects of all kinds, made in a directory of its own: binaries.sh ITERATIONS FIRST
set -eu
fuzzer=$PWD/testsuite/fuzz/fuzz_binary
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
cat >subject.c <<'C'
#include <stdio.h>
#include <stdlib.h>

static inline int clamp(int a, int most) { return a > most ? most : a < 0 ? 0 : a; }

int weigh(int a, int b, unsigned bits)
{
	int sum = 0;

	for (int i = 0; i < clamp(a, 90); i++)
		sum += i * b - 3;
	if (bits & 4)
		sum ^= (int)(bits << 3);
	return a == 7 ? -sum : sum;
}

int main(int argc, char **argv)
{
	if (argc < 4)
		exit(2);
	printf("%d\n", weigh(atoi(argv[1]), atoi(argv[2]), (unsigned)atoi(argv[3])));
	return 0;
}
C
cc=${CC:-gcc}
$cc -g -O0 -o plain subject.c
$cc -gdwarf-4 -O2 -o optimised subject.c
$cc -g -O1 -c -o object.o subject.c
$cc -g -O1 -ffunction-sections -c -o sections.o subject.c
$cc -g -O1 -no-pie -o fixed subject.c
$cc -O2 -shared -fPIC -o library.so subject.c
strip -o stripped optimised
# A reader of debug information may die of what libdw does, not of what we do.
export ASAN_OPTIONS="log_path=$directory/report" UBSAN_OPTIONS="log_path=$directory/report"
"$fuzzer" "$1" "$2" plain optimised object.o sections.o fixed library.so stripped
for report in report.*; do
	[ -e "$report" ] || break
	if grep -E '^ *#[01] ' "$report" | grep -q '/rewriter/'; then
		cat "$report"
		exit 1
	fi
done
