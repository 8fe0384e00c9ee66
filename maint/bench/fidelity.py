# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs by the evaluator against the same ones as compiled, on lists of commands and on test suites."""
import collections
import os
import re
import statistics
import sys
import tempfile

import commands
import edges
import fidelity_suite
import gen
import reuse
from reuse_table import percent, table

KEYS = ("commands", "suite", "directory", "edges", "seconds", "preload")
EVALUATED = 10  # times as many seconds as a compiled run has
COLUMNS = ("program", "commands", "late", "unsteady", "equal", "different", "statements, median", "functions evaluated", "as compiled", "evaluated, %",
           "CPU, ms compiled", "evaluated", "ratio", "million/s", "not evaluated",
           "paths of commands", "not told")
EDGE_COLUMNS = ("program", "processes with edges", "unsteady", "different", "executed statements", "in IR, %", "outside")
SHOWN = 5
STATISTIC = re.compile(r"(statements|evaluated|calls|native(?: for compiled callers)?) ([^:]*)(?:: (.*))?")


class Statistics:
    """What the evaluator says of its runs."""

    def __init__(self):
        self.statements, self.evaluated = [], set()
        self.native, self.undiverted = {}, {}  # {name: reason}: all calls are of the compiled function, those by compiled code are
        self.calls = collections.Counter()     # of the undiverted ones: how many were evaluated

    def read(self, path):
        """What one run left in PATH, which is removed; a run that ended by a signal leaves nothing."""
        if not os.path.exists(path):
            return
        with open(path, encoding="utf-8") as file:
            for line in file:
                self._note(STATISTIC.fullmatch(line.rstrip("\n")))
        os.remove(path)

    def row(self):
        return {"statements": self.statements, "evaluated": sorted(self.evaluated), "native": self.native, "undiverted": self.undiverted}

    def _note(self, found):
        if not found:
            return
        what, name, reason = found.groups()
        if what == "statements":
            self.statements.append(int(name))
        elif what == "evaluated":
            self.evaluated.add(name)
        elif what == "calls":
            self.calls[name] += int(reason)
        else:
            (self.native if what == "native" else self.undiverted)[name] = reason


class Subject:
    """A program, as compiled and by the evaluator, each in a copy of the directory."""

    def __init__(self, build, words, scratch):
        self.words, self.scratch, self.build = words, scratch, build
        self.seconds = int(words.get("seconds", commands.CPU_SECONDS))
        self.statistics = Statistics()
        self.statistics_path, self.edges_path = (os.path.join(scratch, name) for name in ("statistics", "edges"))
        self.places = [commands.Place(words["directory"], scratch, side) for side in ("compiled", "evaluated") if "suite" not in words]

    def close(self):
        for place in self.places:
            place.close()

    def variables(self, is_evaluated):
        """What is in the environment besides."""
        paths = [os.path.join(self.build, name)
                 for name in [edges.PRELOADED] * (self.words.get("edges") == "yes") + ["explore/libremt-explore.so"] * is_evaluated]
        paths += filter(None, [self.words.get("preload")])
        found = {"LD_PRELOAD": " ".join(paths)} if paths else {}
        return {**found, "EDGE_COUNTS": self.edges_path,
                **({"REMT_EXPLORE_STATISTICS": self.statistics_path} if is_evaluated else {})}

    def limit(self, is_evaluated):
        """In seconds of processors."""
        return self.seconds * (EVALUATED if is_evaluated else 1)

    def run_one(self, command, is_evaluated):
        """The outcome, and edges."""
        program = self.words["program"]
        outcome = self.places[is_evaluated].run(program, os.path.basename(program), command,
                                                dict(os.environ, **self.variables(is_evaluated)), self.limit(is_evaluated))
        return outcome, edges.Edges.read(self.edges_path)

    def run(self, command):
        """The outcome of both, and edges of both."""
        compiled, evaluated = self.run_one(command, False), self.run_one(command, True)
        self.statistics.read(self.statistics_path)
        return (compiled[0], evaluated[0]), (compiled[1], evaluated[1])

    def run_again(self, command):
        """The outcome of the compiled program, and edges.  The other one runs, too: files of both are compared later."""
        found = self.run_one(command, False)
        self.run_one(command, True)
        if os.path.exists(self.statistics_path):
            os.remove(self.statistics_path)
        return found

    def written(self):
        """The names of files that only one wrote, or not alike."""
        sides = [place.written() for place in self.places]
        return sorted(name for name in sides[0].keys() | sides[1].keys() if sides[0].get(name) != sides[1].get(name))


def compare(subject):
    listed = commands.read_list(subject.words["commands"])
    different, late, unsteady, used, executed = [], 0, 0, [], edges.Executed()
    each = subject.places[0].looks_each()
    for number, command in enumerate(listed, 1):
        (compiled, evaluated), taken = subject.run(command)
        if compiled.status == commands.LATE:
            late += 1
        elif compiled.same(evaluated):
            used.append((compiled.seconds, evaluated.seconds))
            executed.note(command.line, taken, lambda command=command: subject.run_again(command)[1])
        elif not subject.run_again(command)[0].same(compiled):
            unsteady += 1
        else:
            different.append({"command": command.line, "parts": compiled.parts(evaluated),
                              "status": [compiled.status, evaluated.status]})
        files = subject.written() if number % each == 0 or number == len(listed) else []
        if files:
            different.append({"command": f"one of {min(each, number)} up to {command.line}", "parts": files, "status": []})
    return {"commands": len(listed), "late": late, "unsteady": unsteady, "equal": len(used), "different": different,
            "seconds": list(map(sum, zip(*used))), **subject.statistics.row(), **executed.row(subject.statistics)}


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
            f"{sum(row['statements']) / by_evaluator / 1e6:.0f}" if by_evaluator else "–",
            ", ".join(f"{name}: {reason}" for name, reason in row["native"].items()) or "–", *cells_of_paths(row))


def edge_cells(row):
    told, outside = row["edges"], sum(row["outside"].values())
    return (row["name"], told["told"], told["unsteady"], sum(each["number"] for each in told["different"]), row["executed"],
            percent(100 * (row["executed"] - outside) / row["executed"]), ", ".join(row["outside"]) or "–")


def show(rows):
    measured = [row for row in rows if "error" not in row]
    table(COLUMNS, map(cells, measured))
    told = [row for row in measured if row["edges"]["told"]]
    if told:
        table(EDGE_COLUMNS, map(edge_cells, told))
    for row in rows:
        if "error" in row:
            print(f"not measured: {row['name']}: {row['error']}")
            continue
        for each in row["different"][:SHOWN]:
            print(f"different: {row['name']}: {', '.join(each['parts'])} {' '.join(map(str, each['status']))}: {each['command']}")
        for each in row["edges"]["different"][:SHOWN]:
            print(f"other edges: {row['name']}: {', '.join(each['functions'][:SHOWN])}: {each['command']}")


def measure_one(options, words, scratch):
    """The columns of a row."""
    subject = Subject(options.build, words, scratch)
    try:
        if "suite" in words:
            return fidelity_suite.compare(subject)
        return compare(subject) | ({"paths": tell_paths(options, words)} if options.paths else {})
    finally:
        subject.close()


def measure(options):
    """The exit status tells of differences."""
    results = reuse.Results(options.results)
    for words in (words for path in options.lists for words in commands.read_words(path, ("name", "program"), KEYS)):
        row = {"name": words["name"]}
        if results.has(**row):
            continue
        if ("commands" in words) == ("suite" in words):
            sys.exit(f"bench: {words['name']}: commands=FILE is missing, or suite=COMMAND")
        with tempfile.TemporaryDirectory(prefix="remt-bench-") as scratch:
            try:
                row.update(measure_one(options, words, scratch))
            except (commands.ListError, OSError) as error:
                row["error"] = str(error)
        results.add(row)
        print(f"{words['name']}: " + (row.get("error") or f"{row['equal']} equal, {len(row['different'])} different"), file=sys.stderr, flush=True)
    show(results.rows)
    if any(row.get("different") or row.get("edges", {}).get("different") or row.get("paths", {}).get("differences") for row in results.rows):
        sys.exit(1)
