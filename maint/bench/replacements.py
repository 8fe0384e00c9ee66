# SPDX-License-Identifier: GPL-3.0-or-later
"""Every mutant of a project as a patch of its source, through the parser of plain gcc with the flags of the unit."""
import collections
import hashlib
import json
import multiprocessing
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

import recompile
import reuse
import source

KEYS = ("name", "configure", "make", "directory", "preset")
CHUNK = 50  # groups of mutants that a process takes at once
WITH_FILE = ("-o", "-MF", "-MT", "-MQ")  # options of a call that go with what it wrote, with their argument
ALONE = ("-c", "-S", "-MD", "-MMD", "-MP")
INPUTS = re.compile(r".*\.(o|lo|a|so)$")
GCC = os.environ.get("CC", "gcc")

Unit = collections.namedtuple("Unit", "directory source flags")
Chunk = collections.namedtuple("Chunk", "unit path groups")
"""GROUPS: of rows as recompile.patched() takes them, with the operator in front, whose ranges have text between each other."""

worker = None  # in a process of the pool: its number


def read_calls(path):
    """What COMPILER of source.py noted: (directory, arguments) of each call."""
    with open(path) as file:
        words = iter(file.read().split("\0")[:-1])
    for count in words:
        directory = next(words)
        yield directory, [next(words) for _ in range(int(count))]


def flags_of(arguments):
    """The arguments without inputs, outputs and what to do."""
    flags, words = [], iter(arguments)
    for word in words:
        if word in WITH_FILE:
            next(words, None)
        elif word not in ALONE and not INPUTS.match(word) and not word.endswith(".c"):
            flags.append(word)
    return flags


def find_units(calls):
    units = {}
    for directory, arguments in calls:
        if "-E" in arguments or "-M" in arguments or "-MM" in arguments:
            continue
        for word in arguments:
            path = os.path.join(directory, word)
            if word.endswith(".c") and os.path.exists(path):
                unit = Unit(directory, word, tuple(flags_of(arguments)))
                key = (os.path.realpath(path), tuple(f for f in unit.flags if f not in ("-fPIC", "-DPIC")))
                units.setdefault(key, unit)  # libtool compiles each file twice
    return list(units.values())


def find_mutants(remt, plugin, unit, scratch):
    """(path, row) of each mutant of UNIT."""
    target = os.path.join(scratch, "unit.o")
    subprocess.run([GCC, *unit.flags, "-w", *plugin, "-c", "-o", target, unit.source], cwd=unit.directory, check=True)
    dump = subprocess.run([remt, "dump", "--json", target], stdout=subprocess.PIPE, check=True).stdout
    for table in json.loads(dump)["tables"]:
        paths = [os.path.realpath(os.path.join(unit.directory, file["path"])) for file in table["files"]]
        for mutant in table["mutants"]:
            if mutant["op"].startswith("LAYOUT:"):  # a switch of the plugin's own, no text
                continue
            at = mutant["range"]
            yield paths[table["sites"][mutant["site"]]["file"]], (
                mutant["op"], None, at["line"], at["column"], at["end_line"], at["end_column"], mutant["replacement"])


def begin(row):
    return row[2:4]


def end(row):
    return row[4:6]


def make_groups(rows, size):
    """ROWS in groups of at most SIZE."""
    groups = []
    for row in sorted(rows, key=begin):
        group = next((g for g in groups if len(g) < size and end(g[-1]) < begin(row)), None) if size > 1 else None
        if group is None:
            groups.append([row])
        else:
            group.append(row)
    return groups


def find_rows(remt, plugin, units, root, scratch):
    """(unit, path, rows): all mutants of files below ROOT, each in one unit that has it."""
    found = set()
    for unit in units:
        files = collections.defaultdict(list)
        for path, row in find_mutants(remt, plugin, unit, scratch):
            if (path, row[2:]) not in found and path.startswith(root + "/"):
                found.add((path, row[2:]))
                files[path].append(row)
        for path, rows in files.items():
            yield unit, path, rows


def make_chunks(unit, path, rows, size):
    groups = make_groups(rows, size)
    for i in range(0, len(groups), CHUNK):
        yield Chunk(unit, path, groups[i:i + CHUNK])


def rows_of(chunk):
    return [row for group in chunk.groups for row in group]


def start_worker(root, numbers):
    """A tree of its own."""
    global worker
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # bench.py's handler, run while the pool is ended, leaves a worker waiting
    worker = f"{root}.{numbers.get()}"
    shutil.copytree(root, worker, symlinks=True, ignore=shutil.ignore_patterns(".git"))


def parse(chunk, root):
    """The first error of gcc; None: it compiles."""
    def moved(text):
        return text.replace(root, worker)

    command = [GCC, *map(moved, chunk.unit.flags), "-w", "-fsyntax-only", moved(chunk.unit.source)]
    done = subprocess.run(command, cwd=moved(chunk.unit.directory), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    if not done.returncode:
        return None
    lines = done.stderr.decode(errors="replace").splitlines()
    return next((line for line in lines if "error:" in line), lines[-1] if lines else f"status {done.returncode}")


def try_rows(chunk, rows, root, text):
    """The first error with all ROWS; None: none."""
    for row in reversed(rows):
        text = recompile.patched(text, row)
    with open(worker + chunk.path[len(root):], "wb") as file:
        file.write(text)
    return parse(chunk, root)


def check_group(chunk, group, root, text):
    """What does not compile of it alone."""
    error = try_rows(chunk, group, root, text)
    if error and len(group) == 1:
        return [(chunk.path[len(root) + 1:], group[0], error.replace(worker + "/", ""))]
    return [entry for row in group for entry in check_group(chunk, [row], root, text)] if error else []


def check(job):
    """A chunk, and what does not compile: [(path, row, error)]."""
    root, chunk = job
    with open(chunk.path, "rb") as file:
        text = file.read()
    if (error := try_rows(chunk, [], root, text)):
        raise RuntimeError(f"{chunk.path} does not compile without a mutant: {error}")
    failed = [entry for group in chunk.groups for entry in check_group(chunk, group, root, text)]
    try_rows(chunk, [], root, text)
    return chunk, failed


class Known:
    """Hashes of mutants that compile, in a file, if PATH names one; the others are parsed each time."""

    def __init__(self, path, root):
        self.path, self.root, self.texts, self.keys = path, root, {}, set()
        if path and os.path.exists(path):
            with open(path) as file:
                self.keys = set(file.read().split())

    def _key(self, unit, path, row):
        """Of what decides whether ROW compiles, headers that are not changed aside."""
        if path not in self.texts:
            with open(path, "rb") as file:
                self.texts[path] = hashlib.sha256(file.read()).hexdigest()
        words = GCC, unit.source, *unit.flags, path, *row[2:], self.texts[path]
        return hashlib.sha256("\0".join(str(word).replace(self.root, "") for word in words).encode()).hexdigest()

    def without(self, unit, path, rows):
        return [row for row in rows if not self.keys or self._key(unit, path, row) not in self.keys]

    def add(self, chunk, failed):
        if self.path:
            bad = [row for _, row, _ in failed]
            with open(self.path, "a") as file:
                file.writelines(self._key(chunk.unit, chunk.path, row) + "\n" for row in rows_of(chunk) if row not in bad)


def check_all(name, found, root, options):
    """FOUND: as find_rows() gives it.  The number of mutants, and what does not compile."""
    processes = multiprocessing.get_context("fork")  # newer Pythons start them afresh, without what was read
    numbers, failed, chunks = processes.Queue(), [], []
    known = Known(options.results and os.path.abspath(options.results), root)
    for unit, path, rows in found:
        chunks += make_chunks(unit, path, known.without(unit, path, rows), options.group)
    total = sum(len(rows) for _, _, rows in found)
    done = total - sum(len(rows_of(chunk)) for chunk in chunks)
    for number in range(options.jobs):
        numbers.put(number)
    if not chunks:
        return total, failed
    with processes.Pool(options.jobs, start_worker, (root, numbers)) as pool:
        for chunk, errors in pool.imap_unordered(check, [(root, chunk) for chunk in chunks]):
            done += len(rows_of(chunk))
            failed += errors
            known.add(chunk, errors)
            print(f"{name}: {done} of {total} mutants, {len(failed)} do not compile", file=sys.stderr, flush=True)
        # A process that is ended while it takes its number keeps the queue's lock from one that has just come.
        pool.close()
        pool.join()
    return total, failed


def measure_one(options, words, scratch):
    """Numbers of units and mutants, and what does not compile."""
    remt = os.path.join(options.build, "remt")
    plugin = subprocess.run([remt, "cflags"], check=True, stdout=subprocess.PIPE, text=True).stdout.split()
    plugin.append("-fplugin-arg-remt-preset=" + words.get("preset", "all"))
    tree = source.Tree(words["source"], os.path.join(scratch, "side"), "-O1", words.get("configure"), words.get("make"),
                       words.get("directory"))
    tree.environ["BENCH_CALLS"] = os.path.join(scratch, "calls")
    tree.build()
    root = os.path.join(os.path.realpath(scratch), "side", tree.name)
    units = find_units(read_calls(tree.environ["BENCH_CALLS"]))
    found = list(find_rows(remt, plugin, units, root, scratch))
    return len(units), *check_all(words["name"], found, root, options)


def measure(options):
    """Status 1 if a mutant does not compile."""
    rows, status = [], 0
    for words in reuse.read_sequences(options.words, KEYS):
        with tempfile.TemporaryDirectory(prefix="remt-bench-") as scratch:
            nr_units, nr_mutants, failed = measure_one(options, words, scratch)
        for path, row, error in sorted(failed, key=lambda entry: (entry[0], entry[1][2:])):
            print(f"{path}:{row[2]}:{row[3]}-{row[4]}:{row[5]}: {row[0]} {row[6]!r}: {error}")
        rows.append(f"| {words['name']} | {words.get('preset', 'all')} | {nr_units} | {nr_mutants} | {len(failed)} |")
        status |= bool(failed) or not nr_mutants
    print("| project | preset | units | mutants | do not compile |\n|---|---|---|---|---|", *rows, sep="\n")
    sys.exit(status)
