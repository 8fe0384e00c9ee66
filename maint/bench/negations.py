# SPDX-License-Identifier: GPL-3.0-or-later
"""Negated branches of compiled programs (remt patch) against the same ones of an instrumented build: the verdicts of each test.

A conditional jump of the plain program and a branch of the plugin are the same if each is the only one of its line, and each
test executes both equally often (callgrind, and the plugin's coverage): where the compiler knows the outcome on some ways to a
condition it leaves the jump out there, and what is left is not the condition of the source."""
import collections
import glob
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import recompile
import reuse
import source
import store

KEYS = ("name", "configure", "make", "directory", "tests", "programs", "level", "most")
KILLED = (store.FAILED, store.CRASHED, store.TIMEOUT)
SEED = 1
LEAST_SECONDS, FACTOR = 2, 20  # a test may take, and times what it takes by itself
BRANCHES = """SELECT m.id, r.file, r.line, r.description FROM run_mutant r JOIN mutant m ON m.key = r.mutant"""
VERDICTS = """SELECT m.id, t.name, c.verdict FROM cell c JOIN mutant m ON m.key = c.mutant JOIN test t ON t.key = c.test"""
COUNTS = """SELECT m.id, t.name, c.count FROM cover c JOIN mutant m ON m.key = c.mutant JOIN test t ON t.key = c.test"""
POSITION = re.compile(r"0x([0-9a-f]+) \S+ (\d+)$")


def read_projects(words):
    projects = reuse.read_sequences(words, KEYS)
    for project in projects:
        if "tests" not in project or "programs" not in project:
            sys.exit(f"bench: {project['source']}: tests=FILE and programs=GLOB are needed")
    return projects


def output(command, **options):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **options).stdout


class Side:
    """A build of the project."""

    def __init__(self, words, scratch, name, flags):
        self.tree = source.Tree(words["source"], os.path.join(scratch, name), flags, words.get("configure"), words.get("make"),
                                words.get("directory"))
        self.root = os.path.realpath(self.tree.directory)
        self.tree.build()

    def place(self, file, line):
        path = os.path.normpath(os.path.join(self.root, file))
        return os.path.relpath(path, self.root), line


def only(found):
    """Of (place, thing): the things that are alone in their place."""
    places = collections.defaultdict(list)
    for place, thing in found:
        places[place].append(thing)
    return {place: things[0] for place, things in places.items() if len(things) == 1}


class Comparison:
    def __init__(self, build, words, scratch):
        self.remt, self.words, self.scratch = os.path.join(build, "remt"), words, scratch
        self.level = words.get("level", "-O0")
        with open(words["tests"]) as file:
            self.tests = dict(line.strip().split(": ", 1) for line in file if line.strip())
        plugin = output([self.remt, "cflags"]).strip() + " -fplugin-arg-remt-preset=iso"
        self.plain = Side(words, scratch, "plain", "-g " + self.level)
        self.instrumented = Side(words, scratch, "remt", f"-g {self.level} {plugin}")
        self.reference = self.plain.root + ".reference"
        shutil.copytree(self.plain.root, self.reference, symlinks=True)

    def judge_instrumented(self):
        """{place: ({test: verdict}, {test: executions})} of the branches that are alone on their line."""
        subprocess.run([self.remt, "run", "-q", "-j2", "--full", "--operators=OLNG", "--store=negations.remt",
                        "--tests=" + os.path.abspath(self.words["tests"])], cwd=self.instrumented.root, check=False,
                       stdout=subprocess.DEVNULL)
        known = store.Store(os.path.join(self.instrumented.root, "negations.remt"))
        verdicts, executions = collections.defaultdict(dict), collections.defaultdict(dict)
        for id, test, verdict in known.query(VERDICTS):
            verdicts[id][test] = verdict
        for id, test, count in known.query(COUNTS):
            executions[id][test] = count
        rows = [row for row in known.query(BRANCHES) if row[3] == "negated branch"]
        branches = only((self.instrumented.place(os.path.join(known.root(), file), line), id) for id, file, line, _ in rows)
        return len(rows), {place: (verdicts[id], executions[id]) for place, id in branches.items()}

    def find_jumps(self):
        found = []
        for program in sorted(glob.glob(os.path.join(self.plain.root, self.words["programs"]))):
            listing = json.loads(output([self.remt, "patch", "--json", program]))
            found += [(self.plain.place(variant["file"], variant["line"]), (program, variant["address"], variant["id"]))
                      for variant in listing["variants"] if variant["operator"] == "OCNG" and "line" in variant
                      and variant["instruction"].startswith("j")]
        return len(found), only(found)

    def _execute(self, command, seconds):
        """True if it fails."""
        with subprocess.Popen(["sh", "-c", "ulimit -v 4000000; ulimit -f 1000000; " + command], cwd=self.plain.root,
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              start_new_session=True) as process:
            try:
                return process.wait(seconds) != 0
            except subprocess.TimeoutExpired:
                return True
            finally:
                try:
                    os.killpg(process.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass

    def measure_tests(self):
        self.seconds = {}
        for name, command in self.tests.items():
            begin = time.monotonic()
            if self._execute(command, 600):
                sys.exit(f"bench: {name} fails without any change")
            self.seconds[name] = max(LEAST_SECONDS, FACTOR * (time.monotonic() - begin))
        recompile.restore(self.reference, self.plain.root)

    def count_executions(self):
        """{(program, address): {test: executions}}"""
        found = collections.defaultdict(collections.Counter)
        for name, command in self.tests.items():
            directory = tempfile.mkdtemp(dir=self.scratch)
            subprocess.run(["valgrind", "-q", "--tool=callgrind", "--trace-children=yes", "--dump-instr=yes", "--compress-pos=no",
                            "--compress-strings=no", f"--callgrind-out-file={directory}/%p", "sh", "-c", command],
                           cwd=self.plain.root, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                           check=False)
            for entry in os.scandir(directory):
                self._read_counts(entry.path, name, found)
        recompile.restore(self.reference, self.plain.root)
        return found

    @staticmethod
    def _read_counts(path, test, found):
        program, is_call = None, False
        with open(path, encoding="utf-8", errors="replace") as file:
            for line in file:
                position = POSITION.match(line)
                if line.startswith("ob="):
                    program = line[3:].strip()
                elif position and not is_call:  # the line after calls= is that of the callee
                    found[program, int(position[1], 16)][test] += int(position[2])
                is_call = line.startswith("calls=")

    def judge_patched(self, program, id):
        patched = os.path.join(self.scratch, "patched")
        subprocess.run([self.remt, "patch", "--mutate=" + id, "-o", patched, program], check=True)
        os.rename(patched, program)
        found = {name: self._execute(command, self.seconds[name]) for name, command in self.tests.items()}
        recompile.restore(self.reference, self.plain.root)
        return found

    def compare(self):
        nr_branches, branches = self.judge_instrumented()
        nr_jumps, jumps = self.find_jumps()
        self.measure_tests()
        executed = self.count_executions()
        places = sorted(branches.keys() & jumps.keys())
        nr_alone = len(places)
        places = [place for place in places if branches[place][1] and branches[place][1] == executed[jumps[place][:2]]]
        random.Random(SEED).shuffle(places)
        if "most" in self.words:
            places = places[:int(self.words["most"])]
        counts = collections.Counter()
        for place in places:
            program, _, id = jumps[place]
            patched = self.judge_patched(program, id)
            for test, is_killed in patched.items():
                verdict = branches[place][0].get(test, store.SURVIVED)
                if verdict not in (*KILLED, store.SURVIVED):
                    counts["unknown"] += 1
                    continue
                counts["cells"] += 1
                counts["killed"] += is_killed
                if is_killed != (verdict in KILLED):
                    counts["unequal"] += 1
                    print(f"  {place[0]}:{place[1]}, {test}: {'killed' if is_killed else 'survives'} when patched "
                          f"({id} of {os.path.basename(program)}), not with the plugin", flush=True)
        return nr_branches, nr_jumps, nr_alone, len(places), counts


def compare(options):
    print("| project | level | branches | jumps | alone on their line | compared | tests | cells | killed | unknown | unequal |")
    print("|---|---|---|---|---|---|---|---|---|---|---|", flush=True)
    for words in read_projects(options.words):
        with tempfile.TemporaryDirectory(prefix="remt-bench-") as scratch:
            project = Comparison(options.build, words, scratch)
            nr_branches, nr_jumps, nr_alone, nr_places, counts = project.compare()
        print(f"| {words['name']} | {project.level} | {nr_branches} | {nr_jumps} | {nr_alone} | {nr_places} | "
              f"{len(project.tests)} | {counts['cells']} | {counts['killed']} | {counts['unknown']} | {counts['unequal']} |",
              flush=True)
