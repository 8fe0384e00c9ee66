#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Damages the stores of real runs, and shows that no result differs without a word.

    store.py [--iterations N] [--first N] [--jobs N] [--scratch DIR] REMT SEAL PROJECT...

PROJECT is a directory with a built program and a list of tests, tests.list; its options of `remt run`
stand in run.options, if there are any.  REMT and SEAL are the programs of the build tree.  Each
iteration takes the store of a finished run, of an unfinished one, or of one that was killed, damages
one of its files, and compares what comes of it with what comes of the undamaged one:

  report   the same report, or an error that tells of damage
  base     the same matrix of a run that may take verdicts from the store
  resume   the same matrix at the end of the run that goes on, and the same report of it
"""
import argparse
import collections
import concurrent.futures
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

PAGE, SECTOR = 4096, 512
CELLS = """SELECT m.id, t.name, c.verdict FROM cell c JOIN mutant m ON m.key = c.mutant
    JOIN test t ON t.key = c.test WHERE c.run = (SELECT max(key) FROM run) ORDER BY 1, 2"""
COVER = """SELECT m.id, t.name, c.is_changing FROM cover c JOIN mutant m ON m.key = c.mutant
    JOIN test t ON t.key = c.test WHERE c.run = (SELECT max(key) FROM run) ORDER BY 1, 2"""
MUTANTS = """SELECT m.id, r.file, r.line, r.column, r.op, r.replacement, r.description FROM run_mutant r
    JOIN mutant m ON m.key = r.mutant WHERE r.run = (SELECT max(key) FROM run) ORDER BY 1"""


def matrix(store):
    """All that a run came to, but for times."""
    database = sqlite3.connect(f"file:{store}/remt.db?mode=ro", uri=True)
    rows = [database.execute(sql).fetchall() for sql in (CELLS, COVER, MUTANTS)]
    finished = database.execute("SELECT finished != '' FROM run ORDER BY key DESC LIMIT 1").fetchone()
    database.close()
    return rows, finished


class Project:
    def __init__(self, args, directory, scratch):
        self.args, self.directory, self.scratch = args, os.path.abspath(directory), scratch
        self.name = os.path.basename(self.directory)
        options = os.path.join(self.directory, "run.options")
        self.options = open(options).read().split() if os.path.exists(options) else []
        self.stores = {}

    def remt(self, *words, **more):
        return subprocess.run([self.args.remt, *words], cwd=self.directory, capture_output=True, text=True, **more)

    def run(self, store, *more):
        return self.remt("run", "-q", "--full", "--baseline-load=0", *self.options, *more, f"--store={store}",
                         "--tests=tests.list")

    def report(self, store):
        return self.remt("report", "--format=json", f"--store={store}")

    def prepare(self):
        """The three stores, and the matrix of the finished one."""
        whole = os.path.join(self.scratch, self.name + "-whole")
        done = self.run(whole, "--base=none")
        if done.returncode:
            sys.exit(f"{self.name}: {done.stderr}")
        self.end_log(whole)
        self.wanted = matrix(whole)
        half = os.path.join(self.scratch, self.name + "-half")
        shutil.copytree(whole, half)
        database = sqlite3.connect(os.path.join(half, "remt.db"))
        database.execute("UPDATE run SET finished = ''")
        database.execute("DELETE FROM cell WHERE mutant % 4 = 0")
        database.commit()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.close()
        subprocess.run([self.args.seal, os.path.join(half, "remt.db")], check=True)
        self.stores = {"finished": whole, "unfinished": half, "killed": self.kill()}
        self.reports = {name: self.report(store).stdout for name, store in self.stores.items()}

    def end_log(self, store):
        """Without the log of a reader."""
        database = sqlite3.connect(os.path.join(store, "remt.db"))
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.close()

    def kill(self):
        """A run that is ended as soon as it has stored cells, which are in the log."""
        store = os.path.join(self.scratch, self.name + "-killed")
        command = [self.args.remt, "run", "-q", "--full", "--baseline-load=0", *self.options, f"--store={store}",
                   "--base=none", "--tests=tests.list"]
        for _ in range(200):
            shutil.rmtree(store, ignore_errors=True)
            process = subprocess.Popen(command, cwd=self.directory, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while process.poll() is None and not self.has_cells(store):
                time.sleep(0.002)
            process.send_signal(signal.SIGKILL)
            process.wait()
            if os.path.exists(store + "/remt.db-wal") and os.path.getsize(store + "/remt.db-wal") > 0:
                return store
        sys.exit(f"{self.name}: no run could be stopped")

    @staticmethod
    def has_cells(store):
        try:
            database = sqlite3.connect(f"file:{store}/remt.db?mode=ro", uri=True)
            count = database.execute("SELECT count(*) FROM cell").fetchone()[0]
            database.close()
            return count > 0
        except sqlite3.Error:
            return False


def flip_bit(data, draw):
    at = draw.randrange(len(data))
    data[at] ^= 1 << draw.randrange(8)
    return f"bit of byte {at}"


def change_byte(data, draw):
    at = draw.randrange(len(data))
    data[at] ^= draw.randrange(1, 256)
    return f"byte {at}"


def zero_sector(data, draw):
    at = draw.randrange(len(data) // SECTOR) * SECTOR
    data[at:at + SECTOR] = bytes(SECTOR)
    return f"zeros at {at}"


def zero_page(data, draw):
    at = draw.randrange(len(data) // PAGE) * PAGE
    data[at:at + PAGE] = bytes(PAGE)
    return f"a page of zeros at {at}"


def swap_pages(data, draw):
    a, b = (draw.randrange(len(data) // PAGE) * PAGE for _ in range(2))
    data[a:a + PAGE], data[b:b + PAGE] = data[b:b + PAGE], data[a:a + PAGE]
    return f"pages at {a} and {b} swapped"


def swap_sectors(data, draw):
    a, b = (draw.randrange(len(data) // SECTOR) * SECTOR for _ in range(2))
    data[a:a + SECTOR], data[b:b + SECTOR] = data[b:b + SECTOR], data[a:a + SECTOR]
    return f"sectors at {a} and {b} swapped"


def truncate(data, draw):
    at = draw.randrange(len(data))
    del data[at:]
    return f"cut at {at}"


def truncate_page(data, draw):
    at = draw.randrange(len(data) // PAGE) * PAGE
    del data[at:]
    return f"cut at {at}"


OTHERS = [change_byte, zero_sector, zero_page, swap_pages, swap_sectors, truncate, truncate_page]


def damage(store, draw):
    """Damages one file of STORE; tells what was done, and whether anything was."""
    files = ["remt.db"] * 4 + [name for name in ("remt.db-wal", "remt.db-shm")
                               if os.path.exists(os.path.join(store, name)) and
                               os.path.getsize(os.path.join(store, name)) > PAGE]
    name = draw.choice(files)
    path = os.path.join(store, name)
    data = bytearray(open(path, "rb").read())
    before = bytes(data)
    change = flip_bit if draw.random() < 0.8 else draw.choice(OTHERS)
    what = change(data, draw)
    with open(path, "wb") as file:
        file.write(data)
    return change.__name__, f"{name}: {what}", bytes(data) != before


def judge_report(project, kind, report):
    if report.returncode == 0:
        return "same" if report.stdout == project.reports[kind] else "DIFFERS"
    told = report.returncode == 3 and ("damaged" in report.stderr or "is no remt store" in report.stderr or
                                       "is empty" in report.stderr or "no checksums" in report.stderr or
                                       "holds no run" in report.stderr)
    return "told" if told and not report.stdout else "ODD"


def judge_run(project, store, run):
    if run.returncode:
        told = run.returncode == 3 and ("damaged" in run.stderr or "is no remt store" in run.stderr)
        return "refused" if told else "ODD"
    same = matrix(store) == project.wanted and project.report(store).returncode == 0
    return ("mended" if "damaged" in run.stderr else "same") if same else "DIFFERS"


def iterate(project, number, scratch):
    draw = random.Random(f"{project.name} {number}")
    kind = draw.choice(sorted(project.stores))
    store = os.path.join(scratch, f"{project.name}-{number}")
    shutil.copytree(project.stores[kind], store)
    change, what, is_changed = damage(store, draw)
    copy = store + "-base"
    results = {"report": judge_report(project, kind, project.report(store))}
    if number % 8 == 0:
        shutil.copytree(store, copy)
        fresh = store + "-new"
        run = project.run(fresh, f"--base={copy}")
        if run.returncode == 3 and any(word in run.stderr for word in ("damaged", "no remt store", "is empty")):
            results["base"] = "told"
        else:
            results["base"] = judge_run(project, fresh, run)
        shutil.rmtree(fresh, ignore_errors=True)
    run = project.run(store, "--base=none") if kind != "finished" else project.run(store)
    results["resume"] = judge_run(project, store, run)
    bad = [f"{part} {result}" for part, result in results.items() if result in ("DIFFERS", "ODD")]
    if bad:
        print(f"{project.name} {number} ({kind}; {what}): {', '.join(bad)}: {run.stderr.strip()[-400:]}", flush=True)
    else:
        shutil.rmtree(store)
    shutil.rmtree(copy, ignore_errors=True)
    return change, kind, results, is_changed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--scratch")
    parser.add_argument("remt")
    parser.add_argument("seal")
    parser.add_argument("projects", nargs="+")
    args = parser.parse_args()
    args.remt, args.seal = os.path.abspath(args.remt), os.path.abspath(args.seal)
    counts, changes = collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory(dir=args.scratch) as scratch, \
            concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        projects = [Project(args, directory, scratch) for directory in args.projects]
        for project in projects:
            project.prepare()
        futures = [pool.submit(iterate, projects[n % len(projects)], n, scratch)
                   for n in range(args.first, args.first + args.iterations)]
        try:
            for future in concurrent.futures.as_completed(futures):
                change, kind, results, is_changed = future.result()
                changes[change] += is_changed
                for part, result in results.items():
                    counts[f"{part} {kind}: {result}"] += 1
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
    for name, count in sorted(changes.items()):
        print(f"{count:6} {name}")
    for name, count in sorted(counts.items()):
        print(f"{count:6} {name}")
    return any(name.endswith(("DIFFERS", "ODD")) for name in counts)


if __name__ == "__main__":
    sys.exit(main())
