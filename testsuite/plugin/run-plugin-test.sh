#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# run-plugin-test.sh CASE.c: compiles one program by plain GCC and with the plugin, at -O0 and -O2, and again
# with the garbage collector forced and the compiler's checks on; compares what the programs do,
# and the sites with the expectations in the comments (doc/HOWTO_TEST.md).
lib_self=$1
case=$1
. "${top_srcdir:-.}/testsuite/lib.sh"
need_plugin
case $case in
/*) ;;
*) case=$top_builddir/$case ;;
esac
name=$(basename "$case")
cp "$case" "$name"

compiler=$TARGET_GCC
case $name in
*.cc) compiler=$TARGET_GXX ;;
esac
flags=$(sed -n 's,^/\* flags: \(.*\) \*/.*,\1,p' "$name")
plugin="$(instrument) $(sed -n 's,^/\* plugin: \(.*\) \*/.*,\1,p' "$name")"

# forced LEVEL: has the collector run whenever it can.  The passes of -O2 that follow the plugin's are many and keep nothing
# of it: there it runs when the heap has grown by a hundredth, as else most of the time goes into looking at the same heap.
forced()
{
	growth=0
	[ "$1" = -O0 ] || growth=1
	echo "-fchecking --param ggc-min-expand=$growth --param ggc-min-heapsize=0"
}

# behave PROGRAM: runs it and writes what it printed and how it ended to PROGRAM.did.
behave()
{
	lib_status=0
	timeout 60 "./$1" >"$1.did" 2>&1 </dev/null || lib_status=$?
	echo "status $lib_status" >>"$1.did"
}

# mutants PROGRAM: "LINE COLUMN OPERATOR" of each mutant of the case.
mutants()
{
	"$REMT" dump "$1" >"$1.dump" || fail "remt dump $1"
	sed -n "s|^\(.*/\)\{0,1\}$name:\([0-9]*\):\([0-9]*\)-[0-9:]*: \([^ ]*\) .*|\2 \3 \4|p" "$1.dump" | sort -u
}

# check_expectations LIST: every comment of the case against the mutants.
check_expectations()
{
	awk -v name="$name" '
		FILENAME == ARGV[1] { found[$1] = found[$1] " " $3 "@" $2 " " $3; count[$1]++; next }
		function has(line, want,    i, n, words) {
			n = split(found[line], words, " ")
			for (i = 1; i <= n; i++)
				if (words[i] == want || index(words[i], want ":") == 1)
					return 1
			return 0
		}
		function complain(text) { print name ":" FNR ": " text " (has:" found[FNR] ")"; bad = 1 }
		{
			rest = $0
			while (match(rest, /\/\* (site|only|no-site)([^*]|\*[^\/])*\*\//)) {
				note = substr(rest, RSTART + 3, RLENGTH - 6)
				rest = substr(rest, RSTART + RLENGTH)
				n = split(note, words, " ")
				expectations++
				if (words[1] == "no-site" && count[FNR] > 0)
					complain("must have no mutant")
				for (i = 2; i <= n && words[1] != "no-site"; i++)
					if (!has(FNR, words[i]))
						complain("lacks " words[i])
				if (words[1] == "only:" && count[FNR] != n - 1)
					complain("must have exactly " n - 1 " mutants, has " count[FNR] + 0)
			}
		}
		END {
			if (!expectations) {
				print name ": no expectation in any comment"
				bad = 1
			}
			exit bad
		}' "$1" "$name" >&2 || fail "sites differ from what is expected"
}

# shellcheck disable=SC2086
for level in -O0 -O2; do
	ok $compiler $flags $level -g "$name" -o plain
	behave plain
	if grep -q '/\* dies \*/' "$name"; then
		no_match plain.did '^status 0$'
	else
		match plain.did '^status 0$'
	fi
	for extra in '' "$(forced "$level")"; do
		# The headers of C++ would take minutes with the collector forced.
		[ "$compiler" = "$TARGET_GCC" ] || [ -z "$extra" ] || continue
		[ "${FORCED-}" != no ] || [ -z "$extra" ] || continue
		ok $compiler $flags $level -g $plugin $extra "$name" -o mutated
		behave mutated
		diff plain.did mutated.did >&2 || fail "behaves differently at $level $extra"
		# C++ gets no sites.
		[ "$compiler" = "$TARGET_GCC" ] || continue
		mutants mutated >mutants.now
		if [ -e mutants.first ]; then
			diff mutants.first mutants.now >&2 || fail "other mutants at $level $extra"
		else
			mv mutants.now mutants.first
			check_expectations mutants.first
		fi
	done
done
