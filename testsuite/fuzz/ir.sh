#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fuzz_ir with the IR of the plugin's own test programs, made in a directory of its own:
#	ir.sh BUILD ITERATIONS FIRST
set -eu
build=$(cd "$1" && pwd)
sources=$(cd "$(dirname "$0")/../plugin" && pwd)
. "$build/testsuite/env.sh"
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
plugin=$("$build/remt" cflags --gcc="$TARGET_GCC")
for name in arithmetic arrays-and-choices bit-fields floats hard-constructs jumps structs-by-value switches variable-arrays; do
	# shellcheck disable=SC2086
	$TARGET_GCC $plugin -fplugin-arg-remt-ir -w -c -o "$name.o" "$sources/$name.c"
	objcopy --dump-section .remt.ir="$name" "$name.o"
	rm "$name.o"
done
"$build/testsuite/fuzz/fuzz_ir" "$2" "$3" *
