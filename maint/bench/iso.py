# SPDX-License-Identifier: GPL-3.0-or-later
"""remt iso over versions of programs: what it covers and finds, what it says where nothing has changed, and how fast."""
import json
import os
import re
import shlex
import signal
import statistics
import subprocess
import sys
import time

import iso_table
import pair
import reuse
import versions

KEYS = reuse.KEYS + ("commits", "parts", "depth", "faults", "seed", "jobs", "flags", "regression", "fix", "keep")
PARTS = ("same", "faults", "pairs")
ENOUGH_SECONDS, PATIENCE = 20, 60
# As the runner's list of tests has them.
NAME = re.compile(r"[^\s:\"'`$;|&<>()=]+:(?=\s)")
OF_ALL = re.compile(r"\d+ conditions are the same in both versions, of (\d+) in the old and (\d+) in the new one")


class Place(pair.Workbench):
    """A directory in which one version after the other is built, with mutants of PRESET; None: without any."""

    def __init__(self, build, directory, words, preset):
        super().__init__(build, directory, words)
        plugin = f"{self.flags} -fplugin-arg-remt-preset={preset}" if preset else "-g -O2"
        self.flags = f"{plugin} {words.get('flags', '')}"
        self.held = None

    def hold(self, version):
        """Builds VERSION unless it is what was built last."""
        if self.held != version.label:
            self.held = None
            self.put(version)
            self.held = version.label

    def suite_seconds(self, rounds):
        """Median of some runs of all tests by their own command, after one that may still have to build them."""
        commands, taken = [self.test], []
        if "tests" in self.words:
            with open(self.words["tests"], encoding="utf-8") as file:
                lines = [line.strip() for line in file]
            commands = [NAME.sub("", line, count=1) for line in lines if line and not line.startswith("#")]
        while len(taken) <= rounds and sum(taken) < ENOUGH_SECONDS:
            start = time.monotonic()
            for command in commands:
                self.shell("test", command)
            taken.append(time.monotonic() - start)
        return statistics.median(taken[1:] or taken)


def concerns(group, names):
    """True if a difference lies behind a branch of one of NAMES, functions or files, or such a one has changed."""
    found = {function["function"] for function in group["changedFunctions"] + group["branches"]}
    files = {function["file"] for function in group["changedFunctions"] + group["branches"]}
    return any(name in found or any(("/" + file).endswith("/" + name) for file in files) for name in names)


def due_to(result, fixed):
    """Where explained differences stand that are gone with the fix; how many others, and tests that differ plainly, are, too."""
    keys = {group["key"] for group in fixed["differences"]}
    plain = {test["name"] for test in fixed["tests"] if test["plain"]}
    gone = [group for group in result["differences"] if group["key"] not in keys]
    return ([number for number, group in enumerate(result["differences"], 1) if group["explained"] and group in gone],
            sum(not group["explained"] for group in gone),
            sum(bool(test["plain"]) and test["name"] not in plain for test in result["tests"]))


def find_rank(result, names, fixed=None):
    """What was told of a regression in NAMES: of what the fix undoes, if that is known, else what concerns the names."""
    groups = result["differences"]
    ranks = [number for number, group in enumerate(groups, 1) if group["explained"] and concerns(group, names)]
    others, plain = 0, 0
    if fixed:
        ranks, others, plain = due_to(result, fixed)
    first = groups[ranks[0] - 1] if ranks else None
    return {"rank": ranks[0] if ranks else None, "ranks": len(ranks), "gone unexplained": others, "gone plain": plain,
            "is fixed": bool(fixed), "nature": first and first["nature"],
            "behind": first and [branch["negated"] for branch in first["branches"]]}


def summarize(result):
    """What a row keeps of the JSON object."""
    groups, tests = result["differences"], result["tests"]
    row = {key: result[key] for key in ("conditions", "variants", "negationSets", "untouched", "runs", "unstable", "broken", "endless", "invalid", "coverage")}
    explained = sum(group["explained"] for group in groups)
    row.update({"tests": result["commonTests"], "other tests": result["onlyOldTests"] + result["onlyNewTests"],
                "seconds": result["milliseconds"] / 1000, "explained": explained, "unexplained": len(groups) - explained,
                "plain": sum(bool(test["plain"]) for test in tests), "unsteady": sum(bool(test["unstable"]) for test in tests)})
    return {**row, "faults": result["faults"]} if "faults" in result else row


class Subject:
    """A sequence of versions of one program, as its user described it."""

    def __init__(self, options, words, scratch, results):
        self.options, self.words, self.results = options, words, results
        self.name = words["name"]
        self.directory = os.path.join(scratch, re.sub(r"[^\w.+-]", "_", self.name))
        os.makedirs(self.directory, exist_ok=True)
        self.places = {}

    def place(self, name, version, preset="iso"):
        """The place of this name, with VERSION built there."""
        if name not in self.places:
            self.places[name] = Place(self.options.build, os.path.join(self.directory, name), self.words, preset)
        self.places[name].hold(version)
        return self.places[name]

    def _wait(self, process):
        """True if it ended by itself within its limit; else it was told to end, and prints what it has found so far."""
        try:
            process.wait(float(self.words.get("limit", 1800)))
            return True
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                pair.stop(process)
            return False
        except BaseException:
            pair.stop(process)
            raise

    def iso(self, label, old, new, *options):
        """One run of remt iso, which leaves its output in LABEL.json and LABEL.err."""
        command = [old.remt, "iso", "--json", "-j" + self.words.get("jobs", "1"), *options,
                   *shlex.split(self.words.get("run", "")), old.directory, new.directory]
        if "tests" in self.words:
            command.append("--tests=" + os.path.realpath(self.words["tests"]))
        else:
            command += ["--", "sh", "-c", new.test]
        path = os.path.join(self.directory, re.sub(r"[^\w.+-]", "_", label))
        start = time.monotonic()
        with open(path + ".json", "wb") as out, open(path + ".err", "wb") as err, \
                subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err) as process:
            has_ended = self._wait(process)
        wall = time.monotonic() - start
        with open(path + ".err", encoding="utf-8", errors="replace") as file:
            said = file.read()
        try:
            with open(path + ".json", encoding="utf-8", errors="replace") as file:
                result = json.load(file)
        except ValueError as error:
            raise pair.Failure("iso", f"{shlex.join(command)} ended with {process.returncode}: {said[-1500:]}") from error
        of_all = OF_ALL.search(said)
        return result, {**summarize(result), "wall": wall, "stopped": not has_ended or process.returncode > 128,
                        "status": process.returncode, "all conditions": of_all and list(map(int, of_all.groups()))}

    def same(self, version):
        """The same version built twice: nothing may differ; what negations make it execute, and how fast that is."""
        suite = self.place("plain", version, None).suite_seconds(self.options.rounds)
        places = self.place("one", version), self.place("another-place", version)
        _, row = self.iso("same", *places, "--unexplained", "--depth=" + self.words.get("depth", "all"))
        return {**row, "suite": suite, "jobs": self.jobs()}

    def jobs(self):
        """That run at the same time."""
        return min(int(self.words.get("jobs", "1")), len(os.sched_getaffinity(0)))

    def faults(self, version):
        """Mutants of the version that its tests do not notice."""
        places = (self.place(name, version, "default,iso") for name in ("one-mutated", "another-mutated"))
        return self.iso("faults", *places, "--faults=" + self.words.get("faults", "200"),
                        "--seed=" + self.words.get("seed", "1"))[1]

    def _places(self, number, old, new):
        """Both, built; what is the new version now is the old one of the next pair."""
        names = "one", "another-place"
        if "keep" in self.words:
            new = versions.keeping(new, old, self.words["keep"])
        return self.place(names[(number - 1) % 2], old), self.place(names[number % 2], new)

    def pair(self, number, old, new):
        """Two versions, one after the other."""
        suite = self.place("plain", old, None).suite_seconds(self.options.rounds)
        result, row = self.iso(f"{number}-{old.label}-{new.label}", *self._places(number, old, new))
        row.update({"suite": suite, "jobs": self.jobs()})
        if "regression" in self.words:
            fixed = self._fixed(number, old, new) if "fix" in self.words else None
            row["regression"] = self.words["regression"]
            row.update(find_rank(result, re.split(r"[,\s]+", self.words["regression"]), fixed))
        return row

    def _fixed(self, number, old, new):
        """The old version against the new one with the fix."""
        fixed = versions.with_change(self.words["source"], new, self.words["fix"], self.words.get("paths"))
        return self.iso(f"{number}-{old.label}-{new.label}-fixed", *self._places(number, old, fixed))[0]

    def _note(self, part, old, new, measure):
        """Adds the row of MEASURE(), unless there is one."""
        row = {"name": self.name, "part": part, "old": old.label, "new": new.label}
        if self.results.has(**row):
            return
        try:
            row.update(measure())
        except (pair.Failure, versions.VersionError, OSError) as error:
            row["error"] = str(error)
        self.results.add(row)
        print(iso_table.sentence(row), file=sys.stderr, flush=True)

    def measure(self):
        sequence = versions.find(self.words, self.directory)
        parts = self.words.get("parts", "pairs" if "regression" in self.words else ",".join(PARTS)).split(",")
        last = sequence[-1]
        for part, measure in (("same", self.same), ("faults", self.faults)):
            if part in parts:
                self._note(part, last, last, lambda measure=measure: measure(last))
        for number in range(1, len(sequence) if "pairs" in parts else 0):
            old, new = sequence[number - 1:number + 1]
            self._note("pairs", old, new, lambda number=number, old=old, new=new: self.pair(number, old, new))


def check(words):
    unknown = set(words.get("parts", PARTS[0]).split(",")) - set(PARTS)
    if unknown:
        sys.exit(f"bench: {words['source']}: no part {', '.join(unknown)}; there are: {', '.join(PARTS)}")


def measure(options, scratch):
    results = reuse.Results(options.results)
    subjects = reuse.read_sequences(options.words, KEYS)
    for words in subjects:
        check(words)
    for words in subjects:
        try:
            Subject(options, words, scratch, results).measure()
        except versions.VersionError as error:
            results.add({"name": words["name"], "part": None, "old": None, "new": None, "error": str(error)})
            print(f"{words['name']}: {error}", file=sys.stderr)
    iso_table.show(results.rows)
