# SPDX-License-Identifier: GPL-3.0-or-later
"""Versions of a program that are built one after the other at the same place, and run by remt with and without a base."""
import glob
import hashlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import time

import matrix
import source

BUILD_SECONDS, AGAIN = 900, 8
PLANNED = re.compile(r"reached by \d+ tests? \(\d+ cells\); about")
HELD = re.compile(r"(\d+) verdicts of the run of \S+ hold and are carried over; not (\d+) of tests that are not the same, "
                  r"(\d+) where changed code was executed before the mutant, (\d+) where it can be after")
TOOK = re.compile(r"(?:comparing|analysis|analysing)\D*([\d.]+) (ms|s)\b")
REFUSED = "nothing is carried over of "
VERDICT = re.compile(r"\): (unknown|not reached|survived|killed \(\w+\))")


SANITIZERS = "-fsanitize=address,undefined -fno-sanitize-recover=undefined"
REPORT = re.compile(r"ERROR: AddressSanitizer|: runtime error: ")


def exactly(name):
    """The pattern that matches NAME alone."""
    return "".join(f"[{c}]" if c in "*?[" else c for c in name)


class Failure(Exception):
    """This version or edit can't be used; STAGE: configure, build, run …"""

    def __init__(self, stage, text):
        super().__init__(f"{stage}: {text}")
        self.stage = stage


def stop(process):
    """Has remt end its runs first."""
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(30)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def read_tree(directory):
    """Hash of each file's content, by its path in DIRECTORY."""
    found = {}
    for parent, folders, names in os.walk(directory):
        folders[:] = [folder for folder in folders if folder != ".git"]
        for name in names:
            path = os.path.join(parent, name)
            if not os.path.islink(path) and os.path.isfile(path):
                with open(path, "rb") as file:
                    found[os.path.relpath(path, directory)] = hashlib.sha1(file.read()).hexdigest()
    return found


class Run:
    """A finished run of remt: its store, what it said, how long it took."""

    def __init__(self, store):
        self.store, self.lines = store, []
        self.seconds = self.before = self.took = None
        self.held = self.refused = self.executed_before = self.executed_after = 0
        self.refusals = []

    def note(self, line, seconds):
        self.lines.append(line)
        if PLANNED.search(line):
            self.before = seconds
        match = HELD.search(line)
        if match:
            self.held, self.refused, self.executed_before, self.executed_after = map(int, match.groups())
        match = TOOK.search(line)
        if match:
            self.took = float(match[1]) / (1000 if match[2] == "ms" else 1)
        if REFUSED in line:
            self.refusals.append(line.split(REFUSED, 1)[1].strip())


class Workbench:
    """Builds below DIRECTORY, always at the same path, since paths get into programs.  WORDS: what the user said."""

    def __init__(self, build, directory, words):
        self.remt, self.words = os.path.join(build, "remt"), words
        self.top = os.path.join(directory, "tree")
        self.stores = os.path.join(directory, "stores")
        os.makedirs(self.stores, exist_ok=True)
        flags = subprocess.run([self.remt, "cflags"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
        self.flags = "-g -O2 " + flags
        self.directory = self.files = self.version = None

    def shell(self, stage, command, flags=""):
        environ = dict(os.environ, CC=os.environ.get("CC", "gcc"), CFLAGS=f"{self.flags} {flags}")
        try:
            done = subprocess.run(["sh", "-c", command], cwd=self.directory, env=environ, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False,
                                  timeout=BUILD_SECONDS)
        except subprocess.TimeoutExpired as error:
            raise Failure(stage, f"{command}: takes too long") from error
        if done.returncode:
            raise Failure(stage, f"{command}: {done.stdout[-1500:]}")

    def _commands(self):
        """To configure, to build, and to test, as the user said or as the source's build system has it."""
        words = self.words
        self.directory = os.path.join(self.top, words.get("directory", ""))
        if "make" in words:
            return words.get("configure", ":"), words["make"], words.get("command")
        try:
            self.directory, (configure, make, _, test) = source.find_system(self.directory)
        except SystemExit as error:
            raise Failure("configure", error) from error
        return words.get("configure", configure), make, words.get("command", test)

    def put(self, version):
        """Replaces the tree by VERSION, built; the hashes of its files as they were before."""
        old, self.files, self.version = self.files, None, version
        following = self.top + ".next"
        shutil.rmtree(following, ignore_errors=True)
        version.put(following)
        files = read_tree(following)
        if not (old and self.words.get("incremental") and self._update(following, old, files)):
            shutil.rmtree(self.top, ignore_errors=True)
            os.rename(following, self.top)
            self.build()
        self.files = files
        return files

    def _update(self, following, old, files):
        """Copies C files that are not as they were and builds those; False if that won't do."""
        paths = [path for path in old.keys() | files.keys() if old.get(path) != files.get(path)]
        if any(not path.endswith((".c", ".h")) or path not in old or path not in files for path in paths):
            return False
        for path in paths:
            shutil.copyfile(os.path.join(following, path), os.path.join(self.top, path))
        try:
            self.make()
        except Failure:
            return False
        return True

    def build(self, flags=""):
        configure, make, self.test = self._commands()
        self.shell("configure", configure, flags)
        self.shell("build", make, flags)

    def make(self):
        self.shell("build", self._commands()[1])

    def rebuild(self, flags="", change=lambda: None):
        """The same version, from its configuration on, with FLAGS more, after CHANGE()."""
        shutil.rmtree(self.top)
        self.version.put(self.top)
        change()
        self.build(flags)

    def run(self, name, base=None, options=()):
        """remt run into the new store NAME, with reuse of the store BASE."""
        found = Run(os.path.join(self.stores, name))
        shutil.rmtree(found.store, ignore_errors=True)
        command = [self.remt, "run", "--full", "--baseline-load=0", "--store=" + found.store, *options,
                   *shlex.split(self.words.get("run", "-j1"))]
        if base:
            command.append("--base=" + base)
        if "tests" in self.words:
            command.append("--tests=" + os.path.realpath(self.words["tests"]))
        else:
            command += ["--", "sh", "-c", self.test]
        limit = float(self.words.get("limit", 1800))
        start = time.monotonic()
        with subprocess.Popen(command, cwd=self.directory, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True, errors="replace") as process:
            signal.signal(signal.SIGALRM, lambda *_: process.send_signal(signal.SIGTERM))
            signal.setitimer(signal.ITIMER_REAL, limit)
            try:
                for line in process.stderr:
                    found.note(line, time.monotonic() - start)
                process.wait()
            except BaseException:
                stop(process)
                raise
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
        found.seconds = time.monotonic() - start
        if process.returncode not in (0, 1):
            raise Failure("run", f"{shlex.join(command)} ended with {process.returncode}: {''.join(found.lines[-12:])}")
        return found

    def again(self, store, cell, times=AGAIN):
        """Verdicts of so many runs more of one cell of the build that is there."""
        id, test = cell
        found = []
        for _ in range(times):
            done = subprocess.run([self.remt, "run", "--mutant=" + id, "--test=" + exactly(test), "--store=" + store],
                                  cwd=self.directory, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, text=True, errors="replace", check=False)
            match = VERDICT.search(done.stdout)
            found.append(match[1] if match else "unknown")
        return found

    def reports(self, cell):
        """True if a sanitizer speaks when the build that is there, made with it, runs the cell."""
        options = ("--keep-logs", "--mutant=" + cell["mutant"], "--test=" + exactly(cell["test"]))
        logs = os.path.join(self.run("sanitized", options=options).store, "logs")
        for path in glob.glob(os.path.join(glob.escape(logs), "*.out")):
            with open(path, encoding="utf-8", errors="replace") as file:
                if REPORT.search(file.read()):
                    return True
        return False

    def diff(self, old, new):
        """What `remt diff` says of two stores, and how long it took; ({}, None) if it can't."""
        start = time.monotonic()
        done = subprocess.run([self.remt, "diff", "--json", old, new], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              text=True, errors="replace", check=False)
        seconds = time.monotonic() - start
        try:
            return json.loads(done.stdout), seconds
        except ValueError:
            return {}, None


def describe(first, second, cell, more=()):
    file, function, line = first.mutants[cell[0]]
    return {"mutant": cell[0], "test": cell[1], "place": f"{file}:{line}", "function": function,
            "fresh": matrix.NAMES[first.verdict(cell)], "other": matrix.NAMES[second.verdict(cell)], "again": list(more)}


def check(bench, fresh_store, fresh, reused):
    """Cells that differ between a matrix without reuse and one with it, of the same build, by what that means."""
    found = {"wrong": [], "other kill": [], "undefined": [], "unsteady": []}
    for cell in matrix.differences(fresh, reused):
        if not reused.is_carried(cell):  # it was run twice
            found["unsteady"].append(describe(fresh, reused, cell))
            continue
        verdicts = bench.again(fresh_store, cell)
        both = matrix.is_kill(fresh.verdict(cell)) and matrix.is_kill(reused.verdict(cell))
        is_unsteady = matrix.NAMES[reused.verdict(cell)] in verdicts
        kind = "unsteady" if is_unsteady else "other kill" if both else "wrong"
        found[kind].append(describe(fresh, reused, cell, verdicts))
    return found


def check_old(bench, old_store, found):
    """The old build is there again: cells that now also get on it what the new one gave are unsteady, too."""
    for kind in ("wrong", "other kill"):
        for cell in list(found[kind]):
            cell["again on the old build"] = bench.again(old_store, (cell["mutant"], cell["test"]), 2 * AGAIN)
            if cell["fresh"] in cell["again on the old build"]:
                found[kind].remove(cell)
                found["unsteady"].append(cell)


def check_undefined(bench, found, change=lambda: None):
    """Builds with sanitizers; mutants that these report of, but not of the program without a mutant, are no measure."""
    left = [(kind, cell) for kind in ("wrong", "other kill") for cell in found[kind]]
    try:
        if left:
            bench.rebuild(SANITIZERS, change)
        for kind, cell in left:
            if bench.reports(cell):
                found[kind].remove(cell)
                found["undefined"].append(cell)
    except Failure as failure:
        found["not sanitized"] = str(failure)[-500:]


def touched(diff, old):
    """Changed functions, and those of them that a test executed in the old version."""
    changed = {function["name"] for function in diff.get("functions", ()) if function["change"] in ("changed", "removed")}
    executed = {old.mutants[id][1] for id, _ in old.cover if id in old.mutants}
    return changed, changed & executed


def compare(bench, old_store, fresh_run, reused_run):
    """Everything about one pair of versions, for a line of results."""
    old, fresh, reused = (matrix.Matrix(store) for store in (old_store, fresh_run.store, reused_run.store))
    diff, seconds = bench.diff(old_store, fresh_run.store)
    changed, executed = touched(diff, old)
    without, saved = fresh.nr_executed(), reused.nr_executed()
    row = {
        "tests": len(fresh.tests), "mutants": len(fresh.mutants), "total": len(fresh.tests) * len(fresh.mutants),
        "reached": len(fresh.cover), "without": without, "with": saved, "carried": reused.nr_carried(),
        "reduction": 100 * (1 - saved / without) if without else None,
        "seconds without": fresh_run.seconds, "seconds with": reused_run.seconds,
        "baseline without": fresh_run.before, "baseline with": reused_run.before,
        "overhead": reused_run.took if reused_run.took is not None else seconds,
        "overhead is of": "run" if reused_run.took is not None else "diff",
        "killed": len(fresh.killed()), "killed of all": 100 * len(fresh.killed()) / max(1, len(fresh.mutants)),
        "killed of reached": 100 * len(fresh.killed()) / max(1, len(fresh.reached())),
        "changed functions": len(changed), "executed changed functions": sorted(executed),
        "not same": reused_run.refused, "before": reused_run.executed_before, "after": reused_run.executed_after,
        "refusals": reused_run.refusals[:5],
        "compared": sum(1 for _ in matrix.common_cells(fresh, reused)),
        "common": sum(1 for _ in matrix.common_cells(old, fresh)),
        "changed verdicts": len(matrix.differences(old, fresh)),
    }
    row["touches"] = bool(executed) or reused_run.executed_before > 0
    row.update(check(bench, fresh_run.store, fresh, reused))
    return row, (old, fresh, reused)
