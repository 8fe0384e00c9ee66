# SPDX-License-Identifier: GPL-3.0-or-later
"""The matrix of a run, read from its store, and how it differs from another one."""
import os
import sqlite3

NOT_RUN = 2  # of cell.mode
UNKNOWN, NOT_REACHED, SURVIVED = 0, 1, 2
NAMES = ("unknown", "not reached", "survived", "killed (fail)", "killed (crash)", "killed (timeout)", "killed (memory)",
         "killed (output)")

LAST = "(SELECT max(key) FROM run)"
CELLS = f"""SELECT m.id, t.name, c.verdict, c.mode, c.origin FROM cell c
    JOIN mutant m ON m.key = c.mutant JOIN test t ON t.key = c.test WHERE c.run = {LAST}"""
COVER = f"""SELECT m.id, t.name, c.count FROM cover c
    JOIN mutant m ON m.key = c.mutant JOIN test t ON t.key = c.test WHERE c.run = {LAST}"""
MUTANTS = f"""SELECT m.id, r.file, r.function, r.line FROM run_mutant r JOIN mutant m ON m.key = r.mutant
    WHERE r.run = {LAST}"""
TESTS = f"SELECT t.name FROM run_test r JOIN test t ON t.key = r.test WHERE r.run = {LAST} AND NOT r.is_quarantined"
INPUTS = f"""SELECT DISTINCT i.path FROM run_test_input r JOIN input i ON i.key = r.input
    WHERE r.run = {LAST} AND r.use = 2"""


def is_kill(verdict):
    return verdict > SURVIVED


class Matrix:
    """Of the last run of the store in DIRECTORY, which is finished."""

    def __init__(self, directory):
        self.database = sqlite3.connect(f"file:{os.path.join(directory, 'remt.db')}?mode=ro", uri=True)
        self.cells = {(id, test): (verdict, mode, origin) for id, test, verdict, mode, origin in self.query(CELLS)}
        self.cover = {(id, test): count for id, test, count in self.query(COVER)}
        self.mutants = {id: place for id, *place in self.query(MUTANTS)}
        self.tests = [name for name, in self.query(TESTS)]
        self.root, = self.query(f"SELECT root FROM run WHERE key = {LAST}")[0]
        self.files = [path for path, in self.query(f"SELECT path FROM run_file WHERE run = {LAST}")]
        self.inputs = [path for path, in self.query(INPUTS)]
        self.database.close()
        usable = set(self.tests)
        self.cover = {cell: count for cell, count in self.cover.items() if cell[1] in usable}

    def query(self, sql):
        return self.database.execute(sql).fetchall()

    def verdict(self, cell):
        if cell in self.cells:
            return self.cells[cell][0]
        return UNKNOWN if cell in self.cover else NOT_REACHED

    def is_carried(self, cell):
        return cell in self.cells and self.cells[cell][2] != 0

    def is_executed(self, cell):
        return cell in self.cells and self.cells[cell][1] != NOT_RUN and not self.cells[cell][2]

    def nr_executed(self):
        return sum(map(self.is_executed, self.cells))

    def nr_carried(self):
        return sum(map(self.is_carried, self.cells))

    def killed(self):
        return {cell[0] for cell, (verdict, _, _) in self.cells.items() if is_kill(verdict)}

    def reached(self):
        return {id for id, _ in self.cover}


def common_cells(first, second):
    """Cells that both could have: of their common mutants and tests, reached in one of them at least."""
    tests = set(first.tests) & set(second.tests)
    for cell in first.cells.keys() | second.cells.keys() | first.cover.keys() | second.cover.keys():
        if cell[1] in tests and cell[0] in first.mutants and cell[0] in second.mutants:
            yield cell


def differences(first, second):
    """Cells with another verdict, in their order."""
    return sorted(cell for cell in common_cells(first, second) if first.verdict(cell) != second.verdict(cell))
