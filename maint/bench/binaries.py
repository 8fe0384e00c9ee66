# SPDX-License-Identifier: GPL-3.0-or-later
"""Variants of binaries in memory (remt run --binary) against patched copies on the disk (remt patch), by plain executions of the
same tests: every cell, with the kind of its verdict."""
import collections
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import store

SEED = 1
LEAST_SECONDS, FACTOR = 5, 20  # by the clock: what takes longer never ends
LIMIT_SECONDS, LIMIT_KB = 1, 1 << 20  # of the processor, and of memory, as `remt run` has them
VERDICTS = """SELECT m.id, t.name, c.verdict FROM cell c JOIN mutant m ON m.key = c.mutant JOIN test t ON t.key = c.test"""
ADDRESSES = "SELECT m.id, r.file, r.description FROM run_mutant r JOIN mutant m ON m.key = r.mutant ORDER BY m.id"
NAMES = {0: "unknown", 1: "not reached", 2: "survived", 3: "failed", 4: "crashed", 5: "timeout", 6: "memory", 7: "output"}
SHELL_SIGNAL_BASE, NR_SIGNALS = 128, 31


def read_tests(path):
    with open(path, encoding="utf-8") as file:
        return [line.strip() for line in file if line.strip() and not line.startswith("#")]


class Plain:
    """Executions of tests in a copy of their directory, without remt."""

    def __init__(self, directory, program, scratch):
        self.reference, self.program = directory, program
        self.directory = os.path.join(scratch, "plain")

    @staticmethod
    def _limit():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 28, 1 << 28))

    def execute(self, command, copy, seconds=600):
        """The name of the verdict, and the time that it took."""
        shutil.rmtree(self.directory, ignore_errors=True)
        shutil.copytree(self.reference, self.directory, symlinks=True, ignore=shutil.ignore_patterns(".remt"))
        if copy:
            program = os.path.join(self.directory, self.program)
            os.remove(program)
            shutil.copy(copy, program)
        begin = time.monotonic()
        with subprocess.Popen(["setarch", "-R", "sh", "-c", command], cwd=self.directory, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
                              preexec_fn=self._limit) as process:
            try:
                verdict = self._watch(process, begin + seconds)
            finally:
                try:
                    os.killpg(process.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        return verdict, time.monotonic() - begin

    def _watch(self, process, end):
        while time.monotonic() < end:
            try:
                return self._judge(process.wait(0.05))
            except subprocess.TimeoutExpired:
                if self._resident_kb(process.pid) > LIMIT_KB:
                    return "memory"
        return "timeout"

    @staticmethod
    def _resident_kb(session):
        """Of all processes of the session."""
        total = 0
        for entry in os.scandir("/proc"):
            try:
                with open(f"/proc/{entry.name}/stat", encoding="ascii", errors="replace") as file:
                    fields = file.read().rpartition(")")[2].split()
            except (OSError, NotADirectoryError):
                continue
            if int(fields[3]) == session:
                total += int(fields[21]) * resource.getpagesize() // 1024
        return total

    @staticmethod
    def _judge(status):
        code = SHELL_SIGNAL_BASE - status if status < 0 else status
        if code == 0:
            return "survived"
        if SHELL_SIGNAL_BASE < code <= SHELL_SIGNAL_BASE + NR_SIGNALS:
            return "crashed"
        return "failed"


def find_verdicts(remt, words, tests):
    """{id: {test: name of the verdict}} of the run in the directory."""
    directory = words["directory"]
    shutil.rmtree(os.path.join(directory, ".remt"), ignore_errors=True)
    command = [remt, "run", "-q", "--full", "--binary=" + words["program"], "--tests=" + os.path.abspath(words["tests"])]
    command += ["--sample=" + words["most"]] if "most" in words else []
    result = subprocess.run(command + words.get("run", "").split(), cwd=directory, check=False, stdout=subprocess.DEVNULL)
    if result.returncode not in (0, 1):
        sys.exit(f"bench: remt run fails with {result.returncode}")
    known = store.Store(os.path.join(directory, ".remt"))
    found = {id: dict.fromkeys(tests, "not reached") for id, _, _ in known.query(ADDRESSES)}
    for id, test, verdict in known.query(VERDICTS):
        found[id][test] = NAMES[verdict]
    return found, {id: description for id, _, description in known.query(ADDRESSES)}


def compare_one(remt, words, scratch):
    tests = read_tests(words["tests"])
    plain = Plain(words["directory"], words["program"], scratch)
    limits = {}
    for test in tests:
        verdict, seconds = plain.execute(test, None)
        if verdict != "survived":
            sys.exit(f"bench: {test}: {verdict} without any change")
        limits[test] = max(LEAST_SECONDS, FACTOR * seconds)
    verdicts, descriptions = find_verdicts(remt, words, tests)
    counts = collections.Counter()
    copy, original = os.path.join(scratch, "copy"), os.path.join(words["directory"], words["program"])
    ids = sorted(verdicts)
    random.Random(SEED).shuffle(ids)
    for id in ids:
        subprocess.run([remt, "patch", "--mutate=" + id, "-o", copy, original], check=True)
        for test in tests:
            told = verdicts[id][test]
            found, seconds = plain.execute(test, copy, limits[test])
            counts["cells"] += 1
            counts[told] += 1
            is_slow = told == "timeout" and seconds > LIMIT_SECONDS
            if found == told or is_slow or (told == "not reached" and found == "survived"):
                continue
            again = {plain.execute(test, copy, limits[test])[0] for _ in range(5)} | {found}
            kind = "unsteady" if told in again else "unequal"
            counts[kind] += 1
            print(f"  {id} ({descriptions[id]}), {test}: {told} in memory, {' or '.join(sorted(again))} on the disk", flush=True)
    return len(ids), len(tests), counts


def compare(remt, projects):
    kinds = ["not reached", "survived", "failed", "crashed", "timeout", "memory", "output", "unknown", "unsteady", "unequal"]
    print("| program | variants | tests | cells | " + " | ".join(kinds) + " |")
    print("|---" * (4 + len(kinds)) + "|", flush=True)
    for words in projects:
        with tempfile.TemporaryDirectory(prefix="remt-bench-") as scratch:
            nr_variants, nr_tests, counts = compare_one(remt, words, scratch)
        print(f"| {words['name']} | {nr_variants} | {nr_tests} | {counts['cells']} | "
              + " | ".join(str(counts[kind]) for kind in kinds) + " |", flush=True)
