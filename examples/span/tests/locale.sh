#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Needs a locale that few machines have: shows how a skipped test looks.
locale -a 2>/dev/null | grep -qi '^de_AT\.utf-\?8$' || exit 77
[ "$(echo 1d | LC_ALL=de_AT.UTF-8 "${SPANS-./spans}" | sed -n '$p')" = 'mean     1d' ]
