#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPANS names the program; automake and plain make run this in the build directory.
set -eu
spans=${SPANS-./spans}
expected='count    3
shortest 10s
longest  2h
mean     41m3s'

[ "$(printf '10s\n# a comment\n\n2h\n3m\n' | "$spans")" = "$expected" ]
printf '10s\n' | "$spans" -q
! printf 'ten\n' | "$spans" -q 2>/dev/null
