# SPDX-License-Identifier: GPL-3.0-or-later
# Builds one program in many ways; sourced after testsuite/lib.sh.
#
#	modes_begin			takes what plain -O2 gives as the truth: mutants, verdicts
#	mode FLAGS...			builds modes.c by these flags, plain and with the plugin, and checks both
#	both COMMAND...			runs COMMAND with $cc, $plugin and $to set: plain compiler, then with the plugin
#	check_mode WHAT			what `both` made in plain/ and mutated/: programs named prog
#
# A mode is right if the unmutated program prints the same and ends in the same way as the plain one, on both
# descriptors, has the mutants that it has at -O2, and the same verdicts for a sample of them.

need_plugin
require python3
modes_sample=30
[ "${FORCED-}" != no ] || modes_sample=15
# Without those whose mutants have undefined behaviour.
modes_functions='--function=main --function=clamp --function=next --function=add --function=grade --function=mean
	--function=grow'
# A regular expression of the lines whose mutants some mode has not.
modes_lines_lost=none
# What two verdicts may differ by, as a sed script that makes them the same.
modes_verdict_edit=
plugin_flags=$(instrument)

# supported FLAGS...: the compiler and this machine can build and run a program so.
supported()
{
	echo 'int main(void) { return 0; }' >supported.c
	"$TARGET_GCC" "$@" supported.c -o supported 2>/dev/null && ./supported
}

both()
{
	cc=$TARGET_GCC
	for to in plain mutated; do
		rm -rf "$to"
		mkdir "$to"
		[ "$to" = plain ] && plugin='' || plugin=$plugin_flags
		ok "$@"
	done
}

# did PROGRAM ARGUMENT...: what it prints and how it ends, in PROGRAM.did.
did()
{
	did_program=$1
	shift
	status=0
	timeout 60 "$did_program" "$@" >"$did_program.out" 2>"$did_program.err" </dev/null || status=$?
	{
		echo "status $status"
		cat "$did_program.out"
		echo '--'
		cat "$did_program.err"
	} >"$did_program.did"
}

same_behaviour()
{
	for modes_args in '' '0' '7' '20'; do
		did plain/prog $modes_args
		did mutated/prog $modes_args
		diff plain/prog.did mutated/prog.did >&2 || fail "behaves differently: $1"
	done
	match plain/prog.did ' items$'
}

# mutants FILE: its mutants without the path of the source.
mutants()
{
	ok "$REMT" dump "$1"
	sed -n 's|^\([^ ]*/\)\{0,1\}\(modes\.c:.*\)|\2|p' out | sort
}

same_mutants()
{
	mutants mutated/prog >mutants.now
	grep -vE "^modes.c:$modes_lines_lost" mutants.first >mutants.expected
	grep -vE "^modes.c:$modes_lines_lost" mutants.now | diff mutants.expected - >&2 || fail "other mutants: $1"
}

# verdicts: of a sample, a line each: mutant, test, verdict.  Nobody reads the names of functions in reports of sanitizers.
verdicts()
{
	rm -rf store
	ok env ASAN_OPTIONS="$ASAN_OPTIONS:symbolize=0" UBSAN_OPTIONS="$UBSAN_OPTIONS:symbolize=0" "$REMT" run -q --full --sample=$modes_sample $modes_functions --baseline-runs=2 --store=store --root=. \
		--tests=tests.list
	python3 - <<-'EOT'
		import sqlite3
		db = sqlite3.connect("store/remt.db")
		for row in db.execute("""select m.id, t.name, c.verdict from cell c
		    join mutant m on m.key = c.mutant join test t on t.key = c.test order by 1, 2"""):
		    print(*row)
	EOT
}

same_verdicts()
{
	verdicts | sed "$modes_verdict_edit" >verdicts.now
	# Where some mutants are lost, others are drawn.
	[ "$modes_lines_lost" = none ] || {
		cut -d ' ' -f 1 verdicts.first >known
		grep -F -f known verdicts.now >verdicts.both || fail "no mutant in common: $1"
		mv verdicts.both verdicts.now
		cut -d ' ' -f 1 verdicts.now >known
	}
	grep -F -f known verdicts.first | sed "$modes_verdict_edit" | diff - verdicts.now >&2 || fail "other verdicts: $1"
}

check_mode()
{
	same_behaviour "$1"
	same_mutants "$1"
	same_verdicts "$1"
}

build_mode()
{
	"$cc" $plugin "$@" modes.c -o "$to/prog"
}

mode()
{
	both build_mode "$@"
	check_mode "$*"
}

modes_begin()
{
	cp "$top_srcdir/testsuite/plugin/modes.c" .
	cat >tests.list <<-'EOT'
		text: mutated/prog 12 >now && cmp now want
		alone: mutated/prog 4
	EOT
	both build_mode -O2
	plain/prog 12 >want 2>/dev/null
	mutants mutated/prog >mutants.first
	verdicts >verdicts.first
	cut -d ' ' -f 1 verdicts.first >known
	grep -q ' 2$' verdicts.first || fail "no mutant survives"
	[ "$(grep -c ' 3$' verdicts.first)" -ge 5 ] || fail "hardly a mutant is killed"
	same_behaviour -O2
}
