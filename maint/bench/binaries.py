# SPDX-License-Identifier: GPL-3.0-or-later
"""Variants of binaries in memory (remt run --binary) against patched copies on the disk (remt patch), by plain executions of the
same tests: every cell, with the kind of its verdict."""
import collections
import os
import random
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import reuse
import source
import store

KEYS = ("name", "tests", "most", "run")
SPEED_KEYS = ("name", "configure", "make", "directory", "program", "command", "input", "long", "runs")
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
        self.reference, self.program, self.status = directory, program, None
        self.directory = os.path.join(scratch, "plain")

    @staticmethod
    def _limit():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 28, 1 << 28))

    def execute(self, command, copy, seconds=600, output=os.devnull, wrapper=("setarch", "-R")):
        """The name of the verdict, and the time that it took; what it prints goes to the file OUTPUT, and self.status is how
        it ended, as a shell has it.  WRAPPER: by default it has the same addresses each time."""
        shutil.rmtree(self.directory, ignore_errors=True)
        shutil.copytree(self.reference, self.directory, symlinks=True, ignore=shutil.ignore_patterns(".remt"))
        if copy:
            program = os.path.join(self.directory, self.program)
            os.remove(program)
            shutil.copy(copy, program)
        begin, self.status = time.monotonic(), None
        with open(output, "wb") as file, \
                subprocess.Popen([*wrapper, "sh", "-c", command], cwd=self.directory, stdin=subprocess.DEVNULL,
                                 stdout=file, stderr=subprocess.DEVNULL, start_new_session=True,
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

    def _judge(self, status):
        self.status = SHELL_SIGNAL_BASE - status if status < 0 else status
        if self.status == 0:
            return "survived"
        if SHELL_SIGNAL_BASE < self.status <= SHELL_SIGNAL_BASE + NR_SIGNALS:
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
            if told == "unknown" or found == told or is_slow or (told == "not reached" and found == "survived"):
                continue
            again = {plain.execute(test, copy, limits[test])[0] for _ in range(5)} | {found}
            kind = "unsteady" if told in again else "unequal"
            counts[kind] += 1
            print(f"  {id} ({descriptions[id]}), {test}: {told} in memory, {' or '.join(sorted(again))} on the disk", flush=True)
    return len(ids), len(tests), counts


INSTANCES = """SELECT i.uid, i.site, i.function, i.alternative FROM cell c JOIN run_instance i ON i.mutant = c.mutant
    WHERE c.verdict = 2 AND c.mode = 1 GROUP BY c.mutant HAVING count(*) = 1 ORDER BY i.uid, i.site, i.alternative"""
NR_MUTANTS = 8


class Cell:
    """Executions of single mutants of one build, without the rest of a run."""

    def __init__(self, build, words, scratch, name, flags):
        self.cell, self.remt = os.path.join(build, "testsuite/runner/cell"), os.path.join(build, "remt")
        self.environ = dict(os.environ, REMT_RUNTIME=os.path.join(build, "runtime/libremt-rt.so"))
        tree = source.Tree(words["source"], os.path.join(scratch, name), flags, words.get("configure"), words.get("make"),
                           words.get("directory"))
        tree.build()
        self.root, self.program = os.path.realpath(tree.directory), words["program"]
        self.worker, self.is_binary = os.path.join(scratch, name + ".worker"), not flags.count("plugin")
        os.mkdir(self.worker)
        self.command = words["command"].split()
        source.write_input(os.path.join(self.root, "input"), int(words.get("input", "50000")))

    def choose(self):
        """Survivors: each of their runs does what the unmutated one does."""
        with open(os.path.join(self.root, "bench.list"), "w", encoding="utf-8") as file:
            file.write("bench: " + " ".join(self.command) + "\n")
        options = ["--binary=" + self.program] if self.is_binary else []
        subprocess.run([self.remt, "run", "-q", "-j2", "--mode=forkserver", "--sample=400", "--tests=bench.list",
                        "--baseline-load=0", "--no-infection-filter", "--store=bench.remt", *options], cwd=self.root, check=False,
                       stdout=subprocess.DEVNULL)
        rows = store.Store(os.path.join(self.root, "bench.remt")).query(INSTANCES)
        random.Random(SEED).shuffle(rows)
        self.mutants = [f"{uid & (1 << 64) - 1:x}:{site}:{function}:{alternative}" for uid, site, function, alternative in rows]
        return len(self.mutants)

    def run(self, count, *options):
        one = max(os.sched_getaffinity(0))
        command = [self.cell, "-s", self.worker, "-d", self.root, "-v", self.root, "-n", str(count), "-l", "cpu_ms=60000",
                   "-l", "wall_ms=60000", "-l", "hits=1000000000", *options]
        command += ["-b", os.path.join(self.root, self.program)] if self.is_binary else []
        text = subprocess.run(command + ["--", *self.command], check=True, env=self.environ, stdout=subprocess.PIPE, text=True,
                              preexec_fn=lambda: os.sched_setaffinity(0, {one})).stdout
        return dict(line.split("=", 1) for line in text.splitlines())

    def rate(self, mutant, count):
        result = self.run(count, "-f", os.path.join(self.root, self.program), "-m", self.mutants[mutant])
        if result["verdict"] != "survived" or result["mode"] != "fork-server":
            sys.exit(f"bench: mutant {self.mutants[mutant]} does not run as it did: {result}")
        return float(result["runs_per_s"])

    def seconds(self, *options):
        return float(self.run(1, *options)["cpu_us"]) / 1e6


def measure_one(build, words, rounds, scratch):
    plugin = subprocess.run([os.path.join(build, "remt"), "cflags"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    sides = [Cell(build, words, scratch, "plain", "-O2 -g"), Cell(build, words, scratch, "remt", "-O2 -g " + plugin)]
    count = min(NR_MUTANTS, *(side.choose() for side in sides))
    rates = [[], []]
    for _ in range(rounds):
        for mutant in range(count):
            for side, found in zip(sides, rates):
                found.append(side.rate(mutant, int(words.get("runs", "300"))))
    ratio = statistics.median(binary / planted for binary, planted in zip(*rates))
    source.write_input(os.path.join(sides[0].root, "input"), int(words.get("long", "30000000")))
    cover = os.path.join(scratch, "cover")
    os.mkdir(cover)
    slow = []
    for _ in range(rounds):
        plain = sides[0].seconds()
        slow.append(sides[0].seconds("-c", cover) / plain)
    return [statistics.median(found) for found in rates], ratio, plain, statistics.median(slow)


def measure(options):
    print("| program | in memory, 1/s | plugin, 1/s | ratio | long run, s | covered |")
    print("|---|---|---|---|---|---|", flush=True)
    for words in reuse.read_sequences(options.words, SPEED_KEYS):
        with tempfile.TemporaryDirectory(prefix="remt-bench-") as scratch:
            rates, ratio, seconds, slow = measure_one(options.build, words, options.rounds, scratch)
        print(f"| {words['name']} | {rates[0]:.0f} | {rates[1]:.0f} | {ratio:.2f} | {seconds:.2f} | {slow:.3f} |", flush=True)


def compare(options):
    projects = reuse.read_sequences(options.words, KEYS)
    kinds = ["not reached", "survived", "failed", "crashed", "timeout", "memory", "output", "unknown", "unsteady", "unequal"]
    print("| program | variants | tests | cells | " + " | ".join(kinds) + " |")
    print("|---" * (4 + len(kinds)) + "|", flush=True)
    for words in projects:
        words["directory"], words["program"] = os.path.split(os.path.abspath(words["source"]))
        with tempfile.TemporaryDirectory(prefix="remt-bench-") as scratch:
            nr_variants, nr_tests, counts = compare_one(os.path.join(options.build, "remt"), words, scratch)
        print(f"| {words['name']} | {nr_variants} | {nr_tests} | {counts['cells']} | "
              + " | ".join(str(counts[kind]) for kind in kinds) + " |", flush=True)
