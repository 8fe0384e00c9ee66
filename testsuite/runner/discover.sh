# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by the tests of discovery.

# discover ARGUMENT...: runs the program of that name; out has the tests, err what it says of them.
discover()
{
	ok "$top_builddir/testsuite/runner/discover" "$@"
	cat err >&2
}

# needs_ptrace: skips where nothing can be traced.
needs_ptrace()
{
	run "$top_builddir/testsuite/runner/discover" true
	if grep -q 'ptrace is refused' err; then
		skip "ptrace is refused here"
	fi
}

needs_ptrace
