# SPDX-License-Identifier: GPL-3.0-or-later
# Shell library of the tests.  A test is a POSIX shell script testsuite/DIRECTORY/STATEMENT.test:
#
#	. "${top_srcdir:-.}/testsuite/lib.sh"
#	expect_exit 2 "$REMT" report --format=nonsense
#	match err "unknown format"
#
# It starts in an empty directory of its own (removed if the test passes) and fails at the first
# command that fails.  Variables: top_srcdir, top_builddir, CC, TARGET_GCC, REMT (the program),
# REMT_PLUGIN (remt.so), REMT_RUNTIME (the library that is preloaded), all absolute, of the build tree.

set -eu
LC_ALL=C.UTF-8
export LC_ALL

unset CC || :
. "${top_builddir:-.}/testsuite/env.sh"
TARGET_GXX=$(echo "$GCC_TABLE" | sed -n "s|^[^ ]* $TARGET_GCC ||p")
TARGET_GCC_MAJOR=$($TARGET_GCC -dumpversion | sed 's/\..*//')
REMT=$top_builddir/remt
REMT_PLUGIN=$top_builddir/plugin/remt.so
REMT_RUNTIME=$top_builddir/runtime/libremt-rt.so
export REMT REMT_PLUGIN REMT_RUNTIME
PATH=$top_builddir/testsuite/tools:$PATH

# For tests that are not about limits of time: a mutant that never ends costs a multiple of this.  Their programs take
# a hundredth of it.
brief=--min-timeout=100ms
# For runs that are not about equivalent mutants, either.
run_brief="$brief --equiv=0"

# A sanitizer's report must be told from the exit codes of remt.
ASAN_OPTIONS=exitcode=99:${ASAN_OPTIONS-}
UBSAN_OPTIONS=print_stacktrace=1:exitcode=99:${UBSAN_OPTIONS-}
LSAN_OPTIONS=exitcode=99:${LSAN_OPTIONS-}
export ASAN_OPTIONS UBSAN_OPTIONS LSAN_OPTIONS
# What the user's shell or an outer make says is no part of a test.
unset MAKEFLAGS MAKELEVEL MFLAGS REMT_SESSION LD_PRELOAD CFLAGS CPPFLAGS LDFLAGS XDG_CACHE_HOME COLUMNS || :

lib_self=${lib_self-$0}
lib_name=$(basename "$lib_self" .test)
lib_scratch=$top_builddir/scratch/$(basename "$(dirname "$lib_self")")-$lib_name
chmod -R u+rwx "$lib_scratch" 2>/dev/null || :
rm -rf "$lib_scratch"
mkdir -p "$lib_scratch"
cd "$lib_scratch"
HOME=$lib_scratch
export HOME

lib_at_exit()
{
	lib_status=$?
	cd "$top_builddir"
	case $lib_status in
	0 | 77) rm -rf "$lib_scratch" ;;
	*) echo "left for a look: $lib_scratch" >&2 ;;
	esac
	exit "$lib_status"
}
trap lib_at_exit EXIT

# fail MESSAGE: ends the test as failed and shows the last command's output.
fail()
{
	echo "$lib_name: $*" >&2
	for lib_file in out err; do
		if [ -s "$lib_file" ]; then
			echo "--- $lib_file" >&2
			tail -n 60 "$lib_file" >&2
		fi
	done
	exit 1
}

# skip REASON: ends the test; this machine can't show what it is about.
skip()
{
	echo "skipped: $*"
	exit 77
}

# edit_database FILE SQL...: runs the statements on a database of remt, whose pages get new checksums.
edit_database()
{
	python3 -c 'import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
for statement in sys.argv[2:]:
    db.execute(statement)
db.commit()
db.execute("pragma wal_checkpoint(truncate)")' "$@"
	"$top_builddir/testsuite/store/seal" "$1"
}

# require COMMAND...: skips unless all are installed.
require()
{
	for lib_tool; do
		command -v "$lib_tool" >/dev/null || skip "$lib_tool is not installed"
	done
}

# run COMMAND...: runs it; leaves its output in the files out and err and its exit status in $status.
# A sanitizer's report always fails the test.
run()
{
	status=0
	"$@" >out 2>err </dev/null || status=$?
	[ "$status" -ne 99 ] || fail "a sanitizer stopped: $*"
	if grep -qE '(ERROR|WARNING): (Address|Leak)Sanitizer|runtime error: ' err; then
		fail "a sanitizer reported: $*"
	fi
}

# expect_exit N COMMAND...: it ends with exactly this status.
expect_exit()
{
	lib_expected=$1
	shift
	run "$@"
	[ "$status" -eq "$lib_expected" ] || fail "status $status, not $lib_expected: $*"
}

# ok COMMAND...: it succeeds.
ok()
{
	expect_exit 0 "$@"
}

# must_fail COMMAND...: it reports failure; a crash is not a failure that may be expected.
must_fail()
{
	run "$@"
	[ "$status" -ne 0 ] || fail "succeeded: $*"
	[ "$status" -lt 125 ] || fail "crashed or was not found (status $status): $*"
}

# match FILE REGEX: some line of FILE matches the extended expression.
match()
{
	grep -qE -- "$2" "$1" || fail "no line of $1 matches: $2"
}

no_match()
{
	if grep -nE -- "$2" "$1" >&2; then
		fail "a line of $1 matches: $2"
	fi
}

# match_exp FILE <<EXPECTED: FILE is exactly the text on standard input.
match_exp()
{
	cat >"$1.exp"
	diff -u "$1.exp" "$1" >&2 || fail "$1 differs from what is expected"
}

# contained COMMAND...: runs a hostile program in PID and mount namespaces of its own, so that what it
# kills or unmounts is only its own; everything that it leaves behind ends with it.
contained()
{
	lib_unshare='unshare --pid --fork --kill-child --mount --mount-proc'
	[ "$(id -u)" -eq 0 ] || lib_unshare="$lib_unshare --user --map-root-user"
	$lib_unshare true 2>/dev/null || skip "namespaces are refused here"
	$lib_unshare -- "$@"
}

# copy_example NAME: a fresh copy of examples/NAME in ./NAME.
copy_example()
{
	cp -R "$top_srcdir/examples/$1" "$1"
	chmod -R u+w "$1"
}

# instrument: prints the flags that make the target GCC plant mutants.
instrument()
{
	"$REMT" cflags --gcc="$TARGET_GCC"
}

# need_plugin: skips if this build has none.
need_plugin()
{
	[ -e "$REMT_PLUGIN" ] || skip "the plugin was not built"
}

# has_html: true if this build can write HTML reports.
has_html()
{
	[ -e "$top_builddir/report/elements.js" ]
}
