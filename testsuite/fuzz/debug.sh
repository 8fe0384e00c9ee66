#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A fuzz_debug with debug information of all kinds, made in a directory of its own: debug.sh PROGRAM ITERATIONS FIRST
# KEEP=DIR keeps them, the reports of the sanitizers and the iterations with a death.
set -eu
fuzzer=$PWD/$1
sources=$(cd "$(dirname "$0")/../rewriter" && pwd)
. "$(dirname "$0")/reports.sh"
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
cc=${CC:-gcc} cxx=${CXX:-g++}
for version in 4 5; do
	$cc -gdwarf-$version -O2 -o "c$version" "$sources/operations.c"
	$cc -gdwarf-$version -O1 -ffunction-sections -c -o "c$version.o" "$sources/operations.c"
	$cc -gdwarf-$version -O1 -w -o "typed$version" "$sources/../e2e/harness.c"
	$cc -gdwarf-$version -O1 -w -c -o "typed$version.o" "$sources/../e2e/harness.c"
	$cc -gdwarf-$version -O1 -w -gsplit-dwarf -c -o "half$version.o" "$sources/../e2e/harness.c"
	$cxx -gdwarf-$version -O2 -o "cc$version" "$sources/thrower.cc"
	$cxx -gdwarf-$version -O1 -c -o "cc$version.o" "$sources/thrower.cc"
	$cxx -gdwarf-$version -O1 -fdebug-types-section -c -o "types$version.o" "$sources/thrower.cc"
	$cxx -gdwarf-$version -O1 -gsplit-dwarf -c -o "split$version.o" "$sources/thrower.cc"
	$cxx -o "split$version" "split$version.o"
done
# A package of halves (.dwp), where its tool is there.
package=
if command -v dwp >/dev/null; then
	$cxx -gdwarf-4 -O1 -gsplit-dwarf -c -o whole.o "$sources/thrower.cc"
	$cxx -o whole whole.o
	dwp -o whole.dwp whole.dwo
	rm whole.dwo
	package="whole whole.dwp=whole"
fi
$cc -g -O2 -gz -o packed "$sources/operations.c"
strip -o stripped cc5
export ASAN_OPTIONS="log_path=$directory/report:quarantine_size_mb=16:detect_leaks=0" UBSAN_OPTIONS="log_path=$directory/report"
status=0
"$fuzzer" "$2" "$3" c4 c5 c4.o c5.o cc4 cc5 cc4.o cc5.o types4.o types5.o split4 split5 split4.o split5.o packed stripped \
	split4.dwo=split4 split5.dwo=split5 $package typed4 typed5 typed4.o typed5.o half4.dwo=half4.o half5.dwo=half5.o 2>iterations || status=$?
judge_reports $status || status=$?
[ -z "${KEEP:-}" ] || cp -r . "$KEEP"
[ $status -eq 0 ] || cat iterations >&2
exit $status
