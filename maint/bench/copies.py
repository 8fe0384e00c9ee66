#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a copy with one mutant costs (`remt equiv`): processor time of GCC for each, as a table with a row for each source.

	copies.py [--build=DIR] [--gcc=GCC] [--most=N] SOURCE [OPTION...] [-- SOURCE [OPTION...]]...

SOURCE is compiled by GCC -O2 with each OPTION.  Copies are of N mutants of preset `all`, chosen at random (256, as in one run
of `remt equiv`), the functions one after the other.  A mutant takes what its function takes, without what a unit takes that
has no copies, for each of its copies; and its share of that, as one of all mutants of the unit or of 256."""
import argparse
import collections
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile

PER_RUN = 256  # COPIES_PER_RUN of equiv/equiv_filter.c
ALWAYS = ["-w", "-g0", "-fno-ipa-icf", "--param=inline-unit-growth=1000000", "-fno-tree-slp-vectorize", "-fno-tree-loop-vectorize"]


def seconds(command, directory):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, cwd=directory)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class Unit:
    """A source whose copies are made."""

    def __init__(self, arguments, words, scratch):
        self.directory, self.name = os.path.split(os.path.abspath(words[0]))
        self.list, self.told = os.path.join(scratch, "list"), os.path.join(scratch, "list.codes")
        self.command = [arguments.gcc, "-O2"] + words[1:] + ALWAYS
        self.command += [f"-fplugin={os.path.join(arguments.build, 'plugin', 'remt.so')}", "-fplugin-arg-remt-preset=all"]
        marked = os.path.join(scratch, "marked.o")
        seconds(self.command + ["-c", self.name, "-o", marked], self.directory)
        tool = os.path.join(arguments.build, "testsuite", "equiv", "copies")
        self.mutants = subprocess.run([tool, marked], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
        self.output = os.path.join(scratch, "out")

    def make(self, mutants):
        """Returns the time with copies of these, in seconds."""
        with open(self.list, "w", encoding="ascii") as out:
            out.writelines(line + "\n" for line in sorted(mutants, key=lambda line: [int(word) for word in line.split()]))
        return seconds(self.command + [f"-fplugin-arg-remt-copies={self.list}", "-S", self.name, "-o", self.output], self.directory)

    def functions(self):
        """Returns the mutants of which there were copies, by function."""
        found = collections.defaultdict(list)
        with open(self.told, encoding="ascii") as told:
            for line in told:
                site, alternative, function = line.split()[:3]
                found[function].append(f"{site} {alternative}")
        return found.values()


def row(unit, most):
    chosen = random.Random(1).sample(unit.mutants, min(most, len(unit.mutants)))
    unit.make(chosen)
    functions = list(unit.functions())
    alone = unit.make([])
    share = alone / min(PER_RUN, len(unit.mutants))
    costs = []
    for mutants in functions:
        costs += [max(unit.make(mutants) - alone, 0) / len(mutants) + share] * len(mutants)
    return f"| {unit.name} | {len(unit.mutants)} | {len(costs)} | {1000 * alone:.0f} | {1000 * statistics.median(costs):.1f} " \
        f"| {1000 * statistics.mean(costs):.1f} | {1000 * max(costs):.1f} |"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--build", default=".")
    parser.add_argument("--gcc", default="gcc")
    parser.add_argument("--most", type=int, default=PER_RUN)
    arguments, rest = parser.parse_known_args()
    arguments.build = os.path.abspath(arguments.build)
    units = [[]]
    for word in rest:
        if word == "--":
            units.append([])
        else:
            units[-1].append(word)
    print("| source | mutants | copies | unit, ms | median, ms | mean, ms | costliest function, ms |\n|---|---|---|---|---|---|---|")
    for words in units:
        if not words:
            sys.exit("copies: a SOURCE is needed")
        with tempfile.TemporaryDirectory() as scratch:
            print(row(Unit(arguments, words, scratch), arguments.most), flush=True)


if __name__ == "__main__":
    main()
