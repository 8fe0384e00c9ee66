#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The layer rule: who may include whom, and which library belongs to which directory.
#   common <- include/remt <- plugin runtime sites graph store report runner <- reuse, iso <- cmd
set -eu
cd "${1-$(dirname "$0")/..}"
bad=0

# allow DIRECTORY REGEX: quoted includes of DIRECTORY's files match REGEX.
allow()
{
	[ -d "$1" ] || return 0
	if grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' "$1" --include='*.c' --include='*.h' --include='*.cc' |
		grep -vE "include[[:space:]]*\"($2)\""; then
		echo "layer: $1/ may include only: $2" >&2
		bad=1
	fi
}

# only HEADER-REGEX DIRECTORY...: nobody else includes that library.
only()
{
	header=$1
	shift
	pattern=
	for dir in "$@"; do
		pattern="$pattern|^$dir/"
	done
	if grep -rnE "^[[:space:]]*#[[:space:]]*include[[:space:]]*[<\"]($header)[>\"]" \
		common include plugin runtime sites rewriter graph store report runner reuse iso verify cmd |
		grep -vE "${pattern#|}"; then
		echo "layer: $header belongs to: $*" >&2
		bad=1
	fi
}

allow common 'common/.*'
allow include 'remt/.*'
allow runtime 'runtime/.*|remt/.*'
allow sites 'sites/.*|common/.*|remt/.*'
allow rewriter 'rewriter/.*|sites/.*|common/.*|remt/.*'
allow graph 'graph/.*|sites/.*|common/.*|remt/.*'
allow store 'store/.*|common/.*|remt/.*'
allow verify 'verify/.*|runner/.*|graph/.*|sites/.*|store/.*|common/.*|remt/.*'
allow report 'report/.*|store/.*|common/.*|remt/.*'
allow reuse 'reuse/.*|runner/.*|graph/.*|sites/.*|store/.*|common/.*|remt/.*'
allow iso 'iso/.*|runner/.*|graph/.*|sites/.*|store/.*|common/.*|remt/.*'
allow runner 'runner/.*|rewriter/.*|graph/.*|sites/.*|store/.*|common/.*|remt/.*'
only 'sqlite3\.h' store
only 'zstd\.h' store
only 'seccomp\.h' runner
only 'capstone/.*|elfutils/.*|dwarf\.h' rewriter
only 'gelf\.h|libelf\.h' sites rewriter
only 'gcc-plugin\.h' plugin
only 'cmd/.*' cmd
# The state of a module belongs to its folder; worker_state.h is a module of that name.
for header in $(find common sites rewriter graph store report runner reuse iso verify cmd -name '*_state.h' \
	! -name worker_state.h | sort); do
	only "$header" "$(dirname "$header")"
done
exit $bad
