# SPDX-License-Identifier: GPL-3.0-or-later
# What the tests of `remt iso` share; sourced after testsuite/e2e/e2e.sh.

iso_flags()
{
	echo "-O${iso_level-1} -g $(instrument) -fplugin-arg-remt-preset=${iso_preset-iso}"
}

# versions EDIT [TEST...]: old/ with subject.c (standard input) behind a program that is given the words
# of one TEST (default: "0", "1" and "2"); new/ the same after the sed script EDIT of subject.c.
versions()
{
	iso_edit=$1
	shift
	rm -rf old new tests.list
	mkdir old new
	{
		printf '#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <time.h>\n#include <unistd.h>\n'
		printf 'int subject(int n, const char *text);\n'
		cat
	} >old/subject.c
	printf '%s\n' '#include <stdlib.h>' 'int subject(int n, const char *text);' 'int main(int argc, char **argv)' '{' \
		'	return subject(argc > 1 ? atoi(argv[1]) : 0, argc > 2 ? argv[2] : "");' '}' >old/test_subject.c
	cp old/* new
	sed -i "$iso_edit" new/subject.c
	[ "$iso_edit" = "" ] || ! cmp -s old/subject.c new/subject.c || fail "the edit changes nothing: $iso_edit"
	[ $# -gt 0 ] || set -- 0 1 2
	for iso_test; do
		echo "t$(echo "$iso_test" | tr -c 'a-z0-9\n' _): ./program $iso_test" >>tests.list
	done
	build_version old
	build_version new
}

# build_version DIRECTORY: its test_subject.c is mostly that of the examples before, whose object is kept for this.
build_version()
{
	iso_kept=$PWD/kept.$1
	# shellcheck disable=SC2086
	(cd "$1" && set -- $(iso_flags) && echo "$*" >flags && "$TARGET_GCC" "$@" -c subject.c && {
		if cmp -s flags "$iso_kept/flags" && cmp -s test_subject.c "$iso_kept/test_subject.c"; then
			cp "$iso_kept/test_subject.o" .
		else
			"$TARGET_GCC" "$@" -c test_subject.c && mkdir -p "$iso_kept" && cp flags test_subject.? "$iso_kept"
		fi
	} && "$TARGET_GCC" "$@" -o program test_subject.o subject.o && rm flags test_subject.o) || fail "version $1 does not build"
}

# checks: the same program behind another test program (standard input), which is built with both versions.
checks()
{
	cat >old/test_subject.c
	cp old/test_subject.c new
	build_version old
	build_version new
}

# versions_elsewhere OLD NEW: moves both versions to these directories, and builds them there as CMake does, by absolute
# paths.
versions_elsewhere()
{
	iso_old=$1
	iso_new=$2
	rm -rf "${iso_old%%/*}" "${iso_new%%/*}"
	mkdir -p "$iso_old" "$iso_new"
	cp old/*.c "$iso_old"
	cp new/*.c "$iso_new"
	for iso_directory in "$iso_old" "$iso_new"; do
		# shellcheck disable=SC2046
		(cd "$iso_directory" && "$TARGET_GCC" $(iso_flags) -o program "$PWD/test_subject.c" "$PWD/subject.c") ||
			fail "version $iso_directory does not build"
	done
}

# iso [OPTION...]: compares; leaves the result in $status, out, err and out.json.
iso()
{
	run "$REMT" iso $brief -j1 --json "$@" "${iso_old-old}" "${iso_new-new}" --tests=tests.list
	cp out out.json
	case $status in
	0 | 1) ;;
	*) fail "remt iso ended with $status" ;;
	esac
}

# value EXPRESSION: of the result, which Python calls r; d: its explained differences.
value()
{
	python3 -c "import json; r = json.load(open('out.json')); d = [x for x in r['differences'] if x['explained']]; print($1)"
}

# found COUNT [NATURE]: so many differences, the first of that nature.
found()
{
	[ "$(value 'len(d)')" = "$1" ] || fail "$iso_case: $(value 'len(d)') differences, not $1: $(cat out.json)"
	[ "$1" -eq 0 ] || [ $# -eq 1 ] || [ "$(value "d[0]['nature']")" = "$2" ] ||
		fail "$iso_case: the difference is '$(value "d[0]['nature']")', not '$2'"
	[ "$status" -eq $(($1 > 0)) ] || fail "$iso_case: exit status $status"
}

# example NAME: begins one.
example()
{
	iso_case=$1
}

# third EDIT: a build of new/ with its subject.c after the sed script EDIT, in third/.
third()
{
	rm -rf third
	cp -r new third
	sed -i "$1" third/subject.c
	[ "$1" = "" ] || ! cmp -s new/subject.c third/subject.c || fail "$iso_case: the edit of the third build changes nothing"
	build_version third
}

# accounts LIST STATUS: of the differences, in the order in which they are told: "suspect change"; the exit status.
accounts()
{
	[ "$(value "' '.join(x['account'] for x in d)")" = "$1" ] || fail "$iso_case: not '$1': $(cat out.json)"
	[ "$status" -eq "$2" ] || fail "$iso_case: exit status $status"
}

# why REGEX: the reason of the first difference.
why()
{
	value "d[0]['why']" | grep -qE -- "$1" || fail "$iso_case: another reason: $(value "d[0]['why']")"
}

# expected EDIT [OPTION...]: the file expected.diff, of the old subject.c to what the sed script EDIT makes of it.
expected()
{
	rm -rf expected
	mkdir expected
	sed "$1" old/subject.c >expected/subject.c
	! cmp -s old/subject.c expected/subject.c || fail "$iso_case: nothing is expected"
	shift
	[ $# -gt 0 ] || set -- -u
	diff "$@" old/subject.c expected/subject.c >expected.diff || :
}
