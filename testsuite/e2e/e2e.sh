# SPDX-License-Identifier: GPL-3.0-or-later
# What the end-to-end tests share; sourced after testsuite/lib.sh.

need_plugin
require python3
# Locale and terminal of the caller are no part of a test.
unset TERM NO_COLOR || :

# build_span [FLAGS...]: the example, built by plain make in ./span, which becomes the working directory.
build_span()
{
	copy_example span
	cd span
	make -f plain.mk CC="$TARGET_GCC" CFLAGS="-O2 -g $(instrument) $*" all >../build.log 2>&1 ||
		fail "the example does not build: $(cat ../build.log)"
}

# list_span: three tests that are single processes, and one of several; in ./tests.list.
list_span()
{
	cat >tests.list <<-'EOF'
		parse: tests/parse
		format: tests/format
		stats: tests/stats
		program: SPANS=./spans tests/program.sh
	EOF
}

# cells STORE: the cells of its last run, a line each: mutant, test, verdict; in the file $1.cells.
cells()
{
	python3 - "$1/remt.db" <<-'EOF' >"$1.cells"
		import sqlite3, sys
		db = sqlite3.connect(sys.argv[1])
		for row in db.execute("""select m.id, t.name, c.verdict from cell c
		    join mutant m on m.key = c.mutant join test t on t.key = c.test
		    where c.run = (select max(key) from run) order by 1, 2"""):
		    print(*row)
	EOF
}

# query STORE SQL: one value.
query()
{
	python3 -c 'import sqlite3, sys
print(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone()[0])' "$1/remt.db" "$2"
}
