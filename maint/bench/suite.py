# SPDX-License-Identifier: GPL-3.0-or-later
"""A project with the tests of its own, whose mutants are run in all the ways that are compared."""
import os
import re
import shlex
import shutil
import subprocess
import sys
import time

import process
import source
import store

PLANNED = re.compile(r"reached by \d+ tests? \(\d+ cells\); about")
EXECUTED = re.compile(r"(\d+) verdicts from (\d+) runs: (\d+) by split-stream, (\d+) by fork-server, (\d+) by exec")


class Phase:
    """The part of a run that executes the cells: from the plan to the last verdict."""

    def __init__(self):
        self.text, self.begin, self.end, self.runs = [], None, None, None
        self.start = time.monotonic()

    def note(self, pid, now, line):
        self.text.append(line)
        match = EXECUTED.search(line)
        if PLANNED.search(line):
            self.begin = now, process.tree_seconds(pid)
        elif match:
            self.end = now, process.tree_seconds(pid)
            self.runs = [int(number) for number in match.groups()]

    def baseline(self):
        return self.begin[0] - self.start

    def wall(self):
        return self.end[0] - self.begin[0]

    def cpu(self):
        return self.end[1] - self.begin[1]


class Suite:
    def __init__(self, build, scratch, words, sample):
        self.build, self.scratch, self.words, self.sample = build, scratch, words, sample
        self.remt = os.path.join(build, "remt")
        self.trees = os.path.join(scratch, "trees")
        self.left_out = os.path.join(scratch, "left-out")
        self.tree = self.make_tree(self._output([self.remt, "cflags"]).strip())
        self.name = self.tree.name

    def _output(self, command):
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout

    def make_tree(self, plugin):
        """Built with the flags PLUGIN more."""
        tree = source.Tree(self.words["source"], self.trees, "-g -O2 " + plugin, self.words.get("configure"),
                           self.words.get("make"), self.words.get("directory"))
        tree.build()
        return tree

    def _run(self, mode, directory):
        """One run by MODE into the store in DIRECTORY."""
        command = [self.remt, "run", "-j1", "--baseline-load=0", f"--mode={mode}", f"--store={directory}",
                   f"--sample={self.sample}", *shlex.split(self.words.get("run", ""))]
        if "tests" in self.words:
            command.append("--tests=" + os.path.realpath(self.words["tests"]))
        else:
            command += ["--", "sh", "-c", self.words["command"]]
        phase = Phase()
        status = process.watch(command, phase.note, cwd=self.tree.directory)
        if status or not phase.begin or not phase.end:
            sys.exit(f"bench: {shlex.join(command)} ended with {status}:\n" + "".join(phase.text[-20:]))
        return phase

    def prepare(self, modes):
        """Runs everything once: what comes after leaves out what is undecided in any of them."""
        self.stores = {mode: store.Store(os.path.join(self.scratch, mode)) for mode in modes}
        self.undecided = set()
        for mode, kept in self.stores.items():
            self._run(mode, kept.directory)
            self.leave_out(kept.undecided())
        self.first = self.stores[modes[0]]
        found = self.drive()
        self.leave_out({id for id, outcome, *_ in found if outcome == "timeout"})
        killed = self.first.killed()
        self.unequal = {id for id, outcome, *_ in found if id not in self.undecided
                        and (outcome == "killed") != (id in killed)}

    def leave_out(self, ids):
        """From now on, these, too."""
        self.undecided |= ids
        with open(self.left_out, "w") as file:
            file.writelines(id + "\n" for id in sorted(self.undecided))

    def measure(self, mode):
        """Runs all mutants but the undecided ones; the phase, and the store, which lasts until the next time."""
        directory = os.path.join(self.scratch, mode + ".again")
        shutil.rmtree(directory, ignore_errors=True)
        kept = self.stores[mode].reopened(directory, self.undecided,
                                           os.path.join(self.build, "testsuite/store/seal"))
        return self._run(mode, directory), kept

    def tool(self, name, *words):
        """Lines, in words, of a program of testsuite/runner on the stored run."""
        command = [os.path.join(self.build, "testsuite/runner", name),
                   "-r", os.path.join(self.build, "runtime/libremt-rt.so"), "-x", self.left_out, *words]
        if not os.access(command[0], os.X_OK):
            sys.exit(f"bench: there is no {command[0]}; 'make bench' in {self.build} builds what this needs")
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, preexec_fn=process.pin)
        return [line.split() for line in done.stdout.splitlines()]

    def suffixes(self, kept):
        """Of the cells that the run KEPT has executed: seconds by cell and way; and seconds of one fork."""
        *lines, (_, fork_us) = self.tool("suffix", kept.directory)
        found = {}
        for id, test, way, us in lines:
            found.setdefault((id, test), {})[way] = int(us) / 1e6
        return list(found.values()), float(fork_us) / 1e6

    def drive(self, *words):
        """By the plain driver: id, outcome, number of tests, wall clock and processor time in µs of each mutant."""
        return [(id, outcome, *map(int, numbers)) for id, outcome, *numbers
                in self.tool("drive", *words, self.first.directory)]
