# SPDX-License-Identifier: GPL-3.0-or-later
"""Executed edges of programs whose blocks and edges have counters (testsuite/explore/edge_counter.cc)."""
import collections
import os

PRELOADED = "testsuite/explore/edge-counts.so"
AGAIN = 5  # times that a command runs as compiled, at most, if edges differ


class Edges:
    """What the processes of a run, or of a suite, told when they ended."""

    def __init__(self, processes=()):
        self.processes = collections.Counter(processes)

    @classmethod
    def read(cls, path):
        """What PATH has, which is removed; a process that ended by a signal told nothing."""
        if not os.path.exists(path):
            return cls()
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
        os.remove(path)
        processes, functions = [], []
        for line in lines:
            functions.append(line)
            if line.startswith("end "):
                processes.append(tuple(functions))
                functions = []
        return cls(processes)

    def number(self):
        return sum(self.processes.values())

    def common(self, other):
        """How many processes did the same in both."""
        return sum((self.processes & other.processes).values())

    def functions(self, other):
        """The names of functions that did not do the same in both, and "end" if a status is not the same."""
        lines = [collections.Counter(line for process in side.elements() for line in process)
                 for side in (self.processes - other.processes, other.processes - self.processes)]
        return sorted({line.split(" ", 1)[0] for line in (lines[0] - lines[1]) + (lines[1] - lines[0])})

    def executed(self):
        """{function: how many of its statements were executed}, and {function: how often it was called}"""
        statements, calls = collections.Counter(), collections.Counter()
        for process, times in self.processes.items():
            for line in process[:-1]:
                name, number, called = line.split(" ", 3)[:3]
                statements[name] += times * int(number)
                calls[name] += times * int(called)
        return statements, calls


class Executed:
    """Which edges runs took, and how many statements they executed in each function."""

    def __init__(self):
        self.told, self.unsteady, self.different = 0, 0, []
        self.statements, self.calls = collections.Counter(), collections.Counter()

    def note(self, line, both, again, tries=AGAIN):
        """What BOTH took on LINE; AGAIN() is that of another compiled run.  Unsteady is what only differs in functions in which compiled
        runs do."""
        compiled, evaluated = both
        number = max(compiled.number(), evaluated.number())
        self.told += number
        for all_of, found in zip((self.statements, self.calls), compiled.executed()):
            all_of.update(found)
        functions, unsteady = compiled.functions(evaluated), set()
        while tries and not unsteady.issuperset(functions):
            unsteady.update(compiled.functions(again()))
            tries -= 1
        found = number - compiled.common(evaluated)
        if not functions or unsteady.issuperset(functions):
            self.unsteady += found
        else:
            self.different.append({"command": line, "number": found, "functions": functions, "unsteady": sorted(unsteady)})

    def row(self, known):
        """For the table; KNOWN are statistics.  Outside is what compiled functions executed when the program was evaluated."""
        outside = {name: self.statements[name] for name in known.native if name in self.statements}
        for name in known.undiverted.keys() & self.calls.keys() - outside.keys():
            compiled = self.calls[name] - known.calls[name]
            if compiled > 0:
                outside[name] = self.statements[name] * compiled // self.calls[name]
        return {"edges": {"told": self.told, "unsteady": self.unsteady, "different": self.different},
                "executed": sum(self.statements.values()), "outside": outside}
