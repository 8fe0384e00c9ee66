# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs by the evaluator against the same ones as compiled, on lists of commands."""
import os
import re
import statistics
import sys
import tempfile

import commands
import gen
import reuse
from reuse_table import percent, table

KEYS = ("commands", "directory")
EVALUATED_SECONDS = 10 * commands.CPU_SECONDS  # of a run
COLUMNS = ("program", "commands", "late", "unsteady", "equal", "different", "statements, median", "functions evaluated", "as compiled", "evaluated, %",
           "CPU, ms compiled", "evaluated", "ratio", "not evaluated", "paths of commands", "not told")
SHOWN = 5
STATISTIC = re.compile(r"(statements|evaluated|native(?: for compiled callers)?) ([^:]*)(?:: (.*))?")


class Statistics:
    """What the evaluator says of its runs."""

    def __init__(self):
        self.statements, self.evaluated = [], set()
        self.native, self.undiverted = {}, {}  # {name: reason}: all calls are of the compiled function, those by compiled code are

    def read(self, path):
        """What one run left in PATH, which is removed; a run that ended by a signal leaves nothing."""
        if not os.path.exists(path):
            return
        with open(path, encoding="utf-8") as file:
            for line in file:
                self._note(STATISTIC.fullmatch(line.rstrip("\n")))
        os.remove(path)

    def _note(self, found):
        if not found:
            return
        what, name, reason = found.groups()
        if what == "statements":
            self.statements.append(int(name))
        elif what == "evaluated":
            self.evaluated.add(name)
        else:
            (self.native if what == "native" else self.undiverted)[name] = reason


class Subject:
    """A program, as compiled and by the evaluator, each in a copy of the directory."""

    def __init__(self, build, words, scratch):
        self.words, self.scratch = words, scratch
        self.environment = dict(os.environ, LD_PRELOAD=os.path.join(build, "explore/libremt-explore.so"))
        self.statistics = Statistics()
        self.places = [commands.Place(words["directory"], scratch, side) for side in ("compiled", "evaluated")]

    def close(self):
        for place in self.places:
            place.close()

    def run(self, command):
        """The outcomes of both."""
        program, name = self.words["program"], os.path.basename(self.words["program"])
        path = os.path.join(self.scratch, "statistics")
        compiled = self.places[0].run(program, name, command)
        evaluated = self.places[1].run(program, name, command, dict(self.environment, REMT_EXPLORE_STATISTICS=path), EVALUATED_SECONDS)
        self.statistics.read(path)
        return compiled, evaluated

    def is_unsteady(self, command, compiled):
        """True if the compiled program does not do the same again."""
        program = self.words["program"]
        return not self.places[0].run(program, os.path.basename(program), command).same(compiled)

    def written(self):
        """The names of files that only one wrote, or not alike."""
        sides = [place.written() for place in self.places]
        return sorted(name for name in sides[0].keys() | sides[1].keys() if sides[0].get(name) != sides[1].get(name))


def compare(subject):
    listed = commands.read_list(subject.words["commands"])
    different, late, unsteady, used = [], 0, 0, []
    each = subject.places[0].looks_each()
    for number, command in enumerate(listed, 1):
        compiled, evaluated = subject.run(command)
        if compiled.status == commands.LATE:
            late += 1
        elif compiled.same(evaluated):
            used.append((compiled.seconds, evaluated.seconds))
        elif subject.is_unsteady(command, compiled):
            unsteady += 1
        else:
            different.append({"command": command.line, "parts": compiled.parts(evaluated),
                              "status": [compiled.status, evaluated.status]})
        files = subject.written() if number % each == 0 or number == len(listed) else []
        if files:
            different.append({"command": f"one of {min(each, number)} up to {command.line}", "parts": files, "status": []})
    known = subject.statistics
    return {"commands": len(listed), "late": late, "unsteady": unsteady, "equal": len(used), "different": different,
            "seconds": list(map(sum, zip(*used))), "statements": known.statements, "evaluated": sorted(known.evaluated),
            "native": known.native, "undiverted": known.undiverted}


def tell_paths(options, words):
    """Whether the paths of the runs tell what they do: remt gen on the program and itself, with nothing but these commands."""
    number = len(commands.read_list(words["commands"]))
    pair = {**words, "old": words["program"], "new": words["program"], "seeds": words["commands"], "arguments": []}
    try:
        found, _, _ = gen.run_gen(os.path.join(options.build, "remt"), pair, [f"--max-inputs={number}", f"--time={options.paths}"])
    except gen.GenError as error:
        return {"inputs": 0, "differences": 0, "unknown": [str(error)[-200:]]}
    summary = gen.summarize(found, None, None)
    return {key: summary[key] for key in ("inputs", "differences")} | {"unknown": gen.unknown(found["gaps"], ("unsteadyInputs",))}


def cells_of_paths(row):
    if "paths" not in row:
        return "–", "–"
    paths = row["paths"]
    return paths["inputs"], ", ".join(paths["unknown"] + ["differs from itself"] * bool(paths["differences"])) or "–"


def cells(row):
    evaluated, native = len(row["evaluated"]), len(row["native"])
    compiled, by_evaluator = row["seconds"] or (0, 0)
    runs = max(row["equal"], 1)
    statements = f"{statistics.median(row['statements']):.0f}" if row["statements"] else "–"
    share = percent(100 * evaluated / (evaluated + native)) if evaluated + native else "–"
    return (row["name"], row["commands"], row["late"], row["unsteady"], row["equal"], len(row["different"]), statements, evaluated, native, share,
            f"{1000 * compiled / runs:.2f}", f"{1000 * by_evaluator / runs:.2f}", f"{by_evaluator / compiled:.1f}" if compiled else "–",
            ", ".join(f"{name}: {reason}" for name, reason in row["native"].items()) or "–", *cells_of_paths(row))


def show(rows):
    table(COLUMNS, (cells(row) for row in rows if "error" not in row))
    for row in rows:
        if "error" in row:
            print(f"not measured: {row['name']}: {row['error']}")
            continue
        for each in row["different"][:SHOWN]:
            print(f"different: {row['name']}: {', '.join(each['parts'])} {' '.join(map(str, each['status']))}: {each['command']}")


def measure(options):
    """The exit status tells of differences."""
    results = reuse.Results(options.results)
    for words in (words for path in options.lists for words in commands.read_words(path, ("name", "program"), KEYS)):
        row = {"name": words["name"]}
        if results.has(**row):
            continue
        if "commands" not in words:
            sys.exit(f"bench: {words['name']}: commands=FILE is missing")
        with tempfile.TemporaryDirectory(prefix="remt-bench-") as scratch:
            try:
                subject = Subject(options.build, words, scratch)
                try:
                    row.update(compare(subject))
                    row.update({"paths": tell_paths(options, words)} if options.paths else {})
                finally:
                    subject.close()
            except (commands.ListError, OSError) as error:
                row["error"] = str(error)
        results.add(row)
        print(f"{words['name']}: " + (row.get("error") or f"{row['equal']} equal, {len(row['different'])} different"), file=sys.stderr, flush=True)
    show(results.rows)
    if any(row.get("different") or row.get("paths", {}).get("differences") for row in results.rows):
        sys.exit(1)
