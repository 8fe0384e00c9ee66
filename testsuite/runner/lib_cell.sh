# SPDX-License-Identifier: GPL-3.0-or-later
# For the scripts of this directory: runs the samples as cells.
#
#	cell_build			makes ./tree with sample, module.so and input.txt
#	cell OPTION... -- NAME		runs sample NAME contained and leaves the result in the file out
#	both NAME LINE...		by exec and by fork-server alike, each LINE is in the result

cell_program=$top_builddir/testsuite/runner/cell

cell_build()
{
	mkdir tree
	$CC -D_GNU_SOURCE -O1 -pthread -I"$top_srcdir/include" -o tree/sample \
		"$top_srcdir/testsuite/runner/sample.c"
	$CC -D_GNU_SOURCE -O1 -shared -fPIC -I"$top_srcdir/include" -o tree/module.so \
		"$top_srcdir/testsuite/runner/module.c"
	printf 'one\ntwo' >tree/input.txt
	tree=$PWD/tree
	cell_scratch=$PWD/worker
	mkdir worker
}

cell()
{
	ok contained "$cell_program" -s "$cell_scratch" -d "$tree" -v "$tree" "$@"
	match out '^error=$'
	[ -z "$(ls -A "$cell_scratch")" ] || fail "left in the scratch directory: $(ls -A "$cell_scratch")"
}

cell_limits='-l cpu_ms=1000 -l wall_ms=60000 -l memory_kb=60000 -l output_bytes=1000000 -l processes=100
	-l hits=1000000'

both()
{
	sample=$1
	shift
	for mode in exec fork-server; do
		if [ $mode = exec ]; then
			cell $cell_limits -m 5a -- ./sample "$sample"
		else
			cell $cell_limits -m 5a -f "$tree/sample" -- ./sample "$sample"
		fi
		match out "^mode=$mode\$"
		match out '^isolated=1$'
		for line; do
			grep -qxF -- "$line" out || fail "$sample by $mode: not so: $line"
		done
	done
}
