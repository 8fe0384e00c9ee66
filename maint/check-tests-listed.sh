#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# testsuite/tests.am, as bootstrap wrote it, still names every test.
set -eu
cd "${1-$(dirname "$0")/..}"
maint/gen-tests-am.sh --stdout | diff testsuite/tests.am - && exit 0
echo "tests were added or removed: run ./bootstrap" >&2
exit 1
