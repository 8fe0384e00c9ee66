# SPDX-License-Identifier: GPL-3.0-or-later
"""remt run --base after small edits of all kinds, against runs from scratch."""
import os
import random
import re
import shutil
import sys

import ctext
import edit_kinds
import edits_table
import matrix
import pair
import reuse
import traps
import versions

SOURCES = f"""SELECT DISTINCT r.source, max(l.is_library) FROM run_unit r JOIN run_link l ON l.run = r.run AND l.uid = r.uid
    WHERE r.run = {matrix.LAST} GROUP BY r.source"""
DEEP = 3  # calls between a function of a test and what it calls
MOST_BYTES, MOST_OF_FILE = 400000, 200


class Project:
    """A version that was built and run twice: what can be edited, and how much of that the tests execute."""

    def __init__(self, bench, base):
        self.bench, self.top = bench, bench.top
        self.old = matrix.Matrix(base)
        self.mutated = {self._place(path) for path in self.old.files}
        self.sources = {self._place(path): is_library for path, is_library in self._query(base)}
        self.executed = {id for id, _ in self.old.cover}
        places = [self.old.mutants[id] for id in self.executed if id in self.old.mutants]
        self.lines = {(self._place(file), line) for file, _, line in places}
        self.functions = {(self._place(file), function) for file, function, _ in places}
        self.texts, self.candidates = {}, {}

    def _query(self, store):
        database = matrix.sqlite3.connect(os.path.join(store, "remt.db"))
        rows = database.execute(SOURCES).fetchall()
        database.close()
        return rows

    def _place(self, path):
        """In the tree."""
        return os.path.relpath(os.path.join(self.old.root, path), os.path.realpath(self.top))

    def read(self, path):
        return edit_kinds.read(os.path.join(self.top, path))

    def text(self, path):
        if path not in self.texts:
            self.texts[path] = ctext.Text(path, self.read(path))
        return self.texts[path]

    def _is_there(self, path):
        return path in self.bench.files and os.path.getsize(os.path.join(self.top, path)) < MOST_BYTES

    def paths(self, which):
        """Compiled sources and the headers of the tree, as a kind wants them."""
        sources = [path for path in self.sources if path.endswith(".c") and self._is_there(path)]
        headers = [path for path in self.bench.files if path.endswith(".h") and self._is_there(path)]
        tests = [path for path in sources if path not in self.mutated]
        found = {edit_kinds.TEST: tests, edit_kinds.SOURCE: set(sources) - set(tests), edit_kinds.HEADER: headers,
                 edit_kinds.ANY: set(sources) - set(tests) | set(headers)}
        return sorted(found[which])

    def _prefer_executed(self, edits):
        """Those on lines that a test executes, else in such functions, if there are some."""
        lines = [edit for edit in edits if (edit.path, edit.line) in self.lines]
        functions = [edit for edit in edits if (edit.path, edit.function) in self.functions]
        return lines if len(lines) > 3 else functions or edits

    def edits(self, name):
        if name not in self.candidates:
            self.candidates[name] = list(self._find(name))
        return self.candidates[name]

    def _find(self, name):
        for kind, which, make in edit_kinds.KINDS:
            if kind == name:
                found = [edit for path in self.paths(which) for edit in make(self.text(path))]
                return found if which in (edit_kinds.TEST, edit_kinds.HEADER) else self._prefer_executed(found)
        if name in ("deep callee", "library"):
            paths = self.paths(edit_kinds.SOURCE)
            found = [edit for path in paths for make in (edit_kinds.constant, edit_kinds.operator, edit_kinds.removed)
                     for edit in make(self.text(path))]
            deep = self._deep() if name == "deep callee" else None
            return self._prefer_executed([edit for edit in found if (edit.function in deep if deep is not None
                                                                     else self.sources[edit.path])])
        if name not in NAMES:
            sys.exit(f"bench: no kind {name}; there are: {', '.join(NAMES)}")
        if name == "flags":
            return [edit_kinds.Edit("", [], flag, 0) for flag in edit_kinds.FLAGS]
        return self._of_files(name == "script")

    def _of_files(self, are_scripts):
        """Of files that tests name, but that are no C."""
        found = []
        for path in sorted({self._place(path) for path in self.old.inputs}):
            if path not in self.bench.files or not self._is_there(path) or path.endswith((".c", ".h")):
                continue
            text = self.read(path)
            if "\0" not in text and edit_kinds.is_script(path, text) == are_scripts:
                found.extend(list(edit_kinds.file_edits(path, text))[:MOST_OF_FILE])
        return found

    def _deep(self):
        """Names of functions that are called through so many others at least."""
        calls, level = {}, {}
        for path in self.paths(edit_kinds.SOURCE) + self.paths(edit_kinds.TEST):
            text = self.text(path)
            for function in text.functions:
                called = {text.tokens[i].text for i in text.body(function) if text.tokens[i + 1].text == "("}
                calls.setdefault(function.name, set()).update(called)
                if path not in self.mutated or function.name == "main":
                    level[function.name] = 0
        front = list(level)
        while front:
            name = front.pop(0)
            for called in calls.get(name, ()):
                if called in calls and called not in level:
                    level[called] = level[name] + 1
                    front.append(called)
        return {name for name, depth in level.items() if depth >= DEEP}


NAMES = [name for name, _, _ in edit_kinds.KINDS] + ["deep callee", "library", "data file", "script", "flags"]
# Tests' own kinds come more often, for most other edits that change what is tested make a test fail.
OFTEN = {1: ("dropped test",), 2: ("dropped assertion",), 4: ("data file", "script"), 5: ("dropped assertion", "test code")}
ORDER = [name for i, kind in enumerate(NAMES) for name in (kind, *OFTEN.get(i % 6, ()))]


class Campaign:
    def __init__(self, options, words, scratch, results):
        self.options, self.words, self.results = options, words, results
        self.directory = os.path.join(scratch, re.sub(r"[^\w.+-]", "_", words["name"]))
        os.makedirs(self.directory, exist_ok=True)
        self.unsteady = set()
        self.traps = traps.Traps(words, os.path.join(self.directory, "tree")) if "traps" in words else None
        self.bench = pair.Workbench(options.build, self.directory, self.traps.words if self.traps else words)

    def prepare(self):
        """The version, built and run twice, once if tests are added; what differs between these runs says nothing."""
        version = versions.find_one(self.words, self.directory)
        self.bench.put(self.traps.version(version) if self.traps else version)
        self.base = self.bench.run("base").store
        self.project = Project(self.bench, self.base)
        if not self.traps:
            twin = matrix.Matrix(self.bench.run("twin").store)
            self.unsteady = set(matrix.differences(self.project.old, twin))
        print(f"{self.words['name']}: {len(self.project.old.tests)} tests, {len(self.project.old.mutants)} mutants, "
              f"{len(self.project.old.cover)} cells, {len(self.unsteady)} unsteady; edits: "
              + (traps.NAME if self.traps else ", ".join(f"{name} {len(self.project.edits(name))}" for name in NAMES)),
              file=sys.stderr, flush=True)

    def choose(self, number):
        """The kind and the edit of this number; None: there are none of that kind."""
        chance = random.Random(f"{self.options.seed}/{number}")
        if self.traps:
            return traps.NAME, self.traps.choose(chance)
        kinds = self.options.kinds.split(",") if self.options.kinds else ORDER
        kind = kinds[number % len(kinds)]
        edits = self.project.edits(kind)
        return kind, chance.choice(edits) if edits else None

    def _make(self, kind, edit):
        """Builds what was edited."""
        if kind == "flags":
            self.bench.rebuild(edit.what)
        else:
            self.bench.make()

    def _runs(self, row, edit):
        fresh_run = self.bench.run("fresh")
        reused_run = self.bench.run("reused", self.base)
        fresh, reused = matrix.Matrix(fresh_run.store), matrix.Matrix(reused_run.store)
        changed = set(matrix.differences(self.project.old, fresh)) - self.unsteady
        row.update({"tests": len(fresh.tests), "mutants": len(fresh.mutants), "without": fresh.nr_executed(),
                    "with": reused.nr_executed(), "carried": reused.nr_carried(), "changed verdicts": len(changed),
                    "compared": sum(1 for _ in matrix.common_cells(fresh, reused)), "refusals": reused_run.refusals[:3],
                    "before": reused_run.executed_before, "after": reused_run.executed_after})
        if self.traps:
            row["traps"] = self.traps.count(edit, self.project.old, fresh, reused)
        row.update(pair.check(self.bench, fresh_run.store, fresh, reused))

    def _keep(self, number, row, edit):
        """What is needed to look at a wrong cell later."""
        if row.get("wrong") or row.get("other kill"):
            place = os.path.join(self.directory, f"wrong-{number}")
            shutil.rmtree(place, ignore_errors=True)
            for name in ("base", "fresh", "reused"):
                shutil.copytree(os.path.join(self.bench.stores, name), os.path.join(place, name))
            with open(os.path.join(place, "edit.patch"), "w", encoding="utf-8", errors="surrogateescape") as file:
                file.write(edit.patch())

    def _one(self, number, kind, edit):
        row = {"name": self.words["name"], "seed": self.options.seed, "number": number, "kind": kind,
               "edit": f"{edit.path}:{edit.line}: {edit.what}", "function": edit.function}
        try:
            edit.do(self.bench.top)
            self._make(kind, edit)
            self._runs(row, edit)
        except (pair.Failure, OSError) as error:
            row["error"] = str(error)[-1500:]
            row["stage"] = getattr(error, "stage", "other")
        finally:
            edit.undo(self.bench.top)
        if row.get("wrong") or row.get("other kill"):
            if kind == "flags":
                self.bench.rebuild()
            else:
                self.bench.make()
            pair.check_old(self.bench, self.base, row)
            if kind != "flags":
                pair.check_undefined(self.bench, row, lambda: edit.do(self.bench.top))
                self.bench.rebuild()
        elif kind == "flags":
            self.bench.rebuild()
        self._keep(number, row, edit)
        return row

    def walk(self):
        wanted = range(self.options.first, self.options.first + self.options.edits)
        numbers = [n for n in wanted if not self.results.has(name=self.words["name"], seed=self.options.seed, number=n)]
        if not numbers:
            return
        self.prepare()
        for number in numbers:
            kind, edit = self.choose(number)
            if edit:
                row = self._one(number, kind, edit)
                self.results.add(row)
                print(edits_table.sentence(row), file=sys.stderr, flush=True)


def measure(options, scratch):
    results = reuse.Results(options.results)
    for words in reuse.read_sequences(options.words):
        try:
            Campaign(options, words, scratch, results).walk()
        except (pair.Failure, versions.VersionError, OSError) as error:
            print(f"{words['name']}: {error}", file=sys.stderr, flush=True)
    edits_table.show(results.rows)
