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
MUTANTS = f"""SELECT m.id, r.file, r.function, r.line, r.op, r.replacement FROM run_mutant r
    JOIN mutant m ON m.key = r.mutant WHERE r.run = {LAST} ORDER BY r.line, r.column, r.end_line, r.end_column, m.id"""
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
        self.mutants, self.names = {}, {}
        self._read_mutants()
        self.tests = [name for name, in self.query(TESTS)]
        self.root, = self.query(f"SELECT root FROM run WHERE key = {LAST}")[0]
        self.files = [path for path, in self.query(f"SELECT path FROM run_file WHERE run = {LAST}")]
        self.inputs = [path for path, in self.query(INPUTS)]
        self.database.close()
        usable = set(self.tests)
        self.cover = {cell: count for cell, count in self.cover.items() if cell[1] in usable}

    def _read_mutants(self):
        """Ids hold lines, which move: across versions, a mutant is the nth of its function that does the same."""
        counts = {}
        for id, file, function, line, op, replacement in self.query(MUTANTS):
            self.mutants[id] = file, function, line
            what = file, function, op, replacement
            counts[what] = counts.get(what, 0) + 1
            self.names[(*what, counts[what])] = id

    def ids_in(self, other):
        """Of the mutants that another version has, too: its id by the id here."""
        return {id: other.names[name] for name, id in self.names.items() if name in other.names}

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
    """Pairs of cells, one of each, that both could have: of their common mutants and tests, reached in one of them at least."""
    tests, ids = set(first.tests) & set(second.tests), first.ids_in(second)
    for id, other in ids.items():
        for test in tests:
            cells = (id, test), (other, test)
            if any(cell in matrix.cells or cell in matrix.cover for cell, matrix in zip(cells, (first, second))):
                yield cells


def differences(first, second):
    """Cells of the first matrix with another verdict in the second one, in their order."""
    return sorted(one for one, two in common_cells(first, second) if first.verdict(one) != second.verdict(two))
