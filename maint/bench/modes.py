# SPDX-License-Identifier: GPL-3.0-or-later
"""remt's modes against a plain driver that executes the tests anew for each mutant, and against compiling each mutant."""
import json
import statistics
import sys
import tempfile

import recompile
import suite
import table

MODES = ("auto", "split", "forkserver", "exec")
KEYS = ("name", "configure", "make", "directory", "tests", "command", "run", "kind")
KINDS = ("programs", "scripts")
MAX_AGAIN = 3  # times that the rounds begin again


def read_projects(words):
    """SOURCE KEY=VALUE… SOURCE KEY=VALUE… as a dictionary for each source."""
    projects = []
    for word in words:
        key, equals, value = word.partition("=")
        if equals and key in KEYS and projects:
            projects[-1][key] = value
        else:
            projects.append({"source": word, "kind": KINDS[0]})
    for project in projects:
        if ("tests" in project) == ("command" in project):
            sys.exit(f"bench: {project['source']}: either tests=FILE or command=COMMAND is needed")
        if project["kind"] not in KINDS:
            sys.exit(f"bench: {project['source']}: kind is one of {', '.join(KINDS)}")
    return projects


def measure_round(project, number):
    """Seconds of each way, taken in turn; and the mutants that met a limit only now.  Each round begins with another mode: the
    first one pays for what the plain driver left in the caches."""
    row, late = {}, set()
    first = number % len(MODES)
    for mode in MODES[first:] + MODES[:first]:
        phase, kept = project.measure(mode)
        row[mode], row[mode + " cpu"] = phase.wall(), phase.cpu()
        row[mode + " baseline"] = phase.baseline()
        late |= kept.undecided() - project.undecided
        if mode == MODES[0]:
            row["runs"], row["store"] = phase.runs, kept
    for way, words in (("a", []), ("a'", ["-c"])):
        found = project.drive(*words)
        row[way], row[way + " cpu"] = (sum(mutant[i] for mutant in found) / 1e6 for i in (3, 4))
        row[way + " cells"] = sum(mutant[2] for mutant in found)
        late |= {mutant[0] for mutant in found if mutant[1] == "timeout"}
    return row, late


def measure_rounds(project, count):
    """So many rounds.  Mutants that meet a limit in one of them are left out, and all begins again, a few times at most."""
    rows, nr_again = [], 0
    while len(rows) < count:
        row, late = measure_round(project, len(rows))
        if late and nr_again < MAX_AGAIN:
            nr_again += 1
            project.leave_out(late)
            rows = []
        else:
            row["late"] = len(late)
            rows.append(row)
    return rows


def median(rows, of):
    return statistics.median(of(row) for row in rows)


def add_distance(project, row, result):
    """What remt and the plain driver took, times what is executed after the infection of the cells that remt ran, with a fork
    for each."""
    cells, fork = project.suffixes(row["store"])
    result["fork"] = fork
    result["split cells"] = sum("split" in cell for cell in cells)
    result["whole cells"] = sum("whole" in cell and "split" not in cell for cell in cells)
    for key, ways in (("limit", ("split", "exec", "whole")), ("strict limit", ("exec", "split", "whole"))):
        result[key] = sum(next(cell[way] for way in ways if way in cell) + fork for cell in cells)
    result["distance"] = result["auto cpu"] / result["limit"] if cells else None
    result["strict distance"] = result["auto cpu"] / result["strict limit"] if cells else None
    result["executed"] = len(cells)
    for way in ("a", "a'"):
        result[way + "/limit"] = result[way + " cpu"] / result["limit"] if cells else None


def measure(options, words, scratch):
    project = suite.Suite(options.build, scratch, words, options.sample)
    project.prepare(MODES)
    rows = measure_rounds(project, options.rounds)
    result = {
        "name": words.get("name", project.name), "kind": words["kind"],
        "mutants": len(project.first.mutants()) - len(project.undecided),
        "left out": len(project.undecided), "late": max(row["late"] for row in rows),
        "reached": len(project.first.reached() - project.undecided), "unequal": len(project.unequal),
        "runs": rows[0]["runs"], "a cells": rows[0]["a cells"], "covered cells": rows[0]["a' cells"],
        "baseline": median(rows, lambda row: row["auto baseline"]),
    }
    for way in (*MODES, "a", "a'"):
        result[way] = median(rows, lambda row: row[way])
        result[way + " cpu"] = median(rows, lambda row: row[way + " cpu"])
        result[way + "/auto"] = median(rows, lambda row: row[way] / row["auto"])
        result[way + "/auto cpu"] = median(rows, lambda row: row[way + " cpu"] / row["auto cpu"])
    add_distance(project, rows[-1], result)
    if options.recompile:
        result["b"] = recompile.Recompilation(project).measure(options.recompile)
        result["b/auto"] = result["b"]["each"] * result["reached"] / result["auto"]
    return result


def load(path):
    try:
        with open(path) as file:
            return [json.loads(line) for line in file]
    except FileNotFoundError:
        return []


def compare(options):
    results = load(options.results) if options.results else []
    for words in read_projects(options.words):
        with tempfile.TemporaryDirectory(prefix="remt-bench-") as scratch:
            results.append(measure(options, words, scratch))
        if options.results:
            with open(options.results, "a") as file:
                file.write(json.dumps(results[-1]) + "\n")
    table.show(results)
