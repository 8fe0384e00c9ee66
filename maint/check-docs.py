#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the documents promise of themselves: paths exist, paragraphs are short, tables fit a screen.

check-docs.py [TREE] reads all Markdown files of the tree and prints each line that breaks a rule:

- A path in backticks or in a link exists. A path in backticks is checked if it begins with a folder
  of the tree, or with "../"; words in capitals (NAME) stand for any text.
- A bare name of a source file in backticks (`worker.c`) exists somewhere in the tree. Documents that
  tell of other projects' files (README.md, doc/MEASURED.md, man pages) are left out.
- A paragraph of doc/INTERNALS.md has at most 8 lines of at most 100 characters.
- A row of a table in doc/MEASURED.md has at most 100 characters.
- doc/GLOSSARY.md explains each term once.
"""
import collections
import fnmatch
import glob
import os
import re
import sys

PARAGRAPH_LINES = 8
COLUMNS = 100
FOREIGN = ("README.md", "doc/MEASURED.md")
SOURCE = re.compile(r"[a-z0-9_*-]+\.(?:c|cc|h|py|sh|sql)")
SKIPPED = {"autom4te.cache", "build-aux", "scratch", "node_modules"}


def is_build(path):
    return os.path.exists(os.path.join(path, "config.status"))


def walk(tree):
    """All files of the tree, relative to it; no hidden folders, no builds."""
    for folder, folders, files in os.walk(tree):
        folders[:] = [f for f in folders if f[0] != "." and f not in SKIPPED and
                      not is_build(os.path.join(folder, f))]
        for name in files:
            yield os.path.relpath(os.path.join(folder, name), tree)


def alternatives(word):
    """a{b,c}d is abd and acd."""
    match = re.search(r"\{([^{}]*)\}", word)
    if not match:
        return [word]
    return [found for part in match.group(1).split(",")
            for found in alternatives(word[:match.start()] + part + word[match.end():])]


def pattern(word):
    """The word as a pattern: without a place behind it, capitals and "…" are any text."""
    word = re.sub(r":[0-9:]+$", "", word).rstrip("/")
    if re.search(r"/[^/]*[A-Z]{2}[^/]*\.md$", word):
        return word
    return re.sub(r"…|(?<![A-Za-z])[A-Z_]{2,}(?![a-z])", "*", word)


class Check:
    def __init__(self, tree):
        self.tree = tree
        self.files = sorted(walk(tree))
        self.names = {os.path.basename(f) for f in self.files}
        self.folders = {f.split("/")[0] for f in self.files if "/" in f}
        self.bad = 0

    def tell(self, path, line, what):
        print(f"docs: {path}:{line}: {what}", file=sys.stderr)
        self.bad = 1

    def exists(self, word):
        return all(glob.glob(os.path.join(self.tree, pattern(w))) for w in alternatives(word))

    def check_word(self, path, number, word):
        if word.startswith("../"):
            word = os.path.normpath(os.path.join(os.path.dirname(path), word))
        if "/" in word and word.split("/")[0] in self.folders:
            if re.fullmatch(r"[^\s()=<>$\"']+", word) and not self.exists(word):
                self.tell(path, number, f"{word} does not exist")
        elif path not in FOREIGN and SOURCE.fullmatch(word):
            if not any(fnmatch.fnmatch(n, word) for n in self.names):
                self.tell(path, number, f"no file is called {word}")

    def check_paths(self, path, lines):
        for number, line in enumerate(lines, 1):
            for word in re.findall(r"`([^`]+)`", line):
                self.check_word(path, number, word)
            for link in re.findall(r"\]\(([^)#:]+)\)", line):
                there = os.path.join(self.tree, os.path.dirname(path), link)
                if not os.path.exists(there):
                    self.tell(path, number, f"the link {link} leads nowhere")

    def check_paragraphs(self, path, lines):
        """A list item begins a paragraph; code and tables are none."""
        begin, is_code = 0, False
        for number, line in enumerate(lines + [""], 1):
            if line.startswith("```"):
                is_code = not is_code
            is_text = not is_code and line.strip() and not line.startswith(("|", "```", "#"))
            if is_text and len(line) > COLUMNS:
                self.tell(path, number, f"more than {COLUMNS} characters")
            is_item = re.match(r"\s*([-*]|[0-9]+\.) ", line)
            if begin and (is_item or not is_text):
                if number - begin > PARAGRAPH_LINES:
                    self.tell(path, begin, f"a paragraph of {number - begin} lines")
                begin = 0
            if is_text and not begin:
                begin = number

    def check_tables(self, path, lines):
        for number, line in enumerate(lines, 1):
            if line.startswith("|") and len(line) > COLUMNS:
                self.tell(path, number, f"a row of {len(line)} characters")

    def check_terms(self, path, lines):
        places = collections.defaultdict(list)
        for number, line in enumerate(lines, 1):
            for bold in re.findall(r"\*\*([^*]+)\*\*", line.split("|")[1] if line[:1] == "|" else ""):
                for term in re.split(r",| / ", bold):
                    places[term.strip()].append(number)
        for term, numbers in places.items():
            if len(numbers) > 1:
                self.tell(path, numbers[1], f"{term} was explained in line {numbers[0]}")

    def run(self):
        rules = {"doc/INTERNALS.md": self.check_paragraphs, "doc/MEASURED.md": self.check_tables,
                 "doc/GLOSSARY.md": self.check_terms}
        for path in self.files:
            if path.endswith(".md"):
                with open(os.path.join(self.tree, path), encoding="utf-8") as file:
                    lines = file.read().split("\n")
                self.check_paths(path, lines)
                if path in rules:
                    rules[path](path, lines)
        return self.bad


if __name__ == "__main__":
    sys.exit(Check(sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "..")).run())
