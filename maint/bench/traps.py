# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests that ask a file for their result once they have failed: only mutated runs touch it.  Each kind of asking is a test of its
own with a folder of its own.  An edit changes the folders of half of the kinds so that their answers are the others."""
import os
import re
import shlex
import shutil
import zlib

import ctext
import trap_code
import versions

FOLDER = "remt-trap"


class Folder:
    """Of one kind, with what says ANSWER: 0, the test passes after all, or 1."""

    def __init__(self, path, answer):
        self.path, self.answer = path, answer

    def write(self, name, text, mode=0o644):
        path = os.path.join(self.path, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(path, mode)

    def link(self, name, target):
        os.symlink(target, os.path.join(self.path, name))


def content(name, form="{}\n", mode=0o644):
    return lambda folder: folder.write(name, form.format(folder.answer), mode)


def both(name):
    """Files NAME0 and NAME1 that hold 0 and 1."""
    return lambda folder: [folder.write(f"{name}{n}", f"{n}\n") for n in (0, 1)]


def present(name, when=1):
    """A file or, with a slash at its end, a directory, where the answer is WHEN."""
    def put(folder):
        if folder.answer == when:
            folder.write(name + ("file" if name.endswith("/") else ""), "here\n")
    return put


def always(name, text="here\n", mode=0o644):
    return lambda folder: folder.write(name, text, mode)


def link(name, form):
    return lambda folder: folder.link(name, form.format(folder.answer))


def mode(name):
    return lambda folder: folder.write(name, "exit 0\n", 0o644 if folder.answer else 0o755)


def size(name):
    return lambda folder: folder.write(name, "x" * (2 + folder.answer))


def file_or_folder(name):
    return lambda folder: folder.write(name + "/file" * folder.answer, "here\n")


def kinds():
    """Name: how it is asked, the code that asks, and what makes up its folder."""
    made = {"content": content, "both": both, "present": present, "always": always, "link": link, "mode": mode, "size": size,
            "file_or_folder": file_or_folder}
    found = {}
    for style, rows in (("shell", trap_code.SHELL), ("C", trap_code.C)):
        for name, code, files in rows:
            found[f"{name} ({style})"] = style, code, [made[what](*words) for what, *words in files]
    return found


KINDS = kinds()
NAME = "only mutated runs"  # the kind of such an edit


def _slug(name):
    return re.sub(r"\W+", "-", name).strip("-")


def _first(project, name):
    """The answer before an edit: each kind has either one, in one project or another."""
    return zlib.crc32(f"{project}/{name}".encode()) & 1


def _put(folders, name, answer):
    place = os.path.join(folders, _slug(name))
    shutil.rmtree(place, ignore_errors=True)
    os.makedirs(place)
    for make in KINDS[name][2]:
        make(Folder(place, answer))


class Edit:
    """Other answers of the kinds NAMES of PROJECT, whose folders lie in FOLDERS."""

    path, line, function = "", 0, None

    def __init__(self, project, folders, names):
        self.project, self.folders, self.names = project, folders, names
        self.what = f"{len(names)} folders"

    def do(self, _top):
        for name in self.names:
            _put(self.folders, name, 1 - _first(self.project, name))

    def undo(self, _top):
        for name in self.names:
            _put(self.folders, name, _first(self.project, name))

    def patch(self):
        return "".join(f"{name}: the answer {_first(self.project, name)} is the other one\n" for name in self.names)


def _read(path):
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        return file.read()


def _arm(path, code):
    """Has programs ask at their end whose main() is in the file PATH."""
    text = _read(path)
    if "main" in text and any(function.name == "main" for function in ctext.Text(path, text).functions):
        with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(trap_code.HEAD + text + f'\n#include "{code}"\n')


def _rows(path):
    """Names and commands of the tests in a list."""
    return [line.split(":", 1) for line in _read(path).splitlines() if ":" in line and not line.startswith("#")]


class Traps:
    """Of the tests in the lists that WORDS have: traps=, for the kinds in C, has some that go by the status of a program."""

    def __init__(self, words, top):
        self.words, self.directory = dict(words), os.path.join(top, words.get("directory", ""))
        self.folder = os.path.join(self.directory, FOLDER)
        self.tests = {}  # name of the kind, by that of the test
        self.words["make"] = f"{words['make']} && (cd {shlex.quote(self.folder)} && sh ./build.sh)"
        self.words["tests"] = os.path.join(os.path.dirname(top), "trap.list")
        self._write_list({"shell": _rows(words["tests"]), "C": _rows(words["traps"])})

    def _write_list(self, rows):
        with open(self.words["tests"], "w", encoding="utf-8") as file:
            for number, (name, (style, _, _)) in enumerate(KINDS.items()):
                test, command = rows[style][number % len(rows[style])]
                slug = _slug(name)
                ask = f"sh {FOLDER}/ask.sh {slug}" if style == "shell" else f"sh {FOLDER}/arm.sh {slug}"
                self.tests[f"{test}-{slug}"] = name
                file.write(f"{test}-{slug}: {ask} {shlex.quote(command.strip())}\n")

    def choose(self, chance):
        """An edit of half of the kinds."""
        return Edit(self.words["name"], self.folder, sorted(chance.sample(sorted(KINDS), len(KINDS) // 2)))

    def count(self, edit, old, fresh, reused):
        """By kind: whether its folder was changed, its cells, those that were carried over, and those with another verdict."""
        found = {name: [name in edit.names, 0, 0, 0] for name in KINDS}
        for cell, verdict in fresh.cells.items():
            row = found[self.tests[cell[1]]]
            row[1] += 1
            row[2] += reused.is_carried(cell)
            row[3] += cell in old.cells and old.verdict(cell) != verdict[0]
        return found

    def _place(self, top):
        directory = os.path.join(top, self.words.get("directory", ""))
        folder = os.path.join(directory, FOLDER)
        for name in KINDS:
            _put(folder, name, _first(self.words["name"], name))
        out = Folder(folder, 0)
        for name, text in trap_code.FILES.items():
            out.write(name, text)
        cases = "".join(trap_code.CASE.format(name=_slug(name), code=code)
                        for name, (style, code, _) in KINDS.items() if style == "C")
        out.write("rescue.c", trap_code.PROGRAM.replace("CASES", cases).replace("FOLDER", self.folder))
        for name, (style, code, _) in KINDS.items():
            if style == "shell":
                out.write(f"ask-{_slug(name)}.sh", code + "\n")
        for parent, _, names in os.walk(directory):
            for name in names:
                if name.endswith(".c") and FOLDER not in parent:
                    _arm(os.path.join(parent, name), os.path.join(self.folder, "rescue.c"))

    def version(self, version):
        def put(directory):
            version.put(directory)
            self._place(directory)

        return versions.Version(version.label, put)
