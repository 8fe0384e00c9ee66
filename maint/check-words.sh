#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Words that must not occur: functions without a bound or with a shell, version tests of GCC
# outside plugin/base/compat.h, notes of unfinished work, files without a licence.
set -eu
cd "${1-$(dirname "$0")/..}"
bad=0
# Top folders of maint/layers, which check-includes.py holds against the tree.
dirs=$(sed -n 's|^\([a-z]*\)[a-z0-9_/]*:.*|\1|p' maint/layers | sort -u)

# sources [DIR...]: all C and C++ files.
sources()
{
	find "$@" -type f \( -name '*.c' -o -name '*.h' -o -name '*.cc' \) | sort
}

# forbid WHY REGEX EXCEPT FILE...: prints and counts every match.
forbid()
{
	why=$1 regex=$2 except=$3
	shift 3
	if grep -nE "$regex" "$@" | grep -vE "^($except):"; then
		echo "words: $why" >&2
		bad=1
	fi
}

forbid 'banned function (see common/banned.h)' \
	'(^|[^A-Za-z0-9_>.])(strcpy|strcat|sprintf|vsprintf|strtok|atoi|atol|system|mktemp|gets) ?\(' \
	'common/banned\.h' $(sources $dirs testsuite/unit)
forbid 'only plugin/base/compat.h tests the version of GCC' \
	'GCCPLUGIN_VERSION|BUILDING_GCC_|__GNUC__' 'plugin/base/compat\.h' $(sources $dirs)
forbid 'attributes have the names of common/attr.h' '__attribute__\(\(.*(warn_unused_result|returns_nonnull|format\()' \
	'common/attr\.h' $(sources $dirs rewriter reuse iso verify | grep -v '^plugin/')
forbid 'unfinished work' '\b(TODO|FIXME|XXX)\b *[:(]' 'none' $(sources $dirs)

# What remt prints goes through common/print.h, where text from outside is escaped: a writer can't forget it.
# Elsewhere nothing prints at all.
writers=$(sources cmd report)
others=$(sources $(printf '%s\n' $dirs | grep -vE '^(cmd|report|runtime|plugin|include)$'))
forbid 'text for people is printed by print(), print_to(), cmd_say() and cmd_warn()' \
	'(^|[^A-Za-z0-9_])(v?f?printf|v?dprintf|puts|perror|psignal) ?\(' 'none' $writers
forbid 'JSON is printed by emit_take() and emit_document()' \
	'json_dump(f|fd|_file|_callback) ?\(' 'report/emit\.c' $writers
forbid 'wrong usage is told by cmd_usage()' 'argp_(error|failure)\(' 'cmd/cmd\.[ch]' $writers
forbid 'only literals are written by fputs(), fputc(), putchar(): print_to() escapes' \
	'(^|[^A-Za-z0-9_])(fputs|fputc|putc|putchar|fwrite)(_unlocked)?\(($|[^"'"'"'])' 'none' $writers
forbid 'who prints exactly must know why: name the file here' \
	'(^|[^A-Za-z0-9_])print_exactly\(' \
	'(cmd/cmd|cmd/cflags|cmd/dump|cmd/gen/test/c_tests|cmd/gen/function/tests|cmd/harness|cmd/html|cmd/show|report/emit|report/html|report/text)\.c' $writers
# explore/ is inside the tested program, and has no other way to tell what stopped it.
forbid 'only cmd/ and report/ print' \
	'(\(|, *)(stdout|stderr)[,)]' '(common/(print|destination)|explore/(call|start))\.c' $others

for file in $(sources $dirs testsuite examples) $(find m4 -name '*.m4') \
	$(find . -path './[a-z]*/local.mk') bootstrap configure.ac Makefile.am quickstart; do
	head -n 3 "$file" | grep -q 'SPDX-License-Identifier: ' || {
		echo "words: $file has no SPDX line" >&2
		bad=1
	}
done
for file in $(sources runtime) include/remt/unit.h include/remt/session.h include/remt/coverage.h; do
	head -n 1 "$file" | grep -q 'WITH GCC-exception-3.1' || {
		echo "words: $file gets into tested programs and needs the run-time exception" >&2
		bad=1
	}
done
exit $bad
