# SPDX-License-Identifier: GPL-3.0-or-later
# What the tests of `remt equiv` share; sourced after testsuite/e2e/e2e.sh.

contained true

# build_num OPTIONS...: a program with two tests, in the working directory.
build_num()
{
	cat >num.h <<-'EOF'
		#define LEAST -1000
	EOF
	cat >num.c <<-'EOF'
		#include <assert.h>
		#include <stdio.h>
		#include <stdlib.h>
		#include "num.h"

		int magnitude(int a)
		{
			if (a < 0)
				return -a;
			return a;
		}

		int limit(int a)
		{
			int unused;

			if (a > 100)
				return 100;
			unused =
				7;
			assert(a >= LEAST);
			return a;
		}

		int main(int argc, char **argv)
		{
			int a = argc > 1 ? atoi(argv[1]) : 0;

			printf("%d %d\n", magnitude(a), limit(a));
			return 0;
		}
	EOF
	cat >tests.list <<-'EOF'
		five: [ "$(./num 5)" = "5 5" ]
		minus: [ "$(./num -5)" = "5 -5" ]
	EOF
	$TARGET_GCC "$@" $(instrument) -fplugin-arg-remt-preset=all num.c -o num
}

# run_num: its mutants, all by all tests; nothing is proven yet.
run_num()
{
	ok "$REMT" run $run_brief -q --full --tests=tests.list
}

# id_of PATTERN: the id of the first mutant whose line in the report matches.
id_of()
{
	"$REMT" report --status=killed,timeout,survived,not-reached |
		sed -nE "/$1/{s/.*\] \(([0-9a-f]{12})\).*/\1/p;q}" >id
	[ -s id ] || fail "no mutant is like this: $1"
	cat id
}

# equiv OPTION...: by the compiler of this test.
equiv()
{
	"$REMT" equiv --cc="$TARGET_GCC" "$@"
}
