# SPDX-License-Identifier: GPL-3.0-or-later
# What the tests of remt run --binary share; sourced after testsuite/lib.sh.

require python3
[ "$(uname -m)" = x86_64 ] || skip "no x86-64"
unset TERM NO_COLOR || :
subject=$top_srcdir/testsuite/rewriter/subject.c

# subject_tests: tests of ./subject, one of which is a single process; in ./tests.list.
subject_tests()
{
	cat >tests.list <<-'EOF'
		alone: ./subject 7 1 0
		shell: test "$(./subject 3 2 4)" = 65 && test "$(./subject 7 1 0)" = -100
		other: ./subject 2 3 4 | grep -q '^-35$'
		usage: ! ./subject
	EOF
}

# rows STORE SQL: what it finds, a line each.
rows()
{
	python3 -c 'import sqlite3, sys
for row in sqlite3.connect(sys.argv[1]).execute(sys.argv[2]): print(*row)' "$1/remt.db" "$2"
}

# verdicts STORE: of its last run: mutant, test, verdict, a line each.
verdicts()
{
	rows "$1" 'select m.id, t.name, c.verdict from cell c join mutant m on m.key = c.mutant
		join test t on t.key = c.test where c.run = (select max(key) from run) order by 1, 2'
}

# mutants STORE: the ids of its last run.
mutants()
{
	rows "$1" 'select m.id from run_mutant r join mutant m on m.key = r.mutant
		where r.run = (select max(key) from run) order by 1'
}

# Few unmutated runs, and no load beside them; the subject's loops of four billion rounds are far beyond the limit of
# time, or their verdicts would be those of the moment.
run_options='-q -j2 --full --baseline-load=0 --baseline-runs=2 --min-timeout=200ms'
