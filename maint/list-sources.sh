#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Lists the C and C++ sources of a tree: list-sources.sh [TREE].  Left out are what is built, inputs of the
# plugin's tests and examples, which are as other people write.
set -eu
cd "${1-$(dirname "$0")/..}"
find . -mindepth 1 \( -type d \( -name '.git' -o -path './testsuite/plugin' -o -path './examples' \
	-o -path './scratch' -o -exec test -e '{}/config.status' \; \) -prune \) \
	-o -type f \( -name '*.c' -o -name '*.h' -o -name '*.cc' \) ! -path './store/schema_sql.h' -print | sort
