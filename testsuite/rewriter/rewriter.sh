# SPDX-License-Identifier: GPL-3.0-or-later
# What the tests of the rewriter share; sourced after testsuite/lib.sh.

require objdump
require python3
[ "$(uname -m)" = x86_64 ] || skip "no x86-64"

# subject: a program of a few conditions, subject.c.
subject()
{
	cat >subject.c <<'C'
#include <stdio.h>
#include <stdlib.h>

int weigh(int a, int b, unsigned bits);

int weigh(int a, int b, unsigned bits)
{
	int sum = 0;

	if (a > b)
		sum += 100;
	for (int i = 0; i < a; i++)
		sum += i * b - 3;
	if (bits & 4)
		sum ^= (int)(bits << 3);
	return a == 7 ? -sum : sum;
}

int main(int argc, char **argv)
{
	if (argc < 4)
		return 2;
	printf("%d\n", weigh(atoi(argv[1]), atoi(argv[2]), (unsigned)atoi(argv[3])));
	return 0;
}
C
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
