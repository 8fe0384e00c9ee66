# SPDX-License-Identifier: GPL-3.0-or-later
"""remt run --base over sequences of versions, against runs from scratch."""
import json
import os
import re
import sys

import pair
import replay
import reuse_table
import versions

KEYS = ("name", "configure", "make", "directory", "tests", "command", "run", "limit", "incremental", "range", "most", "paths",
        "next", "traps")


def read_sequences(words, keys=KEYS):
    """SOURCE KEY=VALUE… SOURCE KEY=VALUE… as a dictionary for each source; next= may be repeated."""
    sequences = []
    for word in words:
        key, equals, value = word.partition("=")
        if not (equals and key in keys and sequences):
            sequences.append({"source": word})
        elif key == "next":
            sequences[-1].setdefault("next", []).append(value)
        else:
            sequences[-1][key] = value
    for words_of in sequences:
        name = os.path.basename(words_of["source"].rstrip("/"))
        words_of.setdefault("name", name.split("_")[0])
    return sequences


def read_lines(path):
    if not path or not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


class Results:
    """Rows that are kept in a file, a line each, as soon as they are known."""

    def __init__(self, path):
        self.path, self.rows = path, read_lines(path)

    def add(self, row):
        self.rows.append(row)
        if self.path:
            with open(self.path, "a", encoding="utf-8") as file:
                print(json.dumps(row), file=file)

    def has(self, **wanted):
        """Also a row that tells of an error."""
        return any(all(row.get(key) == value for key, value in wanted.items()) for row in self.rows)


def changed_files(old, new):
    """Files that are not the same, and those of them that hold code."""
    paths = {path for path in old.keys() | new.keys() if old.get(path) != new.get(path)}
    return sorted(paths), sorted(path for path in paths if path.endswith(versions.CODE))


class Sequence:
    def __init__(self, options, words, scratch, results):
        self.options, self.words, self.results = options, words, results
        self.directory = os.path.join(scratch, re.sub(r"[^\w.+-]", "_", words["name"]))
        os.makedirs(self.directory, exist_ok=True)
        self.bench = pair.Workbench(options.build, self.directory, words)
        self.base = None  # what the next version is compared with: label, files, store

    def _fresh(self, number, version):
        """The version built and run from scratch."""
        files = self.bench.put(version)
        return files, self.bench.run(f"{number}-fresh")

    def _pair(self, number, version):
        files, fresh = self._fresh(number, version)
        row = {"name": self.words["name"], "old": self.base and self.base[0].label, "new": version.label}
        if self.base:
            old_version, old_files, old_store = self.base
            reused = self.bench.run(f"{number}-reused", old_store)
            row["files"], row["code files"] = changed_files(old_files, files)
            found, matrices = pair.compare(self.bench, old_store, fresh, reused)
            row.update(found)
            row["partial"] = replay.reductions(*matrices)
            if row["wrong"] or row["other kill"]:
                self.bench.put(old_version)
                pair.check_old(self.bench, old_store, row)
                self.bench.put(version)
                pair.check_undefined(self.bench, row)
                self.bench.files = None  # that is nothing to build on
        self.base = version, files, fresh.store
        return row

    def _wanted(self, number, labels):
        """False if the results have the pair that ends here and that which begins here."""
        ends, begins = ((labels[i - 1], labels[i]) if 0 < i < len(labels) else None for i in (number, number + 1))
        return any(at and not self.results.has(name=self.words["name"], old=at[0], new=at[1]) for at in (ends, begins))

    def walk(self):
        sequence = versions.find(self.words, self.directory)
        labels = [version.label for version in sequence]
        for number, version in enumerate(sequence):
            if not self._wanted(number, labels):
                self.base = None
                continue
            try:
                row = self._pair(number, version)
            except (pair.Failure, versions.VersionError, OSError) as error:
                row = {"name": self.words["name"], "old": self.base and self.base[0].label, "new": version.label,
                       "error": str(error)}
            if "error" in row or row["old"]:
                self.results.add(row)
                print(reuse_table.sentence(row), file=sys.stderr, flush=True)


def measure(options, scratch):
    results = Results(options.results)
    for words in read_sequences(options.words):
        try:
            Sequence(options, words, scratch, results).walk()
        except versions.VersionError as error:
            results.add({"name": words["name"], "old": None, "new": None, "error": str(error)})
            print(f"{words['name']}: {error}", file=sys.stderr)
    reuse_table.show(results.rows)
