# SPDX-License-Identifier: GPL-3.0-or-later
# The examples are projects of their own; the archive carries every file of them.
EXTRA_DIST += examples/README.md
