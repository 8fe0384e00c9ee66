# SPDX-License-Identifier: GPL-3.0-or-later
"""The store of a run: what it knows, and how it is made to be run again in part."""
import os
import shutil
import sqlite3
import subprocess

SURVIVED, FAILED, CRASHED, TIMEOUT = 2, 3, 4, 5

# Of the last run, which is the only one here.
CELLS = "SELECT m.id, c.test, c.verdict, c.mode, c.wall_us FROM cell c JOIN mutant m ON m.key = c.mutant"
REACHED = "SELECT DISTINCT m.id FROM cover c JOIN mutant m ON m.key = c.mutant"
MUTANTS = """SELECT m.id, r.file, r.line, r.column, r.end_line, r.end_column, r.replacement
    FROM run_mutant r JOIN mutant m ON m.key = r.mutant ORDER BY m.id"""


class Store:
    def __init__(self, directory):
        self.directory = directory

    def query(self, sql, *values):
        database = sqlite3.connect(os.path.join(self.directory, "remt.db"))
        rows = database.execute(sql, values).fetchall()
        database.close()
        return rows

    def undecided(self):
        """Mutants that some test could not decide by its own result: limits, and what is unknown."""
        return {id for id, _, verdict, _, _ in self.query(CELLS) if verdict not in (SURVIVED, FAILED, CRASHED)}

    def killed(self):
        return {id for id, _, verdict, _, _ in self.query(CELLS) if verdict in (FAILED, CRASHED)}

    def mutants(self):
        return self.query(MUTANTS)

    def reached(self):
        return {id for id, in self.query(REACHED)}

    def root(self):
        return self.query("SELECT root FROM run")[0][0]

    def reopened(self, directory, known, seal):
        """A copy, sealed by the program SEAL, in which the run is unfinished and knows the mutants KNOWN alone: the same command runs all others."""
        shutil.copytree(self.directory, directory)
        database = sqlite3.connect(os.path.join(directory, "remt.db"))
        database.execute("CREATE TEMP TABLE known (mutant INTEGER)")
        database.executemany("INSERT INTO known SELECT key FROM mutant WHERE id = ?", [(id,) for id in known])
        database.execute("UPDATE run SET finished = ''")
        database.execute("DELETE FROM cell")
        database.execute(f"""INSERT INTO cell (run, mutant, test, verdict, mode, wall_us, detail)
            SELECT run, mutant, min(test), {TIMEOUT}, 0, 0, 0 FROM cover WHERE mutant IN known GROUP BY run, mutant""")
        database.commit()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.close()
        subprocess.run([seal, os.path.join(directory, "remt.db")], check=True)
        return Store(directory)
