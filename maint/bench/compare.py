#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the cells of two stores of the same build, such as one of --mode=exec with one of --mode=auto.

	compare.py STORE STORE

Prints each cell whose verdict differs, and how many cells there are by mode; status 1 if any differs or is only in one.
"""
import os
import sqlite3
import sys

VERDICTS = ["unknown", "not reached", "survived", "fail", "crash", "timeout", "memory", "output"]
MODES = ["exec", "fork-server", "none", "split-stream"]
QUERY = """SELECT m.id, t.name, c.verdict, c.mode FROM cell c
	JOIN mutant m ON m.key = c.mutant JOIN test t ON t.key = c.test
	WHERE c.run = (SELECT max(key) FROM run)"""


def read_cells(store):
	database = sqlite3.connect(f"file:{os.path.join(store, 'remt.db')}?mode=ro", uri=True)
	cells = {(mutant, test): (verdict, mode) for mutant, test, verdict, mode in database.execute(QUERY)}
	database.close()
	return cells


def tell(store, cells):
	modes = {}
	for _, mode in cells.values():
		modes[mode] = modes.get(mode, 0) + 1
	print(f"{store}: {len(cells)} cells, " + ", ".join(f"{modes[m]} by {MODES[m]}" for m in sorted(modes)))


def main():
	if len(sys.argv) != 3:
		sys.exit(__doc__)
	first, second = (read_cells(store) for store in sys.argv[1:])
	different = 0
	for cell in sorted(first.keys() | second.keys()):
		verdicts = [cells[cell][0] if cell in cells else None for cells in (first, second)]
		if verdicts[0] != verdicts[1]:
			different += 1
			print(*cell, *("missing" if v is None else VERDICTS[v] for v in verdicts))
	tell(sys.argv[1], first)
	tell(sys.argv[2], second)
	print(f"{different} different")
	sys.exit(1 if different else 0)


main()
