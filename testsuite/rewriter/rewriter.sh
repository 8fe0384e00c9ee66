# SPDX-License-Identifier: GPL-3.0-or-later
# What the tests of the rewriter share; sourced after testsuite/lib.sh.

require objdump
require python3
[ "$(uname -m)" = x86_64 ] || skip "no x86-64"

# subject: a program of a few conditions, subject.c.
subject()
{
	cp "$top_srcdir/testsuite/rewriter/subject.c" .
}

# list FILE [OPTION...]: its variants, in list.json.
list()
{
	ok "$REMT" patch --json "$@"
	cp out list.json
}

# value EXPRESSION: of the list, which Python calls r; v: its variants.
value()
{
	python3 -c "import json; r = json.load(open('list.json')); v = r['variants']; print($1)"
}

# code FILE: its disassembly, without its name.
code()
{
	objdump -d --no-show-raw-insn "$1" | sed 1,3d
}
