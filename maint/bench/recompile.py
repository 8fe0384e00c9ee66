# SPDX-License-Identifier: GPL-3.0-or-later
"""Mutants of the stored run as patches of the source, each compiled by plain gcc, its tests run from that build."""
import os
import random
import shutil
import stat
import time

import store

SEED = 1


def offset(lines, line, column):
    return sum(map(len, lines[:line - 1])) + column - 1


def patched(text, row):
    """Bytes TEXT with the range of the mutant replaced: lines and columns count from 1, columns in bytes."""
    _, _, line, column, end_line, end_column, replacement = row
    lines = [part + b"\n" for part in text.split(b"\n")]
    begin, end = offset(lines, line, column), offset(lines, end_line, end_column)
    return text[:begin] + replacement.encode() + text[end:]


def walk(root):
    """Paths below ROOT of what is no directory, with what tells whether they have changed."""
    found = {}
    for directory, _, names in os.walk(root):
        for name in names:
            path = os.path.join(directory, name)
            status = os.lstat(path)
            found[os.path.relpath(path, root)] = status.st_mode, status.st_size, status.st_mtime_ns
    return found


def restore(reference, root):
    """Files and times of REFERENCE; as a patched file would else look older than its object."""
    wanted, found = walk(reference), walk(root)
    for path in found.keys() - wanted.keys():
        os.remove(os.path.join(root, path))
    for path, status in wanted.items():
        if found.get(path) == status or stat.S_ISLNK(status[0]):
            continue
        target = os.path.join(root, path)
        if path in found:
            os.remove(target)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copy2(os.path.join(reference, path), target)


class Recompilation:
    """A plain build of the project of SUITE.  It takes the place of the instrumented one while it is measured, since paths
    of the tests, of the build system and of libraries are absolute."""

    def __init__(self, suite):
        self.suite = suite
        self.aside, self.own = suite.trees + ".remt", suite.trees + ".plain"
        self.reference = suite.trees + ".reference"
        os.rename(suite.trees, self.aside)
        try:
            self.tree = suite.make_tree("")
        finally:
            self._swap_back()
        shutil.copytree(self.own, self.reference, symlinks=True)

    def _swap_back(self):
        if os.path.exists(self.suite.trees):
            os.rename(self.suite.trees, self.own)
        os.rename(self.aside, self.suite.trees)

    def _one(self, row):
        """Seconds for one mutant, until the first of the tests that reach it has failed; whether it was killed."""
        path = os.path.join(self.suite.first.root(), row[1])
        with open(path, "rb") as file:
            text = patched(file.read(), row)
        with open(path, "wb") as file:
            file.write(text)
        begin = time.monotonic()
        self.tree.build()
        built = time.monotonic()
        (_, outcome, _, wall_us, _), = self.suite.drive("-c", "-m", row[0])
        return built - begin, wall_us / 1e6, outcome

    def measure(self, count):
        """Of so many random mutants that a test reaches: mean seconds, and how many verdicts are not those of remt."""
        killed = self.suite.first.killed()
        able = self.suite.first.reached() - self.suite.undecided
        rows = [row for row in self.suite.first.query(store.MUTANTS) if row[0] in able]
        random.Random(SEED).shuffle(rows)
        rows = rows[:count]
        os.rename(self.suite.trees, self.aside)
        os.rename(self.own, self.suite.trees)
        builds, total, unequal = [], 0.0, []
        try:
            for row in rows:
                build, tests, outcome = self._one(row)
                builds.append(build)
                total += build + tests
                if (outcome == "killed") != (row[0] in killed):
                    unequal.append(row[0])
                restore(self.reference, self.suite.trees)
        finally:
            self._swap_back()
        return {"count": len(rows), "build": sum(builds) / len(rows), "each": total / len(rows), "unequal": unequal}
